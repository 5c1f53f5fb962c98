import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NOTHING_KNOWN, parseAnswer } from '../../../../src/features/machines/reader/parse-sample.ts';
import { HELLO, SCRIPT } from '../../../../src/features/machines/reader/script.ts';
import type { Sample } from '../../../../src/features/machines/reading.ts';
import { killIfRunning, processesWithin } from '../../../driver/processes.ts';
import { soon } from '../../../driver/time.ts';
import { TOOLS } from '../../../driver/tools.ts';
import { NOON } from '../../../store/hand-clock.ts';

/** Programs that the script uses, apart from GPU tools; the real ones, or those of busybox. */
const PROGRAMS = ['sed', 'head', 'df', 'nproc', 'getconf', 'sleep', 'cat', 'tr', 'kill'];

/** Longest time until nothing of the script is left, in milliseconds. */
const ENDS_MS = 5000;

/** The path of a program; null when this machine does not have it. */
function find(program: string): string | null {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, program));
  return paths.find((path) => existsSync(path)) ?? null;
}

type Way = { readonly shell: readonly string[]; readonly timeout: boolean };

/** A folder with a PATH of its own: scripted tools and few other programs. */
function home({ timeout }: Way, tool: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'script-'));
  mkdirSync(join(folder, 'bin'));
  for (const program of [...PROGRAMS, ...(timeout ? ['timeout', 'true'] : ['true'])]) {
    const at = find(program);
    if (at !== null) symlinkSync(at, join(folder, 'bin', program));
  }
  // The script adds the folders of the system to its PATH: a program that is not to be found fails instead.
  if (!timeout) writeFileSync(join(folder, 'bin', 'timeout'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(folder, 'bin', 'nvidia-smi'), tool, { mode: 0o755 });
  return folder;
}

/** The script in a shell, as `ssh` would start it: its text and the requests come over one stdin. */
function started(way: Way, tool: string) {
  const folder = home(way, tool);
  const [shell = 'sh', ...args] = way.shell;
  const child = spawn(find(shell) ?? shell, args, {
    cwd: folder,
    env: { PATH: join(folder, 'bin'), HOME: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    for (const { pid } of processesWithin(folder)) killIfRunning(pid);
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  const until = async (line: string): Promise<string> => {
    while (!printed.includes(`${line}\n`)) await once(child.stdout, 'data');
    const at = printed.indexOf(`${line}\n`);
    const before = printed.slice(0, at);
    printed = printed.slice(at + line.length + 1);
    return before;
  };
  const request = async (what: string, id: number): Promise<Sample> => {
    child.stdin.write(`${what} ${id}\n`);
    return parseAnswer((await until(`end ${id}`)).split('\n'), NOTHING_KNOWN, NOON).sample;
  };
  child.stdin.write(SCRIPT);
  return { child, folder, until, request };
}

const SHELLS: readonly Way[] = [
  ...['dash', 'bash', 'ksh', 'mksh'].map((shell) => ({ shell: [shell], timeout: true })),
  { shell: ['bash', '--posix'], timeout: true },
  { shell: ['zsh', '--emulate', 'sh'], timeout: true },
  { shell: ['busybox', 'sh'], timeout: true },
  // A login shell that is not POSIX, which `exec sh` replaces.
  { shell: ['fish', '-c', 'exec /bin/sh'], timeout: true },
  { shell: ['csh', '-c', 'exec /bin/sh'], timeout: true },
  { shell: ['dash'], timeout: false },
  { shell: ['bash'], timeout: false },
  { shell: ['busybox', 'sh'], timeout: false },
];

const HERE = SHELLS.filter(({ shell: [program = ''] }) => find(program) !== null);

describe.for(HERE)('the script in $shell, with the program timeout: $timeout', (way) => {
  test('reads the machine, request by request, and ends with its input', async () => {
    const { child, folder, until, request } = started(way, TOOLS.steady);
    await until(HELLO);
    const all = await request('all', 1);
    expect(all.gpus.kind === 'read' ? all.gpus.gpus.map(({ processes }) => processes.length) : all).toEqual(
      Array.from({ length: 8 }, () => 1),
    );
    expect(all.load).toHaveLength(3);
    expect(all.disk?.total).toBeGreaterThan(0);
    for (let id = 2; id < 6; id++) expect((await request('gpus', id)).gpus.kind).toBe('read');
    expect(await request('host', 6)).toMatchObject({ gpus: { kind: 'no-gpu' }, processors: expect.any(Number) });
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
    await soon(() => expect(processesWithin(folder)).toEqual([]), ENDS_MS);
    // Those with a dot are of fish itself.
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['bin']);
  });

  test('sends little of a tool that prints a megabyte', async () => {
    const { child, until } = started(way, TOOLS.flood);
    await until(HELLO);
    child.stdin.write('all 1\n');
    expect((await until('end 1')).length).toBeLessThan(64 * 1024);
    child.stdin.end();
  });
});

test('in every shell a tool that hangs is ended, and nothing of it is left', async () => {
  await Promise.all(
    HERE.map(async (way) => {
      const { child, folder, until, request } = started(way, TOOLS.hanging);
      await until(HELLO);
      expect((await request('gpus', 1)).gpus).toEqual({ kind: 'hangs' });
      child.stdin.end();
      await soon(() => expect(processesWithin(folder)).toEqual([]), ENDS_MS);
    }),
  );
});
