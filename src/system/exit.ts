import type { ServiceError } from '../api/result.ts';

/** How the program ends, for scripts: the exit codes of the command line. */
export const EXIT = { done: 0, refused: 1, usage: 2, signedOut: 3, unreachable: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Why a command can't be carried out: a sentence, a hint, each of one line or several, and the exit code. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly code: ExitCode;
  /** What is said on stderr, line by line. */
  readonly lines: readonly string[];

  constructor(code: ExitCode, sentence: string | readonly string[], hint: string | readonly string[] | null = null) {
    const sentences = [sentence].flat();
    super(sentences.join(' '));
    this.code = code;
    this.lines = [...sentences, ...[hint ?? []].flat()];
  }
}

/** Which exit code tells a script what went wrong. */
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
