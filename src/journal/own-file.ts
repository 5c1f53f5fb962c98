import { DatabaseSync } from 'node:sqlite';
import { prepareFile } from '../lib/regular-file.ts';
import { isBusy } from './database.ts';
import type { Statement } from './file.ts';

/** A file beside the journal that this program alone has open. */
export type OwnFile = {
  readonly prepare: (sql: string) => Pick<Statement, 'run' | 'get'>;
  /** Ends the lock. It also ends with the process. */
  readonly close: () => void;
};

/**
 * Opens a file beside the journal for this program alone, with tables that `create` makes where there are none; null while another program
 * has it. What was written is on the disk. @throws the system's error.
 */
export function openOwnFile(path: string, create: string): OwnFile | null {
  prepareFile(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 250; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = EXTRA');
    database.exec('BEGIN EXCLUSIVE');
    database.exec(create);
    database.exec('COMMIT');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { prepare: (sql) => database.prepare(sql), close: () => database.close() };
}
