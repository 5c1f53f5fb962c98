import * as z from 'zod';
import type { Outcome } from '../../../api/result.ts';
import { recordsIn } from '../../../journal/access.ts';
import type { OwnFile } from '../../../journal/file.ts';
import { describeError } from '../../../lib/os-error.ts';
import { withoutPeriod } from '../../../lib/words.ts';

const Row = z.object({ record: z.string() });

/**
 * Records and lock of rotations, in a file of their own: the lock ends with a killed process, while other programs go
 * on writing to the journal. Errors are the system's, in words.
 */
export const rotationJournal = recordsIn('rotation', ({ openOwnFile }) => {
  let file: OwnFile | null = null;

  const onDisk = <Result>(act: (file: OwnFile) => Result): Outcome<Result, string> => {
    if (file === null) return { ok: false, error: 'the file is not open' };
    try {
      return { ok: true, value: act(file) };
    } catch (error) {
      return { ok: false, error: withoutPeriod(describeError(error)) };
    }
  };

  return {
    /** False while another program has the lock. */
    beginRotation: (path: string): Outcome<boolean, string> => {
      if (file !== null) return { ok: true, value: false };
      try {
        file = openOwnFile(
          path,
          'CREATE TABLE IF NOT EXISTS rotations (place TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID',
        );
        return { ok: true, value: file !== null };
      } catch (error) {
        return { ok: false, error: withoutPeriod(describeError(error)) };
      }
    },
    readRotation: (where: string): Outcome<string | null, string> =>
      onDisk(({ prepare }) => {
        const row = prepare('SELECT record FROM rotations WHERE place = ?').get(where);
        return Row.safeParse(row).data?.record ?? null;
      }),
    /** Null removes the record. It is on the disk afterwards. */
    writeRotation: (where: string, record: string | null): Outcome<null, string> =>
      onDisk(({ prepare }) => {
        if (record === null) prepare('DELETE FROM rotations WHERE place = ?').run(where);
        else prepare('INSERT OR REPLACE INTO rotations VALUES (?, ?)').run(where, record);
        return null;
      }),
    /** The lock also ends with the process. */
    endRotation: (): void => {
      file?.close();
      file = null;
    },
  };
});
