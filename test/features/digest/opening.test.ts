import { expect, test } from 'vitest';
import { spendWanted } from '../../../src/features/digest/digest.ts';
import { digestParts, digestSince } from '../../../src/features/digest/opening.ts';
import { digestAfter } from '../../../src/features/digest/settings.ts';
import { bidJournal } from '../../../src/features/money/journal.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { NO_VALUES } from '../../../src/lib/typed-key.ts';
import { dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { pageOpened } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { listFailed } from '../../../src/store/transitions.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { consoles } from '../../store/consoles.ts';
import { apiKey, bid, type Holding, instance, rowsInto, volume } from '../../store/made.ts';
import { moneyFrom } from '../money/known.ts';
import { openSummary, wordsOf } from './absence.ts';

const HOURS = 3_600_000;
const EMPTY = { volumes: [], sshKeys: [], apiKeys: [] };
const runs = (fid: string, of: string, more = {}) => instance(fid, { bid: of, ...more });

/** Two bids with two running instances each. */
const BEFORE: Holding = {
  ...EMPTY,
  bids: [bid('llama', { instance_quantity: 2 }), bid('render', { instance_quantity: 2 })],
  instances: [runs('l1', 'llama'), runs('l2', 'llama'), runs('r1', 'render'), runs('r2', 'render')],
};
/** Both instances of a bid are gone, and a new one runs for the other one. */
const AFTER: Holding = {
  ...EMPTY,
  bids: [bid('llama', { instance_quantity: 2, status: 'Open' }), bid('render', { instance_quantity: 2 })],
  instances: [runs('r2', 'render'), runs('r3', 'render')],
};

/** A console looks, nobody does for a time, and the next one starts. */
async function afterAbsence(ms: number, after: Holding = AFTER, before: Holding = BEFORE) {
  const shared = consoles();
  const first = await shared.start();
  await first.lists(before);
  first.stop();
  shared.pass(ms);
  const next = await shared.start();
  await next.listsTwice(after);
  return { shared, next, state: next.store.getState };
}

test('after an absence the console opens with what happened, what is out now first', async () => {
  const { state, next } = await afterAbsence(8 * HOURS);
  await next.second();
  expect(wordsOf(state())).toEqual([
    '2 bids lost 3 instances, 1 came back.',
    'Out now: 1 bid, 0 of 2 instances running.',
    'Not observed: 8h, which can have cost at most $80.00.',
    'llama: lost, out since 20:00 (2 instances), now open, 0 of 2 running, outbid or no room',
    'render: lost, back 20:00:00 (0s, 1 instance), now 2 of 2 running',
  ]);
});

test('lists that came while the journal was being opened count, too', async () => {
  const shared = consoles();
  const first = await shared.start();
  await first.lists(BEFORE);
  first.stop();
  shared.pass(8 * HOURS);
  const arrived = rowsInto(AFTER, { at: shared.now(), sequence: 1 });
  const next = await shared.start((state) => arrived.reduce((came, arrive) => arrive(came), state));
  shared.pass(1);
  await next.lists(AFTER);
  expect(wordsOf(next.store.getState())).toContain('2 bids lost 3 instances, 1 came back.');
});

/** What `W` says now, with all that the journal has. */
async function saidNow(shared: ReturnType<typeof consoles>, state: ConsoleState): Promise<readonly string[]> {
  const now = shared.now();
  const records = bidJournal(shared.journal).bidRecords([HERE], { from: 0, to: now });
  const parts = await digestParts(sameThread(shared.journal), HERE.service, digestSince({ ...state, now }), now);
  const known = { ...state, now, money: moneyFrom({ records, readAt: now }, { spends: [spendWanted(parts)] }) };
  return wordsOf({ ...pageOpened(known, 'activity'), summary: { parts, away: false } });
}

test('W says that nothing is known from before the first look, without an amount, though a fleet may have run all the time', async () => {
  const shared = consoles();
  const first = await shared.start();
  await first.lists(BEFORE);
  for (let n = 0; n < 60; n += 1) {
    shared.pass(60_000);
    await first.lists(BEFORE);
  }
  const words = await saidNow(shared, first.store.getState());
  expect(words).toContain('Cost over 59m observed: at most $9.84.');
  expect(words.filter((line) => line.includes('not known') || line.startsWith('No data'))).toEqual([
    expect.stringMatching(/^No data before \w{3} \d\d-\d\d \d\d:\d\d\.$/),
  ]);
  expect(words.join(' ')).not.toContain('Not observed');
  // An hour later nobody has looked again: that is a gap, and what was before stays unknown.
  shared.pass(HOURS);
  const later = await saidNow(shared, first.store.getState());
  expect(later).toContain('Not observed: 1h, which can have cost at most $10.17.');
  expect(later.at(-1)).toBe(words.at(-1));
});

test('W has no cost of any time when nobody has looked', async () => {
  const shared = consoles();
  expect(await saidNow(shared, (await shared.start()).store.getState())).toContain(
    'What it cost is not known: nobody had looked.',
  );
});

test('a shorter time is no absence, and neither is one in which a watch looked', async () => {
  expect(openSummary((await afterAbsence(9 * 60_000)).state())).toBeNull();
  const shared = consoles();
  const first = await shared.start();
  await first.lists(BEFORE);
  first.stop();
  const watch = await shared.start(undefined, digestAfter.put(NO_VALUES, 0));
  for (let n = 0; n < 480; n += 1) {
    shared.pass(60_000);
    await watch.lists(n < 240 ? BEFORE : AFTER);
  }
  const next = await shared.start();
  await next.lists(AFTER);
  expect(openSummary(next.store.getState())).toBeNull();
  expect(next.store.getState().notice).toBeNull();
});

test('when nothing happened one line says so', async () => {
  const { state } = await afterAbsence(8 * HOURS, BEFORE);
  expect(openSummary(state())).toBeNull();
  expect(state().notice?.text).toBe('Nothing changed in the unobserved 8h.');
});

test('a first console, one that never opens it, and an open dialog are left alone', async () => {
  const shared = consoles();
  const first = await shared.start();
  await first.lists(BEFORE);
  expect(openSummary(first.store.getState())).toBeNull();
  first.stop();
  shared.pass(8 * HOURS);
  const inDialog = await shared.start((state) => dialogOpened(state, { kind: 'money', tab: 'Now', top: 0 }));
  await inDialog.listsTwice(AFTER);
  expect(inDialog.store.getState().dialogs).toHaveLength(1);
  expect(inDialog.store.getState().notice?.text).toBe('Some things changed in the unobserved 8h; W shows them.');
});

test('it waits for the lists that can be read, and does without those that can not', async () => {
  const shared = consoles();
  const first = await shared.start();
  await first.lists(BEFORE);
  first.stop();
  shared.pass(8 * HOURS);
  const next = await shared.start();
  await next.listsTwice({ bids: AFTER.bids ?? [] });
  await next.second();
  expect(openSummary(next.store.getState())).toBeNull();
  await next.listsTwice({ instances: AFTER.instances ?? [], volumes: [], sshKeys: [] });
  expect(openSummary(next.store.getState())).toBeNull();
  const { store } = next;
  store.setState(
    listFailed(store.getState(), 'apiKeys', { kind: 'no-token', reached: 'no' }, shared.now(), null),
    true,
  );
  await journalAnswered();
  expect(wordsOf(store.getState())[0]).toBe('2 bids lost 3 instances, 1 came back.');
});

test('what others created, changed and removed meanwhile and keys that expire are named, what operators did is not theirs', async () => {
  const shared = consoles();
  const first = await shared.start();
  const soon = new Date(shared.now() + 30 * HOURS).toISOString();
  await first.lists({ ...BEFORE, volumes: [volume('old')], apiKeys: [apiKey('ci', { expires_at: soon })] });
  first.stop();
  shared.pass(8 * HOURS);
  const next = await shared.start();
  await next.listsTwice({
    ...BEFORE,
    bids: [bid('llama', { instance_quantity: 2, limit_price: '$3.00' }), bid('eval', { instance_quantity: 0 })],
    instances: [runs('l1', 'llama'), runs('l2', 'llama')],
    volumes: [volume('ckpt')],
    apiKeys: [apiKey('ci', { expires_at: soon })],
  });
  await journalAnswered();
  expect(wordsOf(next.store.getState()).slice(2)).toEqual([
    'Not observed: 8h, which can have cost at most $88.00.',
    'render: ended (2 instances)',
    'llama: limit price $2.50 > $3.00 by others, now 2 of 2 running',
    'eval: new, now 0 of 0 running',
    'ckpt: new volume',
    'old: volume gone',
    'ci: API key expires in 22h',
  ]);
});

test('an instance that was preempted before it left the list counts once', async () => {
  const path = newPath();
  const shared = consoles(path);
  const first = await shared.start();
  await first.lists(BEFORE);
  first.stop();
  shared.pass(8 * HOURS);
  const next = await shared.start();
  const others = (BEFORE.instances ?? []).slice(1);
  await next.listsTwice({ ...BEFORE, instances: [runs('l1', 'llama', { status: 'STATUS_PREEMPTED' }), ...others] });
  expect(wordsOf(next.store.getState())[0]).toBe('1 bid lost 1 instance.');
  await next.second();
  await next.listsTwice({ ...BEFORE, instances: others });
  expect(wordsOf(next.store.getState())[0]).toBe('1 bid lost 1 instance.');
});

test('bids of several currencies have a sum each, and those of several projects name theirs', async () => {
  const shared = consoles();
  const both = (state: ConsoleState): ConsoleState => ({
    ...state,
    connected: { ...state.connected, projects: ['proj_demo', 'proj_two'], allProjects: true },
  });
  const rows = (status: string): Holding => ({
    ...EMPTY,
    bids: [
      bid('a', { instance_quantity: 1, status }),
      bid('b', { instance_quantity: 1, status, limit_price: '€2.00', project: 'proj_two' }),
    ],
    instances:
      status === 'Open' ? [] : [runs('a1', 'a', { project: 'proj_demo' }), runs('b1', 'b', { project: 'proj_two' })],
  });
  const first = await shared.start(both);
  await first.lists(rows('Allocated'));
  first.stop();
  shared.pass(8 * HOURS);
  const next = await shared.start(both);
  await next.lists(rows('Open'));
  await next.second();
  await next.lists(rows('Open'));
  await next.second();
  const words = wordsOf(next.store.getState());
  expect(words).toContain('Not observed: 8h, which can have cost at most $20.00 and at most €16.00.');
  expect(words.at(-1)).toMatch(/^b: \(proj_two\) .*now open, 0 of 1 running, outbid or no room$/);
});
