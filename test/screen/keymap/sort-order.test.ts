import { describe, expect, test } from 'vitest';
import type { Column } from '../../../src/resources/resource.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { paneFocused, sortedBy } from '../../../src/store/panes/cursor.ts';
import { restoreLayouts } from '../../../src/store/panes/saved-views.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { filled } from '../../store/filled.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, shownFids, startedConsole, volume, whole } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

const bids = [
  bid('a-open', { status: 'Open', limit_price: '$9.00' }),
  bid('b-small', { limit_price: '$1.00' }),
  bid('c-large', { limit_price: '$4.00' }),
  bid('d-none', { limit_price: null, status: 'Paused' }),
];
const instances = [
  instance('i-1', { bid: 'b-small', ssh_destination: 'root@h1' }),
  instance('i-2', { bid: 'c-large', ssh_destination: 'root@h2' }),
  instance('i-3', { bid: 'c-large', ssh_destination: 'root@h3' }),
];
const volumes = [volume('v-1', { capacity_gb: 100 }), volume('v-2', { capacity_gb: null }), volume('v-3')];
const start = filled(consoleWith({ bids, instances, volumes }));

test('sorting by cost, first row, pause: the costliest bid is asked about, and none that costs nothing', async () => {
  const operator = operatorAt(paneFocused(start, 'bids'));
  await operator.press(',', 'c', 'g', 'p');
  expect(operator.state().views.bids.sort).toEqual({ column: 'cost', descending: true });
  expect(operator.at()).toBe('c-large');
  expect(operator.left.sent).toEqual([]);
});

/** The texts of a column, from the first row to the last. */
function texts<Row extends { readonly fid: string }>(
  state: ConsoleState,
  { cell }: Column<Row>,
  rows: readonly Row[],
): readonly string[] {
  return rows.map((row) => cell(row, contextOf(state)).text.trim());
}

describe.each(loadedFeatures.paneNames)('in %s', (pane) => {
  test('every amount begins with the largest, and what is blank is last in both directions', () => {
    const { columns }: { readonly columns: readonly Column<never>[] } = loadedFeatures.panes[pane];
    for (const { id, compareAs, largestFirst } of columns) {
      const isAmount = compareAs !== undefined && !['time', 'margin'].includes(compareAs.kind) && id !== 'index';
      if (isAmount) expect(largestFirst, `${pane} ${id}`).toBe(true);
      if (largestFirst !== true) continue;
      const sorted = sortedBy(sortedBy(start, pane, 'name'), pane, id);
      expect(sorted.views[pane].sort).toEqual({ column: id, descending: true });
    }
  });
});

test.each(['bids', 'volumes', 'instances'] as const)(
  'in %s rows without an amount are last in both directions',
  (pane) => {
    const blanksLast = <Row extends { readonly fid: string }>(
      columns: readonly Column<Row>[],
      rowsOf: (state: ConsoleState) => readonly Row[],
    ): void => {
      for (const column of columns.filter(({ largestFirst }) => largestFirst === true)) {
        const sorted = sortedBy(sortedBy(start, pane, 'name'), pane, column.id);
        for (const state of [sorted, sortedBy(sorted, pane, column.id)]) {
          const all = texts(state, column, rowsOf(state)).map((text) => text === '' || text === '–');
          expect(all, column.id).toEqual(all.toSorted((a, b) => Number(a) - Number(b)));
        }
      }
    };
    if (pane === 'bids')
      blanksLast(loadedFeatures.panes.bids.columns, (state) => visibleRows(state, 'bids').rows.map(({ row }) => row));
    else if (pane === 'volumes')
      blanksLast(loadedFeatures.panes.volumes.columns, (state) =>
        visibleRows(state, 'volumes').rows.map(({ row }) => row),
      );
    else
      blanksLast(loadedFeatures.panes.instances.columns, (state) =>
        visibleRows(state, 'instances').rows.map(({ row }) => row),
      );
  },
);

test('after a restart the cursor is on the first row, whichever list arrives last', () => {
  const layout = { sort: { column: 'cost', descending: true }, columns: null, group: null };
  const asked = { at: NOON, sequence: 0 };
  const restarted = restoreLayouts(startedConsole(), { panes: { bids: layout }, views: [] });
  const first = rowsArrived(restarted, 'bids', whole(...bids), asked, NOON);
  const all = rowsArrived(
    rowsArrived(first, 'volumes', whole(), asked, NOON),
    'instances',
    whole(...instances),
    asked,
    NOON,
  );
  expect(shownFids(all, 'bids')[0]).toBe('c-large');
  expect(operatorAt(all).at()).toBe('c-large');
  const next = rowsArrived(all, 'bids', whole(...bids), { at: NOON + 2000, sequence: 1 }, NOON + 2000);
  expect(operatorAt(next).at()).toBe('c-large');
});

test('once the operator has moved the cursor, it stays on its row while the other lists arrive', async () => {
  const asked = { at: NOON, sequence: 0 };
  const operator = operatorAt(rowsArrived(startedConsole(), 'bids', whole(...bids), asked, NOON));
  await operator.press('j');
  const at = operator.at();
  const all = rowsArrived(operator.state(), 'instances', whole(...instances), asked, NOON);
  expect(operatorAt(all).at()).toBe(at);
});
