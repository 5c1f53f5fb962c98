import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedRow } from '../../../src/api/result.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import type { Instance } from '../../../src/contract/instance.ts';
import { dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { filterTyped, rowSelected } from '../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { quiet } from '../../store/hand-clock.ts';
import { bid, instance, shownFids, whole } from '../../store/made.ts';
import { type RecordedRun, recordRun, type Watching, watching } from './recorded.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function look(
  console: RecordedRun,
  ms: number,
  bids: readonly ListedRow<Bid>[],
  instances: readonly ListedRow<Instance>[],
): void {
  console.at(ms, (state, now) => {
    const asked = { at: now - 100, sequence: ms };
    const bidsCame = rowsArrived(state, 'bids', whole(...bids), asked, now);
    return rowsArrived(bidsCame, 'instances', whole(...instances), asked, now);
  });
}

/** Ten minutes of a fleet of four: preempted after three, lost after eight. A poll every two seconds. */
function night(): string {
  const console = recordRun();
  for (let ms = 0; ms <= 10 * MINUTE; ms += 2 * SECOND) {
    const late = ms >= 3 * MINUTE;
    const lost = ms >= 8 * MINUTE;
    const train = bid('train', { status: late && !lost ? 'Preempting' : lost ? 'Open' : 'Allocated' });
    const instances = ['i-0', 'i-1', 'i-2', 'i-3'].map((fid) => instance(fid, { bid: 'train' }));
    look(console, ms, [train, bid(`passing-${Math.floor(ms / MINUTE)}`)], lost ? instances.slice(0, 1) : instances);
  }
  return console.text();
}
const NIGHT = night();

const notice = ({ state }: Watching): string => state().notice?.text ?? '';
const replay = ({ state }: Watching) => state().replay;
const told = ({ state }: Watching): readonly string[] =>
  [...state().lists.activity.rows.values()].map(({ row }) => `${row.at} ${row.what}`);

/** However the position was reached. */
function shown({ state }: Watching) {
  const { lists, samples, preempting, now } = state();
  return {
    now,
    bids: [...lists.bids.rows.values()].map(({ raw }) => raw),
    instances: [...lists.instances.rows.keys()],
    fetchedAt: [lists.bids.fetchedAt, lists.instances.fetchedAt],
    preempting: [...preempting],
    samples,
    activity: [...lists.activity.rows.keys()],
  };
}

test('playback runs in real time, and stops when it is paused', async () => {
  const watch = watching(NIGHT);
  expect(watch.shows()).toBe(0);
  await watch.clock.pass(10 * SECOND);
  expect(watch.shows()).toBe(10 * SECOND);
  watch.player.moving.toggle();
  await watch.clock.pass(10 * SECOND);
  expect(watch.shows()).toBe(10 * SECOND);
  watch.player.moving.toggle();
  watch.player.moving.speedUp(1);
  await watch.clock.pass(10 * SECOND);
  expect([watch.shows(), replay(watch)?.speed]).toEqual([30 * SECOND, 2]);
  watch.player.stop();
});

test('ages and the countdown of a preemption belong to the shown position, also after a jump back', async () => {
  const watch = watching(NIGHT);
  watch.player.moving.toggle();
  const left = (): number | undefined => {
    const time = contextOf(watch.state()).preemption('train');
    return time?.kind === 'known' ? time.leftMs : undefined;
  };
  watch.player.moving.by(4 * MINUTE);
  expect(left()).toBe(4 * MINUTE);
  watch.player.moving.by(2 * MINUTE);
  expect(left()).toBe(2 * MINUTE);
  watch.player.moving.by(-1 * MINUTE);
  expect(left()).toBe(3 * MINUTE);
  watch.player.moving.by(-3 * MINUTE);
  expect(left()).toBeUndefined();
  const { now, lists } = watch.state();
  expect(now - (lists.bids.fetchedAt ?? 0), 'as old as the list was then').toBe(100);
  watch.player.stop();
});

test('a position shows the same whichever way it was reached', async () => {
  const jumps = fc.array(fc.integer({ min: -8 * MINUTE, max: 8 * MINUTE }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(jumps, fc.integer({ min: 0, max: 10 * MINUTE }), async (by, end) => {
      const [straight, about] = [watching(NIGHT), watching(NIGHT)];
      for (const watching of [straight, about]) watching.player.moving.toggle();
      for (const ms of by) about.player.moving.by(ms);
      for (const watching of [straight, about]) watching.player.moving.by(end - watching.shows());
      await quiet();
      expect(shown(about)).toEqual(shown(straight));
      expect(about.shows()).toBe(end);
      for (const watching of [straight, about]) watching.player.stop();
    }),
    { numRuns: 20 },
  );
});

const LOST_AT = 8 * MINUTE + 2000;

describe('the loss of instances', () => {
  test('is a jump target at which playback pauses, with the cursor on a lost instance, and again from the end', async () => {
    const watch = watching(NIGHT);
    watch.player.moving.toLoss(1);
    await quiet();
    expect(watch.shows(), 'when the second list misses them').toBe(LOST_AT);
    expect(replay(watch)?.playing).toBe(false);
    expect(notice(watch)).toMatch(/^\d\d:\d\d:\d\d: train lost 3 instances\. Press \. to go on\.$/);
    expect([watch.state().focus, watch.state().views.instances.cursor]).toEqual(['instances', 'i-1']);
    expect(told(watch).filter((line) => line.includes('instance lost'))).toHaveLength(3);
    watch.player.moving.toLoss(1);
    expect(notice(watch)).toBe('No instance is lost from here to the end.');
    expect(watch.shows(), 'it stays where it is').toBe(LOST_AT);
    watch.player.moving.toEnd();
    watch.player.moving.toLoss(-1);
    expect(watch.shows()).toBe(LOST_AT);
    watch.player.moving.toLoss(-1);
    expect(notice(watch)).toBe('No instance was lost before this moment.');
    watch.player.stop();
  });

  test('is reported in the status line while it plays', async () => {
    const watch = watching(NIGHT, 10);
    watch.player.moving.by(8 * MINUTE - 10 * SECOND);
    await watch.clock.pass(2 * SECOND);
    expect(notice(watch)).toBe('train lost 3 instances.');
    watch.player.stop();
  });
});

test('filter, cursor and open dialogs stay through every jump', async () => {
  const watch = watching(NIGHT);
  watch.player.moving.toggle();
  watch.store.setState(rowSelected(filterTyped(watch.state(), 'bids', 'train'), 'bids', 'train'), true);
  watch.store.setState(
    dialogOpened(watch.state(), { kind: 'row-page', pane: 'bids', fid: 'train', tab: 'now', at: 2, views: {} }),
  );
  for (const ms of [5 * MINUTE, -4 * MINUTE, 9 * MINUTE]) {
    watch.player.moving.by(ms);
    expect(shownFids(watch.state(), 'bids')).toEqual(['train']);
    expect(watch.state().views.bids).toMatchObject({ cursor: 'train', filter: 'train' });
    expect(watch.state().dialogs).toMatchObject([{ kind: 'row-page', fid: 'train', at: 2 }]);
  }
  watch.player.stop();
});

test('playback stops at the last entry, and starts again from the first', async () => {
  const watch = watching(NIGHT, 300);
  await watch.clock.pass(5 * SECOND);
  expect([watch.shows(), replay(watch)?.playing]).toEqual([10 * MINUTE, false]);
  expect(notice(watch)).toBe('This is the end of the recording.');
  watch.player.moving.toggle();
  expect(notice(watch)).toBe('This is the end of the recording. Press : start to go to its start.');
  watch.player.moving.by(MINUTE);
  expect(watch.shows()).toBe(10 * MINUTE);
  watch.player.moving.toStart();
  watch.player.moving.by(-MINUTE);
  expect(watch.shows()).toBe(0);
  watch.player.stop();
});

test('a notice can be read however fast the recording plays', async () => {
  const watch = watching(NIGHT, 60);
  watch.player.moving.toLoss(-1);
  await watch.clock.pass(5 * SECOND);
  expect(notice(watch)).toBe('No instance was lost before this moment.');
  await watch.clock.pass(4 * SECOND);
  expect(notice(watch)).not.toBe('No instance was lost before this moment.');
  watch.player.stop();
});

test('h shows the history of a bid up to the position, and nothing after it', async () => {
  const watch = watching(NIGHT);
  watch.player.moving.toggle();
  watch.player.moving.by(5 * MINUTE);
  const { events, knownSince } = watch.player.rowEvents('train');
  expect(knownSince).toBe(watch.state().replay?.from);
  expect(events.map(({ payload: seen }) => seen.kind === 'seen' && [seen.fid, seen.from, seen.to])).toEqual([
    ['train', 'Allocated', 'Preempting'],
  ]);
  watch.player.stop();
});
