import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { runsPrograms } from '../driver/environment.ts';
import { countCharacters } from '../lib/looked-at.ts';
import { NOTHING, openService, plainRows } from './doors.ts';
import { linesOf } from './harmless.ts';
import { openProgram } from './program.ts';

/** Peak memory of a process, in MiB. */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const MEGABYTE = 1024 * 1024;
/** Memory limit that the console promises. */
const MAX_MIB = 400;

const LONG = [1_000_000, 3_000_000];
export const LONG_TEXTS = LONG.length;

/** How often a character of a text may be looked at in what the keys of an operator open. */
const LOOKS = 8;

/** Texts of a million characters in every field: no part of the screen looks at them again and again. */
export async function longTexts(): Promise<void> {
  for (const length of LONG) {
    const text = '界a\u0301'.repeat(length / 3);
    const service = await openService({
      ...NOTHING,
      bids: plainRows('bids', 2).map((bid) => ({
        ...bid,
        name: text,
        region: text.slice(0, 100_000),
        status: text.slice(0, 100_000),
      })),
    });
    const console = await openConsole({ args: ['--refresh', '60', '--refresh-hidden', '60'], env: service.env });
    await console.seeLoaded('1 Bids ─ 2');
    const counting = countCharacters();
    try {
      console.press('j', 'Enter');
      await console.see('Identifier');
      console.press('Esc', ':', 'Esc', '/', 'a', 'Esc', 'y', 'Esc');
      console.press('Enter');
      await console.see('Identifier');
      expect(counting.count()).toBeLessThan(LOOKS * length);
    } finally {
      counting.end();
    }
    console.press('Ctrl-C');
    await console.ended();
  }
}

/** Texts on which a careless pattern takes for ever. */
const SLOW: readonly ((length: number) => string)[] = [
  (length) => '-'.repeat(length),
  (length) => ' '.repeat(length),
  (length) => 'a@'.repeat(length / 2),
  (length) => '0:'.repeat(length / 2),
  (length) => `${'1'.repeat(length)}x`,
  (length) => '[['.repeat(length / 2),
  (length) => '\u001b['.repeat(length / 2),
  (length) => '\n\t'.repeat(length / 2),
  (length) => '"'.repeat(length),
  (length) => `$${'9'.repeat(length)}.${'0'.repeat(length)}`,
  (length) => 'e\u0301'.repeat(length / 2),
  (length) => '{fid}'.repeat(length / 5),
  (length) => '.'.repeat(length),
];
export const SLOW_TEXTS = SLOW.length;

/** Length of these texts from the service, and one at which a pattern of which that is true does not come to an end. */
const [SENT_LENGTH, HANGING_LENGTH] = [50_000, 1_000_000];

/** Each list, completion and `ssh-config` on texts that make patterns slow: no character is looked at again and again. */
export async function slowTexts(): Promise<void> {
  const fields = ['name', 'region', 'status', 'limit_price', 'ssh_destination', 'public_key', 'snippet', 'created_at'];
  const slow = SLOW.map((make) => make(SENT_LENGTH));
  const rows = (list: 'bids' | 'instances' | 'sshKeys' | 'apiKeys' | 'volumes') =>
    plainRows(list, slow.length).map((row, n) => ({
      ...row,
      ...Object.fromEntries(fields.map((name) => [name, slow[n]])),
    }));
  const service = await openService({
    bids: rows('bids'),
    instances: rows('instances'),
    volumes: rows('volumes'),
    sshKeys: rows('sshKeys'),
    apiKeys: rows('apiKeys'),
  });
  const { run } = openProgram(service.env);
  const listed = fields.length * slow.join('').length;
  const counting = countCharacters();
  try {
    for (const args of [
      ['get', 'bids', '--filter', 'name:nothing'],
      ['ssh-config'],
      ['complete', '--', 'bid', 'pause', ''],
      ['get', 'instances', '-o', 'ndjson'],
      ['get', 'ssh-keys', '-o', 'csv', '--columns', 'type'],
    ]) {
      const before = counting.count();
      await run(args);
      expect(counting.count() - before, args.join(' ')).toBeLessThan(LOOKS * listed);
    }
    const before = counting.count();
    const page = `<${'<title'.repeat(100_000)}`;
    service.answer((_, response) => response.writeHead(400).end(page));
    await run(['get', 'volumes']);
    expect(counting.count() - before).toBeLessThan(LOOKS * page.length);
  } finally {
    counting.end();
  }
  if (!runsPrograms) expect(counting.patterns()).not.toEqual([]);
  // A pattern that tries much in vain hangs on these.
  for (const make of SLOW) for (const pattern of counting.patterns()) make(HANGING_LENGTH).replace(pattern, '');
}

/** Response nested a hundred thousand levels deep: one sentence, no stack. */
export async function deepAnswers(): Promise<void> {
  const service = await openService();
  const { run } = openProgram(service.env);
  for (const body of [
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `[{"fid":"a","name":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`,
    `${'{"detail":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ])
    for (const status of [200, 400]) {
      service.answer((_, response) => response.writeHead(status).end(body));
      const { code, out, err } = await run(['get', 'volumes']);
      expect(code === 0 ? linesOf(out).length : code).toBeGreaterThan(0);
      expect(linesOf(err).length).toBeLessThanOrEqual(2);
      expect(err).not.toMatch(/\n\s+at |RangeError/);
    }
}

/** Small responses that unpack to gigabytes, on all lists at once: the console keeps within its memory and reports the error. */
export async function bombs(): Promise<void> {
  const block = gzipSync(Buffer.alloc(32 * MEGABYTE, ' '));
  const bomb = Buffer.concat([gzipSync('['), ...Array.from({ length: 32 }, () => block)]);
  const service = await openService();
  service.answer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  );
  const console = await openConsole({ args: ['--refresh', '0.5', '--refresh-hidden', '0.5'], env: service.env });
  await console.see('longer than', { timeout: 20_000 });
  console.do('refresh');
  await console.see(/Next try|longer than/);
  expect(peakOf(console.pid)).toBeLessThan(MAX_MIB);
  console.press('Ctrl-C');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
}
