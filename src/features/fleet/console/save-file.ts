import { readFileSync, realpathSync, statSync } from 'node:fs';
import type { Outcome } from '../../../api/result.ts';
import { describeError } from '../../../lib/os-error.ts';
import { replaceFile, requireOwnFile } from '../../../lib/regular-file.ts';

declare module '../../../store/controller.ts' {
  interface RemotePort {
    /** Puts another text in the place of a fleet file's, while that is still the one that was read. An error is a sentence. */
    readonly saveFleet?: (path: string, before: string, after: string) => Outcome<null, string>;
  }
}

/** Replaces the text of a fleet file, completely or not at all. Its mode and group stay, and so does a link to it. `token` never gets into it. */
export function saveFleet(path: string, before: string, after: string, token: string | null): Outcome<null, string> {
  if (token !== null && token !== '' && after.includes(token) && !before.includes(token))
    return { ok: false, error: 'What would be written has the API key that is in use, so it was not written.' };
  try {
    const file = realpathSync(path);
    requireOwnFile(file);
    const bytes = readFileSync(file);
    if (bytes.toString('utf8') !== before)
      return { ok: false, error: `${path} has changed since it was read, so it was not written. Look at it again.` };
    if (!bytes.equals(Buffer.from(before)))
      return { ok: false, error: `${path} has bytes that are no UTF-8 text, so it was not written.` };
    replaceFile(file, after, statSync(file));
    return { ok: true, value: null };
  } catch (error) {
    return { ok: false, error: `${path} was not written: ${describeError(error)}.` };
  }
}
