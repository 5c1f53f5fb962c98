import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Outcome } from '../api/result.ts';
import { requireRegularFile } from '../lib/files.ts';
import { describeError } from '../lib/os-error.ts';
import { reserveFile } from '../lib/reserve-file.ts';
import { commandWords, decodeText, mendNote, mendText, NO_TEXT } from '../lib/text.ts';
import { endInWords, runInTerminal, type TerminalEnd } from './run-in-terminal.ts';
import { system } from './system.ts';

/** Startup scripts and keys are smaller. */
const MAX_BYTES = 1024 * 1024;

/** Expands `~` and `~/…`. */
export function inHome(path: string): string {
  const { home, folder } = system();
  return path === '~' || path.startsWith('~/') ? join(home(), path.slice(1)) : resolve(folder(), path);
}

export async function readBytes(path: string, most = MAX_BYTES): Promise<Outcome<Buffer, string>> {
  const where = inHome(path);
  const megabytes = most === MAX_BYTES ? 'a megabyte' : `${most / MAX_BYTES} megabytes`;
  const tooLarge = { ok: false, error: `${where} is larger than ${megabytes}.` } as const;
  try {
    requireRegularFile(where);
    if ((await stat(where)).size > most) return tooLarge;
    const bytes = await readFile(where);
    return bytes.byteLength > most ? tooLarge : { ok: true, value: bytes };
  } catch (error) {
    return { ok: false, error: `${where} can't be read: ${describeError(error)}.` };
  }
}

export async function readText(path: string, most = MAX_BYTES): Promise<Outcome<string, string>> {
  const read = await readBytes(path, most);
  if (!read.ok) return read;
  const text = decodeText(read.value);
  if (text === null) return { ok: false, error: `${inHome(path)} can't be read: ${NO_TEXT}.` };
  return { ok: true, value: mendText(text) };
}

/** Only its owner can read it. Returns the path. */
export async function saveFile(path: string, text: string): Promise<Outcome<string, string>> {
  if (path === '') return { ok: false, error: 'Type the path of a new file.' };
  const where = inHome(path);
  try {
    const file = await reserveFile(where);
    await file.write(text);
    return { ok: true, value: where };
  } catch (error) {
    return { ok: false, error: `${where} was not saved: ${describeError(error)}.` };
  }
}

/** Edits a private file. `note` tells about mended characters. */
export async function editInEditor(
  text: string,
  editor: string,
  withTerminal: (meanwhile: () => Promise<void>) => Promise<void>,
): Promise<Outcome<{ readonly text: string; readonly note: string | null }, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'spotdeck-'));
  const path = join(folder, 'text');
  const [written = 'vi', ...args] = commandWords(editor);
  const program = written.startsWith('~/') ? inHome(written) : written;
  let problem: string | null = null;
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text).finally(() => file.close());
    await withTerminal(async () => {
      problem = fileProblem(program, await runInTerminal(program, [...args, path], 'tool'));
    });
    if (problem !== null) return { ok: false, error: problem };
    const edited = decodeText(await readFile(path));
    if (edited === null) return { ok: false, error: `The edited text is not taken: ${NO_TEXT}.` };
    const mended = mendText(edited);
    return {
      ok: true,
      value: { text: mended.replace(/\n$/, ''), note: mendNote('The edited text', edited, mended) },
    };
  } catch (error) {
    return { ok: false, error: `The text could not be edited: ${describeError(error)}.` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fileProblem(program: string, end: TerminalEnd): string | null {
  if (end.kind === 'not-started') return `${program} could not be started: ${end.why}.`;
  return end.kind === 'code' && end.code === 0
    ? null
    : `${program} ended with ${endInWords(end)}; the text is as it was.`;
}
