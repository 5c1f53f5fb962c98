import type { ServiceError } from '../api/result.ts';

/** The last three are a shell's codes after signals. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  signedOut: 3,
  unreachable: 4,
  journalLost: 5,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Failure of a command: sentence, hint and exit code. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly code: ExitCode;
  readonly lines: readonly string[];

  constructor(code: ExitCode, sentence: string | readonly string[], hint: string | readonly string[] | null = null) {
    const sentences = [sentence].flat();
    super(sentences.join(' '));
    this.code = code;
    this.lines = [...sentences, ...[hint ?? []].flat()];
  }
}

export function exitCodeFor(error: ServiceError): ExitCode {
  switch (error.kind) {
    case 'not-signed-in':
    case 'no-token':
      return EXIT.signedOut;
    case 'unreachable':
    case 'timeout':
      return EXIT.unreachable;
    default:
      return EXIT.refused;
  }
}
