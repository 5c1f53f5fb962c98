import { type FileHandle, open, rm } from 'node:fs/promises';
import { reason } from '../lib/reason.ts';
import { CommandFailure, EXIT } from './failure.ts';
import { inHome } from './files.ts';
import type { Sent } from './sending.ts';

/** Where a secret will go: a file that was made for it, or stdout because somebody asked for that. */
export type Place =
  | { readonly kind: 'file'; readonly path: string; readonly file: FileHandle }
  | { readonly kind: 'stdout' };

/**
 * Makes the place for a secret before it is asked for: one that can't be kept would be lost. The file is new and its
 * owner's alone. @throws {CommandFailure} when there is no place.
 */
export async function reserved(save: string | null, show: boolean): Promise<Place> {
  if (save !== null) {
    const path = inHome(save);
    try {
      return { kind: 'file', path, file: await open(path, 'wx', 0o600) };
    } catch (error) {
      throw new CommandFailure(
        EXIT.usage,
        `${path} can't be made: ${reason(error)}.`,
        'Nothing was sent. Give a new file.',
      );
    }
  }
  if (show) return { kind: 'stdout' };
  throw new CommandFailure(
    EXIT.usage,
    'The service tells the secret of what is made only once.',
    'Nothing was sent. Give --save FILE for it, or --show-secret to have it printed.',
  );
}

/** Puts the secret that came into its place; a place for none is taken away again. */
export async function keepSecret(
  place: Place,
  results: readonly Sent[],
  { say, warn }: { readonly say: (line: string) => void; readonly warn: (line: string) => void },
): Promise<void> {
  const [secret] = results.flatMap(({ written }) => (written?.kind === 'secret' ? [written.secret.value] : []));
  if (place.kind === 'stdout') {
    if (secret !== undefined) say(secret);
    return;
  }
  const { file, path } = place;
  try {
    if (secret === undefined) return;
    await file.writeFile(secret.endsWith('\n') ? secret : `${secret}\n`);
    await file.sync();
    warn(`Saved to ${path}.`);
  } finally {
    await file.close();
    if (secret === undefined) await rm(path, { force: true });
  }
}
