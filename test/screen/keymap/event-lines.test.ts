import { describe, expect, test } from 'vitest';
import type { ActivityRow } from '../../../src/resources/rows.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { hintLine } from '../../../src/screen/ink/screen-lines.ts';
import { addActivities } from '../../../src/store/activity.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { pointed } from '../../../src/store/panes/mouse.ts';
import { detailRows } from '../../../src/store/panes/row-detail.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { lostRow } from '../../store/made-events.ts';
import { seen } from '../ink/seen.ts';
import { type Operator, operatorAt } from '../keys/press-keys.ts';

const theme = themeFor('16');

const start = paneFocused(consoleWith({ bids: [bid('train'), bid('sweep')] }), 'activity');
const two = [
  lostRow(1, 'train', 0),
  lostRow(2, 'train', 1),
  lostRow(3, 'train', 2),
  lostRow(4, 'sweep', 3),
  lostRow(5, 'sweep', 4),
];

/** The lines of the pane, as they are drawn. */
function drawn(state: ConsoleState): readonly string[] {
  const lines = paneLines({ ...state, zoomed: true }, { name: 'activity', width: 90, height: 30 }, theme).map(seen);
  const from = lines[1]?.indexOf('WHAT');
  return lines.filter((line) => /\d\d:\d\d:\d\d/.test(line)).map((line) => line.slice(from).replace(/[\s│]+$/, ''));
}

const withMore = (operator: Operator, ...rows: readonly ActivityRow[]): void =>
  operator.controller.store.setState(addActivities(operator.state(), rows), true);

describe('what happened to a bid', () => {
  test('is one line, with a single event as it is', () => {
    const state = addActivities(start, [...two, lostRow(6, 'render', 5)]);
    expect(drawn(state)).toEqual([
      'render-6: instance lost (was running)',
      '▸ sweep lost, out since 12:00 (2 instances)',
      '▸ train lost, out since 12:00 (3 instances)',
    ]);
  });

  test('Enter opens a group in place and closes it; on an event in it Enter shows the detail, Left goes back', async () => {
    const operator = operatorAt(addActivities(start, two));
    await operator.press('j', 'Enter');
    expect(drawn(operator.state())).toEqual([
      '▸ sweep lost, out since 12:00 (2 instances)',
      '▾ train lost, out since 12:00 (3 instances)',
      '  train-3: instance lost (was running)',
      '  train-2: instance lost (was running)',
      '  train-1: instance lost (was running)',
    ]);
    await operator.press('j', 'j', 'Enter');
    expect(operator.top()).toBe('row-page');
    await operator.press('Esc', 'Left');
    expect([operator.at(), drawn(operator.state()).length]).toEqual(['group-event-000000001', 2]);
    await operator.press('Right', 'Enter');
    expect(drawn(operator.state())).toHaveLength(2);
  });

  test('a group keeps the cursor while events join it and others arrive above it', async () => {
    const operator = operatorAt(addActivities(start, two));
    await operator.press('j');
    withMore(operator, lostRow(6, 'train', 30), lostRow(7, 'render', 40), lostRow(8, 'train', 59));
    expect(operator.at()).toBe('group-event-000000001');
    withMore(operator, lostRow(9, 'train', 61));
    expect(operator.at()).toBe('group-event-000000001');
    expect(drawn(operator.state())).toContain('▸ train lost, out since 12:00 (6 instances)');
  });

  test('an event under the cursor that others join becomes their group, and the cursor stays on it', async () => {
    const operator = operatorAt(addActivities(start, [lostRow(1, 'train', 0), lostRow(2, 'sweep', 1)]));
    await operator.press('G');
    expect(operator.at()).toBe('event-000000001');
    withMore(operator, lostRow(3, 'train', 2), lostRow(4, 'render', 3));
    expect(operator.at()).toBe('group-event-000000001');
  });

  test('an event that another console recorded late joins by its time', () => {
    const late = addActivities(addActivities(start, two), [lostRow(7, 'render', 50), lostRow(8, 'train', -20)]);
    expect(drawn(late)).toContain('▸ train lost, out since 11:59 (4 instances)');
  });

  test('a filter finds a group by one of its events and shows which; the group opens no further until it is cleared', async () => {
    const operator = operatorAt(addActivities(start, two));
    await operator.press('/');
    await operator.type('train-2\n');
    expect(drawn(operator.state())).toEqual([
      '▾ train lost, out since 12:00 (3 instances)',
      '  train-2: instance lost (was running)',
    ]);
    await operator.press('g', 'Enter');
    expect(operator.notice()).toContain('Clear the filter');
    await operator.press('Esc');
    expect([operator.at(), drawn(operator.state()).length]).toEqual(['group-event-000000001', 2]);
    await operator.press('/');
    await operator.type('outcome:lost\n');
    expect(drawn(operator.state())).toHaveLength(2);
    expect(visibleRows(operator.state(), 'activity').folded?.matching).toBe(5);
  });

  test('i on a group goes to its bid; y and the detail have every event', async () => {
    const operator = operatorAt(addActivities(start, two));
    await operator.press('j', 'y', 'e');
    expect(operator.left.copied[0]?.split('\n').map((line) => line.slice(-9))).toHaveLength(3);
    const rows = detailRows(operator.state(), 'activity', 'group-event-000000001', false);
    expect(rows.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'train lost, out since 12:00 (3 instances)',
        'Events',
        'train-1: instance lost (was running)',
      ]),
    );
    await operator.press('i');
    expect([operator.state().focus, operator.at()]).toEqual(['bids', 'train']);
  });

  test('grouping by outcome and sorting by text keep the events of an open group below it', async () => {
    const other = lostRow(9, 'volume', 10, { list: 'volumes', bid: null, bidName: null, change: 'gone', from: null });
    const operator = operatorAt(addActivities(start, [...two, other]));
    await operator.press('G', 'Enter', 'b', 'o', 'o');
    const below = drawn(operator.state());
    const at = below.findIndex((line) => line.startsWith('▾ train lost'));
    expect(below.slice(at + 1, at + 4).every((line) => line.startsWith('  train-'))).toBe(true);
  });

  test('a double click on a group opens it, and again closes it', () => {
    const state = { ...addActivities(start, two), zoomed: true };
    const line = { kind: 'click', column: 10, row: 5 } as const;
    const selected = pointed(state, line);
    const opened = pointed(selected, { ...line, kind: 'double-click' });
    expect([visibleRows(selected, 'activity').rows.length, visibleRows(opened, 'activity').rows.length]).toEqual([
      2, 5,
    ]);
  });
});

test('the same change of several rows, and the same action on several bids, are a group that names them', () => {
  const gone = (id: number, name: string): ActivityRow =>
    lostRow(id, name, id, { list: 'volumes', bid: null, bidName: null, change: 'gone', from: null, name });
  const action = (id: number, name: string, outcome: 'done' | 'refused'): ActivityRow => ({
    ...lostRow(id, name, id),
    fid: `write-${id}`,
    from: 'here',
    who: 'operator',
    outcome,
    what: `Pause ${name}`,
    name,
    kind: { kind: 'noted', by: 'here', verb: 'pause', list: 'bids' },
    seen: null,
  });
  const rows = [gone(1, 'a'), gone(2, 'b'), action(3, 'a', 'done'), action(4, 'b', 'refused')];
  expect(drawn(addActivities(start, rows))).toEqual([
    '▸ Pause 2 bids: 1 done, 1 refused (a, b)',
    '▸ 2 volumes gone (a, b)',
  ]);
});

test('a group whose first events left the memory says so, and keeps its fid', () => {
  const many = Array.from({ length: 1200 }, (_, n) => lostRow(n + 1, 'train', n / 30));
  const state = addActivities(start, many);
  expect(drawn(state)).toEqual([expect.stringContaining('▸ train: 1000 or more events, the last of them train-1200')]);
  expect(state.lists.activity.rows.has('group-event-000000001')).toBe(true);
});

test('10,000 events that arrive in polls of ten are grouped into few rows, and a poll makes few of all rows anew', () => {
  const polls = Array.from({ length: 1000 }, (_, poll) =>
    Array.from({ length: 10 }, (_, n) => lostRow(poll * 10 + n + 1, `bid-${n % 4}`, poll)),
  );
  let state = start;
  const rowsOf = ({ lists }: ConsoleState) => [...lists.activity.rows.values()].map(({ row }) => row);
  for (const events of polls) {
    const before = new Set(rowsOf(state));
    state = addActivities(state, events);
    // The ten events, and the groups that they belong to.
    expect(rowsOf(state).filter((row) => !before.has(row)).length).toBeLessThanOrEqual(20);
  }
  expect(visibleRows(state, 'activity').rows.length).toBeLessThan(50);
});

test('on a group the hints show one command for Enter: the one that it runs', () => {
  const hints = seen(hintLine(addActivities(start, two), theme));
  expect(hints).toContain('Enter open/close');
  expect(hints).not.toContain('Enter detail');
});
