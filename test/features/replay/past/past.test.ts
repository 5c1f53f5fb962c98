import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../../../src/changes/change-event.ts';
import { whyBid } from '../../../../src/features/why/known-reasons.ts';
import { pastsWith } from '../../../../src/features/why/past.ts';
import type { KnownPasts } from '../../../../src/features/why/state.ts';
import { sentence } from '../../../../src/features/why/words.ts';
import { SINGLE_EVENT } from '../../../../src/resources/rows.ts';
import { activeBindings } from '../../../../src/screen/keymap/active-bindings.ts';
import { addActivity } from '../../../../src/store/activity.ts';
import { visibleRows } from '../../../../src/store/lists/visible-rows.ts';
import { paneFocused } from '../../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../../src/store/row-context.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { line } from '../../../screen/ink/headers.ts';
import { keysBoundTwice } from '../../../screen/keys/keys-bound-twice.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../../store/made.ts';
import { isPast, openPastConsole } from './console.ts';

const at = (name: string) => ({
  bids: [bid('train', { name: `train ${name}` }), bid('render', { name: `render ${name}` })],
  instances: [instance('i', { name: `instance ${name}`, bid: 'train', ssh_destination: 'ubuntu@203.0.113.7' })],
  volumes: [volume('v', { name: `volume ${name}` })],
  sshKeys: [sshKey('s', { name: `ssh key ${name}` })],
  apiKeys: [apiKey('k', { name: `api key ${name}` })],
});

/** Two minutes and a bit after noon; names change each minute. */
async function threeMinutes() {
  const console = openPastConsole({ start: consoleWith(at('first')) });
  await console.pass(60_000);
  console.arrive(at('second'));
  await console.pass(60_000);
  console.arrive(at('third'));
  await console.pass(10_000);
  return console;
}

test('{ shows every pane as it was a minute ago, again and again; } goes forward, and after the last one to now', async () => {
  const console = await threeMinutes();
  await console.press('{');
  await console.shows(70_000);
  const { lists } = console.shown();
  for (const name of ['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys'] as const)
    for (const { row } of lists[name].rows.values()) expect(row.name, name).toMatch(/ second$/);
  expect(visibleRows(console.shown(), 'bids').rows).toHaveLength(2);
  await console.press('{');
  await console.shows(10_000);
  expect(console.shown().lists.bids.rows.get('train')?.row.name).toBe('train first');
  await console.press('{');
  await console.shows(0);
  await console.says(/Nothing before \d\d:00:00 is kept\./);
  await console.press('}');
  await console.shows(60_000);
  await console.press('}');
  await console.shows(120_000);
  expect(console.shown().lists.bids.rows.get('train')?.row.name).toBe('train third');
  await console.press('}');
  await console.showsNow();
});

test('the activity is what had happened by then', async () => {
  const console = openPastConsole({ start: consoleWith(at('first')) });
  const done = { ...SINGLE_EVENT, since: null, from: 'here', who: 'operator', outcome: 'done', about: null } as const;
  console.live.setState(
    addActivity(console.live.getState(), { ...done, fid: 'one', at: NOON, what: 'paused train' }),
    true,
  );
  await console.pass(60_000);
  console.live.setState(
    addActivity(console.live.getState(), { ...done, fid: 'two', at: NOON + 60_000, what: 'resumed' }),
    true,
  );
  console.arrive(at('first'));
  await console.pass(30_000);
  await console.press('{');
  await console.shows(30_000);
  expect([...console.shown().lists.activity.rows.keys()]).toEqual(['one']);
  await console.press('Left', 'Left', '}');
  await console.shows(70_000);
  expect([...console.shown().lists.activity.rows.keys()].toSorted()).toEqual(['one', 'two']);
});

test('why a bid did not run is what was known then, with who did it, and nothing of later', async () => {
  const train = (status: string, more = {}) => ({ bids: [bid('train', { status, ...more })] });
  const events: JournalEvent[] = [];
  const add = (at: number, payload: JournalEvent['payload']): void => {
    const id = events.length + 1;
    events.push({ id, key: `event-${id}`, at, since: at - 2000, by: 'here', payload });
  };
  const did = (at: number, verb: string): void =>
    add(at, {
      kind: 'noted',
      who: 'operator',
      outcome: 'done',
      what: verb,
      about: { pane: 'bids', fid: 'train' },
      action: { verb, list: 'bids', name: 'train' },
    });
  const sawStatus = (at: number, change: 'changed' | 'gone', from: string, to: string | null): void => {
    const subject = { kind: 'seen', list: 'bids', fid: 'train', name: 'train', bid: null, bidName: null } as const;
    add(at, { ...subject, change, field: 'status', from, to });
  };
  const known = (): KnownPasts => {
    const pasts = pastsWith(new Map(), events, 'here');
    return { kind: 'read', pasts, since: NOON - 60_000, last: events.length, gaps: [] };
  };
  did(NOON - 3000, 'pause');
  sawStatus(NOON - 2000, 'changed', 'Allocated', 'Paused');
  const console = openPastConsole({ start: { ...consoleWith(train('Paused')), knownPasts: known() } });
  await console.pass(60_000);
  did(NOON + 57_000, 'cancel');
  sawStatus(NOON + 59_000, 'changed', 'Paused', 'Terminated');
  sawStatus(NOON + 80_000, 'gone', 'Terminated', null);
  console.live.setState({ ...console.live.getState(), knownPasts: known() }, true);
  console.arrive(train('Terminated'));
  await console.pass(60_000);
  console.arrive({ bids: [] });
  await console.pass(10_000);
  const why = (): string | null => {
    const reason = contextOf(console.shown()).own(whyBid, 'train');
    return reason === null ? null : sentence(reason, console.shown().now);
  };
  await console.press('{');
  await console.shows(70_000);
  expect(why()).toMatch(/^Ended by you at \d\d:\d\d\.$/);
  await console.press('{');
  await console.shows(10_000);
  expect(why()).toMatch(/^Paused by you at \d\d:\d\d\.$/);
});

describe('in the past every key that changes something or reaches out says so, and nothing leaves the console', () => {
  test.each([
    ['p', '1', 'it cannot be changed.'],
    ['n', '1', 'it cannot be changed.'],
    ['e', '1', 'it cannot be changed.'],
    ['x', '5', 'it cannot be changed.'],
    ['s', '1', 'its instances cannot be reached.'],
    ['s', '2', 'its instances cannot be reached.'],
    ['u', '1', 'there is nothing to undo.'],
    ['Ctrl-r', '1', 'no request is sent.'],
  ])('%s in pane %s', async (key, pane, why) => {
    const console = await threeMinutes();
    await console.press('{');
    await console.shows(70_000);
    await console.press(pane, key);
    expect(console.shown().notice?.text).toBe(`This is the past: ${why}`);
    const { sent, submitted, logins, polls } = console.left;
    expect([sent, submitted, logins, polls]).toEqual([[], [], [], 0]);
  });
});

test('Esc shows the present rows at once, with cursor, filter and focus as they were', async () => {
  const console = await threeMinutes();
  await console.press('j', 'Tab');
  const before = console.shown();
  await console.press('{');
  await console.shows(70_000);
  await console.press('1', 'k', 'z', 'z');
  // The console goes on reading.
  console.arrive({ bids: [bid('train', { name: 'train fourth' }), bid('render'), bid('new')] });
  await console.pass(3000);
  expect(console.shown().lists.bids.rows.get('train')?.row.name).toBe('train second');
  await console.press('Esc');
  expect(isPast(console.shown())).toBe(false);
  const after = console.shown();
  expect(after).toBe(console.live.getState());
  expect([...after.lists.bids.rows.values()].map(({ row }) => row.name)).toContain('train fourth');
  expect([after.focus, after.zoomed, after.views.bids.cursor]).toEqual([
    before.focus,
    before.zoomed,
    before.views.bids.cursor,
  ]);
});

test.each(['machines', 'prices', 'rules'] as const)(
  '{ in %s, of which nothing is kept, shows the pane before as it was, and Esc is back there',
  async (page) => {
    const console = await threeMinutes();
    console.live.setState((state) => paneFocused(paneFocused(state, 'instances'), page), true);
    await console.press('{');
    await console.shows(70_000);
    expect(console.shown().focus).toBe('instances');
    await console.press('Esc');
    expect([isPast(console.shown()), console.shown().focus]).toEqual([false, page]);
  },
);

test('nothing that is shown of the past reaches the state that rules, the journal and notifications read', async () => {
  const console = await threeMinutes();
  const states = new Set<unknown>();
  const unfollow = console.live.subscribe(({ lists }) => states.add(lists.bids.rows.get('train')?.row.name));
  await console.press('{', '{', '!', '}', '.');
  await console.pass(5000);
  unfollow();
  expect([...states]).toEqual(['train third']);
});

test('the header says PAST with the time and how long ago it was, at every width', async () => {
  const console = await threeMinutes();
  await console.press('{');
  await console.shows(70_000);
  expect(line(console.shown())).toMatch(/spotdeck PAST +prod ▸ proj_demo +‖ \d\d:01:10, 1 min ago/);
  for (let columns = 40; columns <= 250; columns += 5) expect(line(console.shown(), columns)).toContain('PAST');
});

test('what becomes urgent meanwhile is said, as of now', async () => {
  const console = await threeMinutes();
  await console.press('{');
  await console.shows(70_000);
  const { live } = console;
  live.setState({
    notice: { text: 'train lost 3 instances. Press ! to go there.', tone: 'bad', at: live.getState().now },
  });
  expect(console.shown().notice?.text).toBe('Now: train lost 3 instances. Esc returns to now.');
});

test('q asks and ends in the present', async () => {
  const console = await threeMinutes();
  await console.press('{');
  await console.shows(70_000);
  await console.press('q');
  expect(isPast(console.shown())).toBe(false);
  expect(console.left.quits).toBe(1);
});

test('the palette goes to the last loss before, and again to the one before that; ! forward', async () => {
  const console = openPastConsole({ start: consoleWith(at('first')) });
  const lose = async (lost: string, fid: string, ms: number): Promise<void> => {
    await console.pass(ms);
    const row = {
      ...SINGLE_EVENT,
      fid: `lost-${fid}`,
      since: null,
      from: 'here',
      who: 'service',
      outcome: 'lost',
      about: null,
    } as const;
    console.arrive({
      bids: [bid('train', { name: 'train' }), bid('render')],
      instances: [instance(lost, { bid: 'train', status: 'STATUS_PREEMPTED' })],
    });
    console.live.setState(
      addActivity(console.live.getState(), { ...row, at: console.clock.now(), what: 'lost' }),
      true,
    );
    await console.pass(1000);
    console.arrive({ instances: [instance(fid, { bid: 'train' })] });
  };
  await lose('i', 'a', 10_000);
  await lose('a', 'b', 20_000);
  await console.pass(65_000);
  await console.press('{');
  await console.shows(37_000);
  await console.press(':', ...'previous lost', 'Enter');
  await console.shows(31_000);
  await console.says(/lost/);
  await console.press(':', ...'previous lost', 'Enter');
  await console.shows(10_000);
  await console.press('!');
  await console.shows(31_000);
});

test('} says in the present that this is now', async () => {
  const console = await threeMinutes();
  await console.press('}');
  expect(console.shown().notice?.text).toBe('This is now; { goes back in time.');
});

test.each(loadedFeatures.paneNames)('in the past no key but Esc has two meanings in %s', async (pane) => {
  const console = await threeMinutes();
  await console.press('{');
  await console.shows(70_000);
  const twice = keysBoundTwice(activeBindings(paneFocused(console.shown(), pane)));
  expect(twice.filter((key) => key !== 'Esc: past-now, clear')).toEqual([]);
});
