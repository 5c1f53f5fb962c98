import { describeError } from '../lib/os-error.ts';
import { type NewFile, reserveFile } from '../lib/reserve-file.ts';
import type { Secret } from '../resources/secret.ts';
import { CommandFailure, EXIT, type ExitCode } from '../system/exit.ts';
import { inHome } from '../system/files.ts';
import { printNow } from '../system/streams.ts';
import type { Sent } from './send.ts';

/** Where a secret will go: a file that was made for it, stdout because somebody asked for that, or stdout when the file fails. */
export type SecretTarget =
  | { readonly kind: 'file'; readonly file: NewFile; readonly otherwise: 'stdout' | null }
  | { readonly kind: 'stdout' };

/**
 * Makes the place for a secret before it is asked for: one that can't be kept would be lost. The file is new, its owner's
 * alone, and has its room on the disk. @throws {CommandFailure} when there is no place.
 */
export async function reserved(save: string | null, show: boolean): Promise<SecretTarget> {
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

/** Removes the place of a secret that will not come. */
export async function released(target: SecretTarget): Promise<void> {
  if (target.kind === 'file') await target.file.discard();
}

type Telling = {
  /** What is to be printed about what was done. */
  readonly lines: readonly string[];
  readonly warn: (line: string) => void;
  /** Prints on stdout at once. @throws what the system says. */
  readonly print?: (text: string) => Promise<void>;
};

/** How the program ends, and what of the lines was not printed with the secret. */
type Kept = { readonly code: ExitCode; readonly lines: readonly string[] };

/**
 * Puts the secret that came into its place; a place for none is taken away again.
 * @throws {CommandFailure} when the secret is lost: it says what was made and how to get rid of it.
 */
export async function keepSecret(
  target: SecretTarget,
  results: readonly Sent[],
  { lines, warn, print = printNow }: Telling,
): Promise<Kept> {
  const [secret] = results.flatMap(({ written }) => (written?.kind === 'secret' ? [written.secret] : []));
  if (secret === undefined) {
    await released(target);
    if (results.every(({ written }) => written === null)) return { code: EXIT.done, lines };
    warn('The service returned no secret, so there is none to save.');
    return { code: EXIT.refused, lines };
  }
  const value = secret.value.read();
  const text = value.endsWith('\n') ? value : `${value}\n`;
  const printed = async (why: (error: unknown) => string): Promise<void> => {
    try {
      // In one piece with what was done: a stream that fails would end the program in between.
      await print([...lines, text].join('\n'));
    } catch (error) {
      throw lost(secret, why(error));
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
    if (otherwise === null) throw lost(secret, failed);
    await printed((cause) => `${failed} The secret could not be printed either: ${describeError(cause)}.`);
    warn(`${failed} The secret was printed instead.`);
    return { code: EXIT.refused, lines: [] };
  }
  warn(`Saved to ${file.path}.`);
  return { code: EXIT.done, lines };
}

/** What was made is there, and nobody has its secret. */
function lost({ what, name, fid }: Secret, why: string): CommandFailure {
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
