import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** More than the longest secret of the interface, a private RSA key: its room on the disk. */
const RESERVED_BYTES = 16 * 1024;

/** A file that was not there before, readable by its owner alone, with room on the disk for what will be written to it. */
export type NewFile = {
  readonly path: string;
  /** Puts a text in and waits until the disk has it. @throws what the system says; the file is removed then. */
  readonly write: (text: string) => Promise<void>;
  /** Removes the file: there is nothing to write. */
  readonly discard: () => Promise<void>;
};

/**
 * Makes a new file and fills it with bytes that the disk has to keep: zeros could stay a hole, and what only lies in memory may
 * not fit when it is written. @throws what the system says; no file is left behind.
 */
export async function reserveFile(path: string): Promise<NewFile> {
  const file = await open(path, 'wx', 0o600);
  const discard = async (): Promise<void> => {
    await file.close();
    await rm(path, { force: true });
  };
  const orDiscard = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      await discard();
      throw error;
    }
  };
  await orDiscard(async () => {
    await writeAt(file, randomBytes(RESERVED_BYTES));
    await file.sync();
    await syncFolder(dirname(path));
  });
  return {
    path,
    write: async (text) => {
      await orDiscard(async () => {
        const bytes = Buffer.from(text);
        await writeAt(file, bytes);
        await file.truncate(bytes.byteLength);
        await file.sync();
      });
      await file.close();
    },
    discard,
  };
}

/** Writes from the beginning of a file, over what is there: the system may take a part at a time. */
async function writeAt(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.byteLength - at, at);
    at += bytesWritten;
  }
}

/** The name of a new file lies in its folder. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // Not every system can sync a folder; the file itself was.
  }
}
