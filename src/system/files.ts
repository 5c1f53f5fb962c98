import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Outcome } from '../api/result.ts';
import { describeError } from '../lib/os-error.ts';
import { requireRegularFile } from '../lib/regular-file.ts';
import { reserveFile } from '../lib/reserve-file.ts';
import { endInWords, runInTerminal, type TerminalEnd } from './run-in-terminal.ts';

/** More than this is no startup script and no key. */
const MAX_BYTES = 1024 * 1024;

/** `~` and `~/…` are the operator's home folder. */
export function inHome(path: string): string {
  return resolve(path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path);
}

/** A file's text, or a sentence that says why there is none. */
export async function readText(path: string): Promise<Outcome<string, string>> {
  const where = inHome(path);
  try {
    requireRegularFile(where);
    const text = await readFile(where);
    if (text.byteLength > MAX_BYTES) return { ok: false, error: `${where} is larger than a megabyte.` };
    return { ok: true, value: text.toString('utf8') };
  } catch (error) {
    return { ok: false, error: `${where} can not be read: ${describeError(error)}.` };
  }
}

/** Saves a secret to a file that did not exist and that only its owner can read; answers with where it is. */
export async function saveSecret(path: string, text: string): Promise<Outcome<string, string>> {
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

/** Lets an editor change a text in a private file; `run` gives it the terminal. */
export async function editInEditor(
  text: string,
  editor: string,
  withTerminal: (meanwhile: () => Promise<void>) => Promise<void>,
): Promise<Outcome<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'spotdeck-'));
  const path = join(folder, 'text');
  const [program = 'vi', ...args] = editor.split(/\s+/).filter((part) => part !== '');
  let problem: string | null = null;
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text).finally(() => file.close());
    await withTerminal(async () => {
      problem = fileProblem(program, await runInTerminal(program, [...args, path]));
    });
    if (problem !== null) return { ok: false, error: problem };
    return { ok: true, value: (await readFile(path, 'utf8')).replace(/\n$/, '') };
  } catch (error) {
    return { ok: false, error: `The text could not be edited: ${describeError(error)}.` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why an editor's text does not count; null when it ended well. */
function fileProblem(program: string, end: TerminalEnd): string | null {
  if (end.kind === 'not-started') return `${program} could not be started: ${end.why}.`;
  return end.kind === 'code' && end.code === 0
    ? null
    : `${program} ended with ${endInWords(end)}; the text is as it was.`;
}
