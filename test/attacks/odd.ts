import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { soon, storyClock } from '../driver/time.ts';
import { NOTHING, openService, plainRows } from './doors.ts';
import { actingIn, expectNothingRan, expectSentence, expectUntouched, linesOf } from './harmless.ts';
import { payloadsFor, setOutCanary } from './payloads.ts';
import { eachOf, openProgram, runHere } from './program.ts';

/** SSH keys of the operator that are pipes, folders, endless or hostile: the console starts and knows the others. */
export async function ownKeys(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService({ ...NOTHING, sshKeys: plainRows('sshKeys', 2) });
  const { home } = openProgram();
  const folder = join(home.folder, '.ssh');
  mkdirSync(join(folder, 'folder.pub'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'hostile.pub'), `ssh-ed25519 AAAA ${payloads.map(({ text }) => text).join(' ')}`);
  writeFileSync(join(folder, 'large.pub'), 'A'.repeat(3_000_000));
  await runHere('mkfifo', [join(folder, 'pipe.pub'), join(folder, 'pipe')], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  const console = await openConsole({ args: [], env: { ...service.env, HOME: home.folder } });
  await console.seeLoaded('4 SSH keys ─ 2');
  console.type('4?');
  await console.see('Search');
  console.press('Esc', 'Ctrl-C');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expectUntouched(console, payloads);
  expectNothingRan(canary);
}

/** Values of Retry-After. */
const WAITS = ['9999999999', '2147483648', '-1', '1e9', 'NaN', 'Fri, 31 Dec 9999 23:59:59 GMT', '0'];
export const WAIT_TEXTS = WAITS.length;

/** Service with extreme values of Retry-After: it gets few requests, and the command line does not wait for it. */
export async function longWaits(): Promise<void> {
  await eachOf(WAITS, async (wait) => {
    const service = await openService();
    service.answer((_, response) => response.writeHead(429, { 'retry-after': wait }).end('{}'));
    const { run } = openProgram(service.env);
    const began = storyClock().steady();
    const ran = await run(['get', 'volumes']);
    expectSentence(ran, wait);
    expect(ran.code, wait).not.toBe(0);
    expect(storyClock().steady() - began, wait).toBeLessThan(20_000);
    expect(service.asked().length, wait).toBeLessThan(10);
  });
  const service = await openService();
  service.answer((_, response) => response.writeHead(503, { 'retry-after': '9999999999' }).end('{}'));
  const console = await openConsole({ args: ['--refresh', '0.5', '--refresh-hidden', '0.5'], env: service.env });
  await console.see('Next try');
  const before = service.asked().length;
  console.press('?');
  await console.see('Search');
  console.press('Esc');
  await console.gone('Search');
  expect(service.asked().length).toBeLessThan(before + 10);
  // The operator can still refresh.
  console.do('refresh');
  await soon(() => expect(service.asked().length).toBeGreaterThan(before));
}

/** Invalid values: huge numbers, incomplete texts, other types. */
const VALUES: readonly unknown[] = [
  ...[1e308, -1, 0.5, 1e21, Number.MAX_SAFE_INTEGER, 0, true, [], {}, [[[[]]]], '5', ' ', null],
  ...['$1e400', '$-5', '$0.0000000000000000000000001', `$${'9'.repeat(400)}`, '€', '$$5', '0x10', '١٢٣', '5,5', 'NaN'],
];
export const ODD_VALUES = VALUES.length;

/** Puts each into every field once: tables, console, exposure and history go on. */
export async function oddValues(): Promise<void> {
  const fields = Object.keys(plainRows('bids', 1)[0] ?? {}).filter((name) => name !== 'fid');
  const rows = (list: 'bids' | 'instances' | 'volumes' | 'sshKeys' | 'apiKeys') =>
    VALUES.flatMap((value, v) =>
      [...new Set([...fields, ...Object.keys(plainRows(list, 1)[0] ?? {})])]
        .filter((name) => name !== 'fid')
        .map((name) => ({
          ...plainRows(list, 1)[0],
          fid: `${list}-${v}-${name}`,
          name: `n-${v}-${name}`,
          [name]: value,
        })),
    );
  const lists = {
    bids: rows('bids'),
    instances: rows('instances'),
    volumes: rows('volumes'),
    sshKeys: rows('sshKeys'),
    apiKeys: rows('apiKeys'),
  };
  const service = await openService(lists);
  const { run } = openProgram(service.env);
  for (const list of ['bids', 'instances', 'volumes', 'ssh-keys', 'api-keys']) {
    const { code, out, err } = await run(['get', list, '-o', 'csv']);
    expect(err, list).not.toMatch(/\n\s+at |Error/);
    // Unreadable rows are reported as a failure; the others are printed.
    expect([0, 1], list).toContain(code);
    expect(linesOf(out).length, list).toBeGreaterThan(100);
  }
  const console = await openConsole({ args: [], env: service.env });
  await console.seeLoaded(/1 Bids ─ \d+/);
  for (const pane of ['1', '2', '3', '4', '5']) {
    console.type(`${pane}zz`);
    for (let page = 0; page < 4; page++) console.press('PgDn', 'Enter', 'Esc');
    for (let column = 0; column < 4; column++) console.do('group');
    console.type(',n,szz');
  }
  console.press('1', '$');
  await console.see('cost unknown for');
  console.press('Esc', 'h', 'Esc', 'e', 'Esc', 'N', 'Esc');
  console.press('?');
  await console.see('Search');
  expect(console.ending()).toBeNull();
}

/** Invalid environment variables: the program starts, or reports the error in one line. */
const ENVIRONMENTS: readonly Readonly<Record<string, string | undefined>>[] = [
  { TERM: undefined },
  { TERM: 'dumb' },
  { TERM: '../../../etc/passwd' },
  { HOME: undefined },
  { HOME: '/dev/null' },
  { HOME: '/no/such/folder', XDG_CACHE_HOME: '/no/such', XDG_STATE_HOME: '/no/such', XDG_DATA_HOME: '/no/such' },
  { XDG_CACHE_HOME: '/dev/full/x', XDG_STATE_HOME: '/dev/full/x', XDG_DATA_HOME: '/dev/full/x' },
  { TMPDIR: '/no/such/folder' },
  { LANG: 'C', LC_ALL: 'xx_YY.\u001b[2J' },
  { TZ: '../../../etc/passwd\u001b[2J' },
  { COLUMNS: '-1', LINES: '1e9' },
  { PATH: '' },
  { FORCE_COLOR: '9', COLORTERM: '\u001b]0;x\u0007', TERM_PROGRAM: '\u001b]0;x\u0007' },
  { http_proxy: '\u001b]0;x\u0007', HTTPS_PROXY: 'not a url\u001b[2J', NO_PROXY: '\u001b[2J' },
  { SSH_AUTH_SOCK: '/dev/null', TMUX: '\u001b[2J', SSH_CONNECTION: '\u001b[2J' },
  { INK_SCREEN_READER: '\u001b[2J', CI: '\u001b[2J' },
];
export const ENVIRONMENT_COUNT = ENVIRONMENTS.length;

export async function oddEnvironments(): Promise<void> {
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 2) });
  const { run } = openProgram(service.env);
  await eachOf([...ENVIRONMENTS.entries()], async ([n, env]) => {
    const what = JSON.stringify(env);
    // A third of them each: starting a program takes time, and all read the environment in the same way.
    const args = [['get', 'bids'], ['doctor'], ['complete', '--', 'bid', 'pause', '']][n % 3] ?? [];
    const ran = await run(args, env);
    if (args[0] === 'doctor') expect(actingIn(ran.out + ran.err), what).toEqual([]);
    else expectSentence(ran, what);
  });
}
