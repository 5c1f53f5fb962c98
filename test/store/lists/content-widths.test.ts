import { describe, expect, test } from 'vitest';
import type { ListedRow } from '../../../src/api/result.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import { columnsIn, contentWidths } from '../../../src/store/lists/content-widths.ts';
import { groupedBy } from '../../../src/store/panes/arrange-columns.ts';
import { cursorMoved, filterTyped } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../hand-clock.ts';
import { arrived, bid, consoleWith, instance, volume } from '../made.ts';

const needs = (state: ConsoleState, column: string, name: 'bids' | 'instances' | 'volumes' = 'bids') =>
  contentWidths(state, name).whole.get(column);

let polls = 0;
const polled = (state: ConsoleState, ...rows: readonly ListedRow<Bid>[]): ConsoleState => {
  polls += 1;
  return arrived(state, 'bids', [...rows], polls);
};
const named = (name: string) => bid('b-1', { name });

describe('the content of a column needs', () => {
  test('the width of its widest cell on the terminal, in any row', () => {
    const state = consoleWith({
      bids: [bid('a', { name: '漢字漢字' }), ...Array.from({ length: 300 }, (_, n) => bid(`${n}`))],
    });
    expect(needs(state, 'name')).toBe(8);
    expect(needs(state, 'price')).toBe(5);
    expect(needs(consoleWith(), 'name')).toBeUndefined();
  });

  test('room for the sums of groups, for the names of joined rows, and for a change under way', () => {
    const state = consoleWith({
      bids: [
        bid('a', { instance_quantity: 60 }),
        bid('b', { instance_quantity: 70, launch_specification: { volumes: ['v-1'], ssh_keys: [] } }),
      ],
      volumes: [volume('v-1', { name: 'a-volume-with-a-name' })],
    });
    expect(needs(state, 'run')).toBe(4);
    expect(needs(groupedBy(state, 'bids', 'type'), 'run')).toBe(5);
    expect(needs(state, 'volumes')).toBe(20);
    const renamed = arrived(state, 'volumes', [volume('v-1', { name: 'a-volume-with-a-longer-name' })]);
    expect(needs(renamed, 'volumes')).toBe(27);
    const preempting = {
      ...state,
      preempting: new Map([['a', { seenAt: NOON, otherwiseAt: NOON, began: { after: NOON, by: NOON } }]]),
    };
    expect(needs(polled(preempting, bid('a', { status: 'Preempting' })), 'status')).toBe('▲ preempting ~5m'.length);
  });
});

test('a column without a value in any row is not shown, comes with the first value, and stays', () => {
  const shown = (state: ConsoleState): boolean => columnsIn(state, 'bids', 158).some(({ id }) => id === 'volumes');
  const using = bid('b-1', { launch_specification: { volumes: ['v-1'], ssh_keys: [] } });
  const none = consoleWith({ bids: [bid('b-1')] });
  expect(shown(none)).toBe(false);
  const some = polled(none, using);
  expect(shown(some)).toBe(true);
  expect(shown(polled(some, bid('b-1')))).toBe(true);
  const chosen = { id: 'volumes', width: null };
  const asked = { ...none, views: { ...none.views, bids: { ...none.views.bids, columns: [chosen] } } };
  expect(shown(asked)).toBe(true);
});

describe('columns stay where they are', () => {
  const rows = Array.from({ length: 200 }, (_, n) => bid(`b-${n}`, { name: 'x'.repeat(1 + (n % 20)) }));

  test('while the cursor moves and the list scrolls, and nothing is measured again', () => {
    const state = consoleWith({ bids: rows });
    const placed = columnsIn(state, 'bids', 100);
    const content = contentWidths(state, 'bids');
    const end = cursorMoved(state, 'bids', 199);
    expect(columnsIn(end, 'bids', 100)).toEqual(placed);
    expect(contentWidths(end, 'bids')).toBe(content);
  });

  test('from poll to poll: they grow at once, and shrink only when several cells less are needed', () => {
    const start = consoleWith({ bids: [named('x'.repeat(12))] });
    expect(needs(start, 'name')).toBe(12);
    const grown = polled(start, named('x'.repeat(14)));
    expect(needs(grown, 'name')).toBe(14);
    const little = polled(grown, named('x'.repeat(11)));
    expect(needs(little, 'name')).toBe(14);
    expect(needs(polled(little, named('x'.repeat(10))), 'name')).toBe(10);
  });

  test('until another filter is set or the screen has another width', () => {
    const start = consoleWith({ bids: [named('x'.repeat(12))] });
    expect(needs(start, 'name')).toBe(12);
    const little = polled(start, named('x'.repeat(10)));
    expect(needs(little, 'name')).toBe(12);
    expect(needs(filterTyped(little, 'bids', 'x'), 'name')).toBe(10);
    expect(needs(little, 'name')).toBe(10);
  });
});

describe('of ten thousand instances', () => {
  test('a name of another list that grew has its room at once', () => {
    const state = consoleWith({ bids: [bid('b')], instances: many });
    expect(needs(state, 'bid', 'instances')).toBe(1);
    const renamed = arrived(state, 'bids', [bid('b', { name: 'renamed' })], 2);
    expect(needs(renamed, 'bid', 'instances')).toBe('renamed'.length);
  });

  const many = Array.from({ length: 10_000 }, (_, n) => instance(`i-${n}`, { bid: 'b' }));

  test('a poll measures only those that changed, and a step of the cursor none', () => {
    const column = loadedFeatures.panes.instances.columns.find(({ id }) => id === 'ip');
    if (column === undefined) throw new Error('instances have no column for the private address');
    const measured: string[] = [];
    const counted = many.map(({ row, raw }) => ({
      raw,
      row: Object.defineProperty({ ...row }, 'private_ip', {
        get: () => {
          measured.push(row.fid);
          return '10.0.0.1';
        },
      }),
    }));
    const state = consoleWith({ bids: [bid('b')], instances: counted });
    contentWidths(state, 'instances');
    expect(measured).toHaveLength(10_000);
    measured.length = 0;
    contentWidths(cursorMoved(state, 'instances', 40), 'instances');
    expect(measured).toEqual([]);
    const changed = [...counted.slice(0, -1), instance('i-9999', { bid: 'b', status: 'STATUS_PAUSED' })];
    const next = arrived(state, 'instances', [...changed]);
    contentWidths(next, 'instances');
    expect(measured).toEqual([]);
    expect(contentWidths(filterTyped(next, 'instances', 'status:running'), 'instances')).toBeDefined();
    expect(measured).toEqual([]);
  });
});
