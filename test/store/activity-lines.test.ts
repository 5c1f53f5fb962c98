import { describe, expect, test } from 'vitest';
import type { ObservedChange } from '../../src/changes/change-event.ts';
import { notedKind } from '../../src/changes/event-kind.ts';
import { MINUTE_MS } from '../../src/lib/duration.ts';
import { activityRowOf } from '../../src/resources/activity-text.ts';
import { type ActivityRow, SINGLE_EVENT } from '../../src/resources/rows.ts';
import { addActivities } from '../../src/store/activity.ts';
import { visibleRows } from '../../src/store/lists/visible-rows.ts';
import { paneFocused } from '../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith } from './made.ts';

let id = 0;

function seen(
  at: number,
  list: 'bids' | 'instances' | 'volumes',
  of: string,
  more: Partial<ObservedChange>,
): ActivityRow {
  id += 1;
  const payload: ObservedChange = {
    kind: 'seen',
    list,
    fid: of,
    name: of,
    bid: list === 'instances' ? of.slice(0, -2) : null,
    bidName: list === 'instances' ? of.slice(0, -2) : null,
    change: 'changed',
    field: 'status',
    from: null,
    to: null,
    ...more,
  };
  return activityRowOf(
    { id, key: `seen:${id}`, at: NOON + at, since: NOON + at - 1000, by: 'other', payload },
    { into: '→', fieldWords: {} },
  );
}

const bidIs = (at: number, name: string, from: string, to: string): ActivityRow => seen(at, 'bids', name, { from, to });
const instanceIs = (at: number, name: string, from: string, to: string): ActivityRow =>
  seen(at, 'instances', name, { from: `STATUS_${from}`, to: `STATUS_${to}` });

const did = (
  at: number,
  verb: string,
  name: string,
  outcome: ActivityRow['outcome'] = 'done',
  what = `${verb} ${name}`,
): ActivityRow => ({
  ...SINGLE_EVENT,
  fid: `write-${verb}-${name}-${at}`,
  at: NOON + at,
  since: null,
  from: 'here',
  who: 'operator',
  outcome,
  what,
  about: { pane: 'bids', fid: name },
  name,
  kind: notedKind({ by: 'here', verb, list: 'bids' }),
});

const empty = paneFocused(consoleWith({ bids: ['batch', 'sweep', 'train'].map((name) => bid(name)) }), 'activity');

/** The lines of the pane, newest first. */
const linesOf = (state: ConsoleState): readonly string[] =>
  visibleRows(state, 'activity').rows.map(({ row }) => `${row.outcome}: ${row.what}`);
const lines = (...events: readonly ActivityRow[]): readonly string[] =>
  linesOf(events.reduce((state, event) => addActivities(state, [event]), empty));

const preempted = (at: number, name: string): readonly ActivityRow[] => [
  bidIs(at, name, 'Allocated', 'Preempting'),
  ...['-1', '-2'].map((end) => instanceIs(at, name + end, 'RUNNING', 'PREEMPTING')),
  bidIs(at + 5000, name, 'Preempting', 'Open'),
  ...['-1', '-2'].map((end) => instanceIs(at + 5000, name + end, 'PREEMPTING', 'PREEMPTED')),
];
const back = (at: number, name: string): readonly ActivityRow[] => [
  bidIs(at, name, 'Open', 'Allocated'),
  ...['-3', '-4'].map((end) => instanceIs(at, name + end, 'NEW', 'STARTING')),
  ...['-3', '-4'].map((end) => instanceIs(at + 1000, name + end, 'STARTING', 'RUNNING')),
];

describe('the activity list has one line for what belongs together', () => {
  test('a preemption, which is lost until what it took is back, and then is over', () => {
    expect(lines(...preempted(0, 'batch'))).toEqual(['lost: batch preempted, out since 12:00 (2 instances)']);
    expect(lines(...preempted(0, 'batch'), ...back(20 * MINUTE_MS, 'batch'))).toEqual([
      'seen: batch preempted, back 12:20:01 (19m, 2 instances)',
    ]);
  });

  test('two bids that are preempted at once are two lines, and their machines have none of their own', () => {
    expect(lines(...preempted(0, 'batch'), ...preempted(1000, 'sweep'))).toHaveLength(2);
  });

  test('a pause of one bid with what follows from it', () => {
    const events = [
      did(0, 'pause', 'batch'),
      bidIs(2000, 'batch', 'Allocated', 'Paused'),
      instanceIs(3000, 'batch-1', 'RUNNING', 'STOPPED'),
    ];
    expect(lines(...events)).toEqual(['done: batch paused by you (1 instance)']);
  });

  test('one action on several bids, and how many of them still wait', () => {
    const events = [
      did(0, 'resume', 'batch'),
      did(100, 'resume', 'sweep'),
      did(200, 'resume', 'train', 'refused', 'resume train: refused'),
      bidIs(2000, 'batch', 'Paused', 'Open'),
      bidIs(2000, 'sweep', 'Paused', 'Open'),
    ];
    expect(lines(...events)).toEqual([
      'refused: Resume 3 bids: 2 done, 1 refused (batch, sweep, train); 2 waiting for the market',
    ]);
    const filled = [...events, ...back(10 * MINUTE_MS, 'batch')];
    expect(lines(...filled)).toEqual([
      'refused: Resume 3 bids: 2 done, 1 refused (batch, sweep, train); 1 waiting for the market',
    ]);
  });

  test('a refused action on a bid that is out joins its line and is not hidden by it', () => {
    const events = [...preempted(0, 'batch'), did(MINUTE_MS, 'change', 'batch', 'refused', 'Change batch: too low')];
    expect(lines(...events)).toEqual(['lost: batch preempted, out since 12:00 (2 instances); Change batch: too low']);
  });

  test('an action whose answer is not known yet shows that before all else', () => {
    const sent = did(MINUTE_MS, 'pause', 'batch', 'unknown', 'Pause batch: no answer');
    expect(lines(...preempted(0, 'batch'), sent)[0]).toMatch(/^unknown: .*Pause batch: no answer$/);
  });

  test('what a rule would have done stays apart: nothing was sent', () => {
    const rehearsed = { ...did(MINUTE_MS, 'would pause', 'batch', 'seen', 'Rule night would pause batch') };
    expect(lines(...preempted(0, 'batch'), rehearsed)).toHaveLength(2);
  });

  test('events of other lists join by their kind within a minute', () => {
    const volume = (at: number, name: string) => seen(at, 'volumes', name, { change: 'appeared', field: null });
    expect(lines(volume(0, 'a'), volume(1000, 'b'), volume(5 * MINUTE_MS, 'c'))).toHaveLength(2);
  });
});

test('every event is in exactly one line, also when they come in another order', () => {
  const events = [
    ...preempted(0, 'batch'),
    ...preempted(1000, 'sweep'),
    ...back(MINUTE_MS, 'sweep'),
    did(0, 'pause', 'train'),
  ];
  for (const order of [events, events.toReversed()]) {
    const { rows } = order.reduce((state, event) => addActivities(state, [event]), empty).lists.activity;
    const groups = [...rows.values()].map(({ row }) => row).filter((row) => row.events.length > 0);
    const grouped = groups.flatMap((row) => row.events.map(({ fid }) => fid));
    expect(new Set(grouped).size).toBe(grouped.length);
    expect(events.every(({ fid }) => rows.has(fid))).toBe(true);
  }
});
