import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** More than the longest secret, a private RSA key. */
const RESERVED_BYTES = 16 * 1024;

export type NewFile = {
  readonly path: string;
  /** Resolves with the text on the disk. @throws the system's error, without the file */
  readonly write: (text: string) => Promise<void>;
  readonly discard: () => Promise<void>;
};

/** Random letters take real space: zeros could stay a hole. */
const reservation = (): Buffer =>
  Buffer.from(`reserved for a secret: ${randomBytes(RESERVED_BYTES).toString('base64')}`);

/** Reserves disk space: unsynced data may not fit later. @throws the system's error, without a file */
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
    await writeAt(file, reservation());
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

/** The system may accept a part at a time. */
async function writeAt(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.byteLength - at, at);
    at += bytesWritten;
  }
}

/** The folder holds a new file's name. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch {
    // Some systems can't sync a folder; the file itself was.
  }
}
