import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { isBusy } from '../../../journal/database.ts';
import { prepareFile } from '../../../lib/regular-file.ts';

const Row = z.object({ record: z.string() });

/** Records of rotations of API keys, and the lock that lets one program at a time rotate keys. */
export type Rotations = {
  readonly read: (where: string) => string | null;
  /** When the record is on the disk. @throws the system's error. */
  readonly write: (where: string, record: string) => void;
  readonly remove: (where: string) => void;
  /** Ends the lock. It also ends with the process. */
  readonly close: () => void;
};

/**
 * Opens the file of rotations beside the journal, for this program alone; null while another program has it. It is a file of its
 * own, because the lock has to end with a killed process and other programs go on writing to the journal. @throws the system's error.
 */
export function openRotations(path: string): Rotations | null {
  prepareFile(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 250; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = EXTRA');
    database.exec('BEGIN EXCLUSIVE');
    database.exec(
      'CREATE TABLE IF NOT EXISTS rotations (place TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT, WITHOUT ROWID',
    );
    database.exec('COMMIT');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  const put = database.prepare('INSERT OR REPLACE INTO rotations VALUES (?, ?)');
  const get = database.prepare('SELECT record FROM rotations WHERE place = ?');
  const drop = database.prepare('DELETE FROM rotations WHERE place = ?');
  return {
    read: (where) => Row.safeParse(get.get(where)).data?.record ?? null,
    write: (where, record) => {
      put.run(where, record);
    },
    remove: (where) => {
      drop.run(where);
    },
    close: () => database.close(),
  };
}
