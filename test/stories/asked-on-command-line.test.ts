import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openInTerminal, openMarket } from '../driver/console.ts';
import type { Terminal } from '../driver/terminal.ts';
import { passes } from '../driver/time.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { openScript } from './script.ts';
import { BIDS, changed, named, STILL } from './service.ts';
import { NO_TOKEN, tokenFileOf } from './token-file.ts';

/** A fleet file with a volume that the project does not have. */
const FLEET = join(mkdtempSync(join(tmpdir(), 'asked-')), 'fleet.toml');
writeFileSync(FLEET, '[[volumes]]\nname = "fresh"\nsize_gb = 10\nregion = "us-east1-b"\ndisk_interface = "Block"\n');

/** Commands that ask, what each asks for, and what it says once it is done. */
const ASKING = [
  { args: ['bid', 'cancel', 'render'], typed: 'y', done: 'Cancelled render.' },
  { args: ['bid', 'cancel', 'render', 'sweep-a'], typed: '2', done: 'Cancelled sweep-a.' },
  { args: ['bid', 'update', 'render', '--price', '99'], typed: '99', done: 'Changed render.' },
  { args: ['api-key', 'revoke', 'ci'], typed: 'y', done: 'Revoked ci.' },
  { args: ['volume', 'delete', 'scratch'], typed: 'scratch', done: 'Deleted scratch.' },
  { args: ['apply', FLEET], typed: 'y', done: 'Done: 1 change.' },
];
const EACH = ASKING.map(
  ({ args, typed, done }) => [args.join(' ').replace(FLEET, 'fleet.toml'), args, typed, done] as const,
);

async function asking(): Promise<{
  readonly evidence: Evidence;
  readonly open: (args: readonly string[]) => Terminal;
}> {
  const evidence = await evidenceOf(await openMarket(STILL));
  return { evidence, open: (args) => openInTerminal(args, { env: evidence.env, columns: 120 }) };
}

/** The crash reports in the home of a program. */
const crashesOf = ({ home }: Terminal): readonly string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('crash-'));

describe.each(EACH)('%s', (_, args, typed, done) => {
  test('throws away what was typed before its question, and takes what is typed then', async () => {
    const { evidence, open } = await asking();
    const terminal = open(args);
    terminal.type(`${typed}\r`);
    await passes(100);
    terminal.type(`y\r${typed}\r`);
    await terminal.see(/Type .* to confirm:/);
    await passes(5000);
    expect(evidence.writes()).toEqual([]);
    terminal.type(`${typed}\r`);
    await terminal.see(done);
    expect(await terminal.ended()).toEqual({ code: 0, signal: null });
  });

  test.each([
    ['Ctrl-c', 130],
    ['Ctrl-d', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('left with %s says that nothing was done, and exits with %i', async (how, code) => {
    const { evidence, open } = await asking();
    const terminal = open(args);
    await terminal.see(/Type .* to confirm:/);
    terminal.type(typed);
    if (how === 'SIGTERM' || how === 'SIGHUP') terminal.kill(how);
    else terminal.type(how === 'Ctrl-c' ? '\u0003' : '\u0004');
    await terminal.see('Nothing was done.');
    expect(await terminal.ended()).toEqual({ code, signal: null });
    expect(terminal.raw()).not.toContain('crashed');
    expect(crashesOf(terminal)).toEqual([]);
    expect(evidence.writes()).toEqual([]);
  });
});

test('what a cancellation would stop is judged anew after the answer: nothing is sent when it is something else by then', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const terminal = openInTerminal(['bid', 'update', 'render', '--price', '99'], { env: evidence.env, columns: 120 });
  await terminal.see('to confirm:');
  await changed(market, 'render', { limit_price: '$90.00' });
  terminal.type('99\r');
  await terminal.see('What this would do has changed since it was asked, so nothing was sent.');
  expect((await terminal.ended()).code).toBe(1);
  expect(evidence.writes()).toEqual([]);
  expect((await named(market, BIDS, 'render'))?.['limit_price']).toBe('$90.00');
});

test('login asks for each of its values anew, shows no token, and saves nothing when it is left', async () => {
  const market = await openMarket(STILL);
  const open = () =>
    openInTerminal(['login'], {
      columns: 120,
      env: { SPOTDECK_BASE_URL: undefined, SPOTDECK_TOKEN: undefined, SPOTDECK_PROJECT: undefined },
    });
  const first = open();
  // What is typed before a program runs is echoed by the terminal itself.
  first.type('http://early.example\rproj\rearly\r');
  await first.see('Address of the service:');
  await passes(1000);
  expect(first.shows('Project:')).toBe(false);
  first.type(`${market.origin}\r${market.project}\r`);
  await first.see('Project:');
  await passes(1000);
  expect(first.shows('Access token')).toBe(false);
  first.type(`${market.project}\r`);
  await first.see('Access token or API key (not shown):');
  first.type(market.token);
  first.type('\u0003');
  await first.see('Nothing was done.');
  expect(await first.ended()).toEqual({ code: 130, signal: null });
  expect(existsSync(join(first.home, '.config/spotdeck/config.toml'))).toBe(false);
  expect(crashesOf(first)).toEqual([]);
  expect(first.raw()).not.toContain(market.token);
});

test('a rotation that is left at its question says that the old key still works', async () => {
  const script = await openScript();
  const { token, folder } = tokenFileOf(script);
  const terminal = openInTerminal(['api-key', 'rotate'], {
    columns: 120,
    env: { ...NO_TOKEN, SPOTDECK_CONFIG: join(folder, 'config.toml') },
  });
  await terminal.see('Type yes to confirm:');
  terminal.type('\u0003');
  await terminal.see('Nothing more was done. The old key still works.');
  expect(await terminal.ended()).toEqual({ code: 130, signal: null });
  expect(token()).toBe(script.market.token);
});
