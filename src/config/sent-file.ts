import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Outcome } from '../api/result.ts';
import { readTextFile } from '../lib/files.ts';
import { isInFolder } from '../lib/folders.ts';
import { describeError } from '../lib/os-error.ts';
import { secretIn } from '../lib/secret-text.ts';
import { decodeText, mendNote, mendText, NO_TEXT } from '../lib/text.ts';
import { inHome, readBytes } from '../system/files.ts';
import { ownFolders } from '../system/own-folders.ts';
import { system } from '../system/system.ts';
import { configPath } from './file.ts';

/** `note` names the changes. */
export type TextToSend = { readonly text: string; readonly bytes: number; readonly note: string | null };

const OF_SYSTEM = ['/proc', '/sys', '/dev'];

/** Reads a text to send. It refuses files of spotdeck and the system, keys and binary data. An error is a sentence. */
export async function readToSend(path: string, token: string | null): Promise<Outcome<TextToSend, string>> {
  const refused = (why: string): Outcome<never, string> => ({ ok: false, error: `${path} is not sent: ${why}.` });
  const where = inHome(path);
  try {
    const file = await realpath(where);
    if (OF_SYSTEM.some((folder) => isInFolder(file, folder))) return refused('it is a file of the system');
    if (await isOwn(file)) return refused('it is a file of spotdeck');
  } catch (error) {
    return { ok: false, error: `${where} can't be read: ${describeError(error)}.` };
  }
  const read = await readBytes(where);
  if (!read.ok) return read;
  const text = decodeText(read.value);
  if (text === null) return refused(NO_TEXT);
  const secret = secretIn(text, token);
  if (secret !== null) return refused(`it has ${secret}`);
  const mended = mendText(text);
  return { ok: true, value: { text: mended, bytes: read.value.byteLength, note: mendNote(path, text, mended) } };
}

/**
 * Whether a file is spotdeck's: settings, tokens, journal or logs. Others beside the config file are the operator's.
 */
async function isOwn(file: string): Promise<boolean> {
  const { data, state, cache } = ownFolders();
  const config = configPath(system().environment);
  const tokens = join(dirname(config), 'tokens');
  for (const folder of [data, state, cache, tokens])
    if (isInFolder(file, await realpath(folder).catch(() => folder))) return true;
  // A file may have several names.
  const { dev, ino } = await stat(file);
  const inTokens = (await readdir(tokens).catch(() => [])).map((name) => join(tokens, name));
  for (const one of [config, ...inTokens, ...tokenFilesIn(await tomlIn(config))]) {
    const found = await stat(one).catch(() => null);
    if (found !== null && found.dev === dev && found.ino === ino) return true;
  }
  return false;
}

const Profiles = z.object({ profiles: z.record(z.string(), z.object({ token_file: z.string() }).partial()) }).partial();

/** Files of a rotation beside a token. */
const BESIDE = ['', '.next', '.replaced'];

const tokenFilesIn = (config: unknown): readonly string[] =>
  Object.values(Profiles.safeParse(config).data?.profiles ?? {}).flatMap(({ token_file: file }) =>
    file === undefined ? [] : BESIDE.map((end) => `${inHome(file)}${end}`),
  );

/** Null when it can't be read. */
async function tomlIn(path: string): Promise<unknown> {
  const { parse } = await import('smol-toml');
  try {
    return parse(readTextFile(path));
  } catch {
    return null;
  }
}
