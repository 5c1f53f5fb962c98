import { describeError } from '../lib/os-error.ts';
import { type NewFile, reserveFile } from '../lib/reserve-file.ts';
import type { Secret } from '../resources/write.ts';
import { CommandFailure, EXIT, type ExitCode } from '../system/exit.ts';
import { inHome } from '../system/files.ts';
import { printNow } from '../system/streams.ts';
import type { SendResult } from './settle.ts';

/** `otherwise`: the target when the file fails. */
export type SecretTarget =
  | { readonly kind: 'file'; readonly file: NewFile; readonly otherwise: 'stdout' | null }
  | { readonly kind: 'stdout' };

/** Reserves the target before the request, so no secret is lost. @throws {CommandFailure} without one. */
export async function reserveTarget(save: string | null, show: boolean): Promise<SecretTarget> {
  if (save !== null) {
    const path = inHome(save);
    try {
      return { kind: 'file', file: await reserveFile(path), otherwise: show ? 'stdout' : null };
    } catch (error) {
      throw new CommandFailure(
        EXIT.usage,
        `${path} can't be made: ${describeError(error)}.`,
        'Nothing was sent. Give another file.',
      );
    }
  }
  if (show) return { kind: 'stdout' };
  throw new CommandFailure(
    EXIT.usage,
    'The service shows the new secret only once.',
    'Nothing was sent. Use --save FILE, or --show-secret to print it.',
  );
}

export async function releaseTarget(target: SecretTarget): Promise<void> {
  if (target.kind === 'file') await target.file.discard();
}

type SecretOutput = {
  /** Lines about the write. */
  readonly lines: readonly string[];
  readonly warn: (line: string) => void;
  /** @throws the system's error. */
  readonly print?: (text: string) => Promise<void>;
};

/** `lines` were not printed with the secret. */
type SavedSecret = { readonly code: ExitCode; readonly lines: readonly string[] };

/** @throws {CommandFailure} for a lost secret, with the command to revoke the key. */
export async function saveResultSecret(
  target: SecretTarget,
  results: readonly SendResult[],
  { lines, warn, print = printNow }: SecretOutput,
): Promise<SavedSecret> {
  const [found] = results.flatMap(({ kind, written }) =>
    written?.kind === 'secret' ? [{ secret: written.secret, isMade: kind === 'done' }] : [],
  );
  if (found === undefined) {
    await releaseTarget(target);
    if (results.every(({ written }) => written === null)) return { code: EXIT.done, lines };
    warn('The service returned no secret, so there is none to save.');
    return { code: EXIT.refused, lines };
  }
  const value = found.secret.value.read();
  const text = value.endsWith('\n') ? value : `${value}\n`;
  const printed = async (why: (error: unknown) => string): Promise<void> => {
    try {
      // In one piece: a stream failing between two writes would end the program.
      await print([...lines, text].join('\n'));
    } catch (error) {
      throw lost(found, why(error));
    }
  };
  if (target.kind === 'stdout') {
    await printed((error) => `The secret could not be printed: ${describeError(error)}.`);
    return { code: EXIT.done, lines: [] };
  }
  const { file, otherwise } = target;
  try {
    await file.write(text);
  } catch (error) {
    const failed = `${file.path} could not be written: ${describeError(error)}.`;
    if (otherwise === null) throw lost(found, failed);
    await printed((cause) => `${failed} The secret could not be printed either: ${describeError(cause)}.`);
    warn(`${failed} The secret was printed instead.`);
    return { code: EXIT.refused, lines: [] };
  }
  warn(`Saved to ${file.path}.`);
  return { code: EXIT.done, lines };
}

/** An old key can be in use, so revoking it is not advised. */
function lost({ secret, isMade }: { readonly secret: Secret; readonly isMade: boolean }, why: string): CommandFailure {
  const { what, name, fid } = secret;
  if (!isMade)
    return new CommandFailure(EXIT.refused, `${why} The secret that came is lost.`, 'Look for the key in the list.');
  return what === 'api-key'
    ? new CommandFailure(
        EXIT.refused,
        `${why} The API key ${name} (${fid}) exists, and its secret is lost.`,
        `Revoke it: spotdeck api-key revoke ${fid} --yes`,
      )
    : new CommandFailure(
        EXIT.refused,
        `${why} The SSH key ${name} (${fid}) exists, and its private half is lost.`,
        'Use it for no bid, and create another one.',
      );
}
