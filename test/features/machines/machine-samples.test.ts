import { describe, expect, test } from 'vitest';
import { machineModeChosen } from '../../../src/features/machines/machines.ts';
import { machinesInTurns, machinesOnScreen } from '../../../src/features/machines/running.ts';
import { machineSettingsOf } from '../../../src/features/machines/settings.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { columnsIn, contentWidths } from '../../../src/store/lists/content-widths.ts';
import { visibleRows, warmSearchText } from '../../../src/store/lists/visible-rows.ts';
import { filterTyped, paneFocused, rowsKept } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { busy, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const MANY = 15_000;
const READ = 200;

/** Reads of a field that filters, orders and addresses read of each row. */
let reads = 0;
const counted = Array.from({ length: MANY }, (_, n) => {
  const { row, raw } = instance(`i-${n}`, { bid: `b-${n % 500}`, ssh_destination: `ubuntu@10.0.${n >> 8}.${n % 256}` });
  const { status } = row;
  return {
    raw,
    row: Object.defineProperty({ ...row }, 'status', {
      enumerable: true,
      get: () => {
        reads += 1;
        return status;
      },
    }),
  };
});
const fleet = machineModeChosen(
  consoleWith({ bids: Array.from({ length: 500 }, (_, n) => bid(`b-${n}`)), instances: counted }),
  'visible',
);
const first = sampled(fleet, 0);

/** The console after a sample of each of two hundred machines. */
function sampled(state: ConsoleState, seconds: number): ConsoleState {
  const at = NOON + seconds * 1000;
  const machines = Array.from({ length: READ }, (_, n) => [`i-${n}`, busy(90 + ((n + seconds) % 10), at)] as const);
  return withMachines({ ...state, now: at }, Object.fromEntries(machines));
}

/** The number of reads of rows that some work makes. */
function readsOf(work: () => unknown): number {
  reads = 0;
  work();
  return reads;
}

const shown = (state: ConsoleState, pane: PaneName = 'instances') => visibleRows(state, pane);

describe('samples of machines', () => {
  test.each([
    ['no filter', (state: ConsoleState) => state],
    ['a filter by words', (state: ConsoleState) => filterTyped(state, 'instances', 'i-14')],
    ['a filter by a field', (state: ConsoleState) => filterTyped(state, 'instances', 'status:running')],
    [
      'an order by a probe',
      (state: ConsoleState) => rowsKept(state, 'instances', { sort: { column: 'reach', descending: false } }),
    ],
    [
      'an order by status',
      (state: ConsoleState) => rowsKept(state, 'instances', { sort: { column: 'status', descending: true } }),
    ],
  ])('cost the rows nothing with %s', (_, viewed) => {
    const before = viewed(first);
    const rows = shown(before);
    contentWidths(before, 'instances');
    columnsIn(before, 'instances', 160);
    warmSearchText(before, 'instances', 0);
    const next = sampled(before, 1);
    const work = (): void => {
      expect(shown(next)).toBe(rows);
      contentWidths(next, 'instances');
      columnsIn(next, 'instances', 160);
      warmSearchText(next, 'instances', 0);
    };
    expect(readsOf(work)).toBe(0);
  });

  test('cost the sums of groups what they have changed', () => {
    const before = rowsKept(first, 'instances', { group: 'bid' });
    contentWidths(before, 'instances');
    const next = sampled(before, 1);
    expect(readsOf(() => contentWidths(next, 'instances'))).toBeLessThan(READ * 40);
    expect(shown(next).rows).toEqual(shown(before).rows);
  });

  test('find the rows again that a filter on them shows, and put rows that are sorted by them in order', () => {
    const idle = filterTyped(first, 'instances', 'idle>10m');
    expect(shown(idle).rows).toEqual([]);
    const next = withMachines(idle, { 'i-7': idleSince(NOON - 12 * MINUTE) });
    expect(shown(next).rows.map(({ row }) => row.fid)).toEqual(['i-7']);
    const sorted = rowsKept(first, 'instances', { sort: { column: 'gpu', descending: true } });
    const busiest = shown(withMachines(sorted, { 'i-9000': busy(100) })).rows[0];
    expect(busiest?.row.fid).toBe('i-9000');
  });

  test('a filter on them looks at its rows again as time passes, though no sample comes', () => {
    const idle = withMachines(filterTyped(first, 'instances', 'idle>10m'), { 'i-7': idleSince(NOON - 10 * MINUTE) });
    expect(shown(idle).rows).toEqual([]);
    expect(shown({ ...idle, now: NOON + 5000 }).rows).toHaveLength(1);
  });

  test('leave the other panes alone', () => {
    const rows = (['bids', 'volumes'] as const).map((pane) => shown(filterTyped(first, pane, 'b'), pane));
    const next = sampled(filterTyped(filterTyped(first, 'bids', 'b'), 'volumes', 'b'), 2);
    expect(shown(next, 'bids').rows).toEqual(rows[0]?.rows);
    expect(readsOf(() => shown(next, 'volumes'))).toBe(0);
  });

  test('draw only the rows on screen again', () => {
    const theme = themeFor('16');
    const draw = (state: ConsoleState): unknown =>
      paneLines(state, { name: 'instances', width: 108, height: 24 }, theme);
    // A console of its own: one that was sorted by machines looks at each sampled row.
    const fresh = { ...first, connected: { ...first.connected } };
    draw(fresh);
    const next = sampled(fresh, 3);
    expect(readsOf(() => draw(next))).toBeLessThan(24 * 20);
  });
});

describe('the machines to read', () => {
  test('are found without a search of all rows', () => {
    machinesOnScreen(first);
    const next = sampled(first, 4);
    expect(machinesOnScreen(next).length).toBeGreaterThan(10);
    expect(readsOf(() => machinesOnScreen(next))).toBeLessThan(MANY / 10);
    const all = { ...next, machines: { ...machineSettingsOf(next), mode: 'all' as const } };
    expect(machinesInTurns(all)).toHaveLength(MANY);
    const later = sampled(all, 5);
    expect(readsOf(() => machinesInTurns(later))).toBe(0);
  });

  test('are those of the rows on screen first, then those of the bids on screen', () => {
    const fids = machinesOnScreen(paneFocused(first, 'bids')).map(({ fid }) => fid);
    expect(fids[0]).toBe('i-0');
    expect(new Set(fids).size).toBe(fids.length);
  });
});
