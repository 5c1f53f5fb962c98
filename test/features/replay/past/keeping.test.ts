import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { beyondBounds, type Known } from '../../../../src/features/replay/past/keeper.ts';
import { past } from '../../../../src/features/replay/settings.ts';
import { NO_VALUES } from '../../../../src/lib/typed-key.ts';
import { NO_RUN_HISTORY } from '../../../../src/store/run-history.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { bid, consoleWith, instance } from '../../../store/made.ts';
import { entriesOf, recordingIn } from '../recorded.ts';
import { openPastConsole, TOKEN } from './console.ts';

const MEGABYTE = 1024 * 1024;

test('what a console shows is kept in a file that only its owner can read, without its token and without secrets', async () => {
  const console = openPastConsole({ start: consoleWith({ bids: [bid('train')] }) });
  const secret = { startup_script: 'export KEY=hush', private_key: 'hush hush' };
  console.arrive({ bids: [bid('train', { name: `of ${TOKEN}`, launch_specification: secret, ...secret })] });
  await console.pass(2000);
  await console.keeper.parts();
  const [name = ''] = console.files();
  expect(statSync(join(console.folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(console.folder).mode & 0o777).toBe(0o700);
  const text = console.textOf(name);
  expect(text).toContain('of $SPOTDECK_TOKEN');
  expect(text).not.toContain(TOKEN);
  expect(text).not.toContain('hush');
  expect(recordingIn(text).flaw).toBeNull();
});

test('with keep_past = false nothing is kept, also when it is set while the console runs', async () => {
  const off = past.put(NO_VALUES, false);
  const start = consoleWith({ bids: [bid('train')] });
  const console = openPastConsole({ start: { ...start, connected: { ...start.connected, own: off } } });
  console.arrive({ bids: [bid('train', { status: 'Open' })] });
  await console.pass(5000);
  expect(await console.keeper.parts()).toEqual([]);
  expect(console.files()).toEqual([]);

  const set = openPastConsole({ start });
  await set.keeper.parts();
  set.live.setState({ connected: { ...start.connected, own: off } });
  const before = set.textOf(set.files()[0] ?? '');
  set.arrive({ bids: [bid('train', { status: 'Open' })] });
  await set.pass(5000);
  await set.keeper.parts();
  expect(set.textOf(set.files()[0] ?? '')).toBe(before);
});

test('all files together stay within their size: the oldest go, and what is left can be shown', async () => {
  const console = openPastConsole({ maxBytes: MEGABYTE });
  const rows = (n: number) =>
    Array.from({ length: 100 }, (_, at) => bid(`b${at}`, { name: `${n} ${'x'.repeat(900)}` }));
  let most = 0;
  for (let n = 0; n < 60; n++) {
    console.arrive({ bids: rows(n) });
    await console.pass(2000);
    await console.keeper.parts();
    const sizes = console.files().map((name) => statSync(join(console.folder, name)).size);
    most = Math.max(
      most,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  }
  expect(console.keeper.problem()).toMatch(/^The past is no longer kept: .* the lists are too large for it\.$/);
  expect(most).toBeLessThanOrEqual(MEGABYTE);
});

test('a part ends after many lines, and the next one begins with whole lists, so that each can be shown alone', async () => {
  const console = openPastConsole({ start: consoleWith({ bids: [bid('train')], instances: [instance('i')] }) });
  for (let n = 0; n < 1600; n++) {
    console.arrive({ bids: [bid('train', { instance_quantity: n })] });
    if (n % 100 === 0) await console.pass(1000);
  }
  await console.pass(1000);
  const parts = await console.keeper.parts();
  expect(parts).toHaveLength(2);
  const [, second = ''] = console.files();
  const lists = entriesOf(recordingIn(console.textOf(second))).flatMap((entry) =>
    entry.kind === 'list' ? [entry.list] : [],
  );
  expect(new Set(lists)).toEqual(new Set(['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys']));
});

test('a full disk is one notice; the console goes on, and what is kept can still be shown', async () => {
  let isFull = false;
  const written: string[] = [];
  const console = openPastConsole({
    disk: {
      append: async (_, text) => {
        if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        written.push(text);
      },
    },
  });
  await console.pass(2000);
  await console.keeper.parts();
  isFull = true;
  console.arrive({ bids: [bid('train')] });
  await console.pass(2000);
  await console.says(/^The past is no longer kept: .*past can't be written: the disk is full\.$/);
  console.arrive({ bids: [bid('train'), bid('render')] });
  await console.pass(2000);
  expect(console.live.getState().lists.bids.rows.size).toBe(2);
  expect(written.length).toBeGreaterThan(0);
});

test('a folder that cannot be written is one notice, never a crash', async () => {
  const file = join(dirname(newPath()), 'no-folder');
  writeFileSync(file, 'mine');
  const console = openPastConsole({ folder: join(file, 'past') });
  await console.pass(2000);
  await console.says(/^The past is no longer kept: .* can't be written: a part of the path is not a folder\.$/);
  await console.press('{');
  await console.says(/^The past is no longer kept/);
});

test('two consoles of one service never write the same file, and each shows its own past', async () => {
  const first = openPastConsole({ start: consoleWith({ bids: [bid('first')] }) });
  const second = openPastConsole({ start: consoleWith({ bids: [bid('second')] }), folder: first.folder });
  await Promise.all([first.pass(2000), second.pass(2000)]);
  const [own, other] = [await first.keeper.parts(), await second.keeper.parts()];
  expect(own.filter(({ isOwn }) => isOwn)).toHaveLength(1);
  expect(other.filter(({ isOwn }) => isOwn)).toHaveLength(1);
  expect(first.files()).toHaveLength(2);
  await first.press('{');
  await first.shows(0);
  expect([...first.shown().lists.bids.rows.keys()]).toEqual(['first']);
});

test('a console shows what the one before it has kept, and of another project nothing', async () => {
  const first = openPastConsole({ start: consoleWith({ bids: [bid('before')] }) });
  await first.pass(5000);
  await first.keeper.stop();
  const start = consoleWith({ bids: [bid('after')] });
  const next = openPastConsole({ start, folder: first.folder, at: start.now + 90_000 });
  await next.pass(3000);
  await next.press('{');
  await next.shows(0);
  expect([...next.shown().lists.bids.rows.keys()]).toEqual(['before']);

  const elsewhere = consoleWith({ bids: [bid('other')] });
  const other = openPastConsole({
    start: { ...elsewhere, connected: { ...elsewhere.connected, project: 'proj_other' } },
    folder: first.folder,
    at: start.now + 90_000,
  });
  await other.pass(3000);
  await other.press('{');
  await other.shows(90_000);
  expect([...other.shown().lists.bids.rows.keys()]).toEqual(['other']);
});

test('the past of a market in memory goes with its console', async () => {
  const console = openPastConsole({ journal: ':memory:' });
  await console.pass(3000);
  await console.keeper.parts();
  expect(console.files()).toHaveLength(1);
  await console.keeper.stop();
  expect(console.files()).toEqual([]);
});

test('a file that is no recording, or is cut off, is left out with a sentence, and what is before it is shown', async () => {
  const first = openPastConsole({ start: consoleWith({ bids: [bid('before')] }) });
  await first.pass(3000);
  await first.keeper.stop();
  const [name = ''] = first.files();
  const damaged = name
    .replace(/^\d+/, (from) => String(Number(from) + 20_000))
    .replace(/-[0-9a-f]{12}\./, '-0123456789ab.');
  mkdirSync(first.folder, { recursive: true });
  writeFileSync(join(first.folder, damaged), 'no recording\n');
  writeFileSync(join(first.folder, 'other.txt'), 'mine');
  const start = consoleWith({ bids: [bid('after')] });
  const next = openPastConsole({ start, folder: first.folder, at: start.now + 90_000 });
  await next.pass(3000);
  await next.press('{');
  await next.shows(0);
  await next.says(/^A part of the past is left out: .* is not a recording of spotdeck\.$/);
  expect(next.files()).toContain('other.txt');
});

test('what was known at the beginning of parts is kept within its bytes: of the oldest parts it goes', () => {
  const known: Known = {
    samples: Array.from({ length: 100 }, (_, at) => ({ at, running: 1, costMicros: null })),
    runHistory: NO_RUN_HISTORY,
    preempting: new Map(),
  };
  const part = (from: number) => ({ path: String(from), from, isOwn: true, until: null, known });
  const parts = [part(1), { ...part(2), known: null }, part(3), part(4)];
  expect(beyondBounds(parts, 100_000)).toEqual([]);
  expect(beyondBounds(parts, 9000).map(({ from }) => from)).toEqual([1]);
  expect(beyondBounds(parts, 10).map(({ from }) => from)).toEqual([1, 3, 4]);
});
