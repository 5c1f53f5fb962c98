import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATUS_ROOM } from '../../../src/resources/parts/status.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { columnsIn } from '../../../src/store/lists/content-widths.ts';
import { type Group, lineOfRow, linesBetween } from '../../../src/store/lists/group-rows.ts';
import { allColumns, columnsOf } from '../../../src/store/lists/place-columns.ts';
import { cursorIndex, cursorRow, visibleRows } from '../../../src/store/lists/visible-rows.ts';
import {
  columnPointed,
  columnShifted,
  columnsUsual,
  columnToggled,
  columnWidened,
  groupedBy,
  layoutFor,
} from '../../../src/store/panes/arrange-columns.ts';
import { cursorMoved, filterTyped, rowSelected, sortReversed, windowOf } from '../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { bid, consoleWith, instance, volume } from '../made.ts';

const fleet = consoleWith({
  bids: [
    bid('b-1', { instance_type: 'h100', region: 'eu', limit_price: '$2.00' }),
    bid('b-2', { instance_type: 'a100', region: 'us', limit_price: '$1.00' }),
    bid('b-3', { instance_type: 'h100', region: 'us', limit_price: '€3.00' }),
    bid('b-4', { instance_type: 'h100', region: 'us', limit_price: '$0.50', instance_quantity: 2 }),
  ],
  instances: ['b-1', 'b-3', 'b-4'].map((on) => instance(`i-${on}`, { bid: on })),
  volumes: [volume('v-1', { capacity_gb: 600 }), volume('v-2', { capacity_gb: 600 })],
});

const idsIn = (state: ConsoleState, pane: PaneName): readonly string[] =>
  columnsOf(loadedFeatures.panes, pane, state.views[pane].columns, false).map(({ id }) => id);

const inList = (at: number): ConsoleState =>
  columnPointed(dialogOpened(fleet, { kind: 'columns', pane: 'bids', at: 0 }), at);

test('a column is hidden, shown again at the end, moved and given a width; the one that names the rows stays', () => {
  const hidden = columnToggled(inList(1));
  expect(idsIn(hidden, 'bids')).not.toContain('status');
  const last = allColumns(loadedFeatures.panes, 'bids').length - 1;
  const byFid = columnToggled(inList(last));
  expect(idsIn(byFid, 'bids').at(-1)).toBe('id');
  const kept = columnToggled(inList(0));
  expect(idsIn(kept, 'bids')).toEqual(idsIn(fleet, 'bids'));
  expect(kept.notice?.text).toBe('NAME names the rows, so it stays.');
  const moved = columnShifted(inList(1), -1);
  expect(idsIn(moved, 'bids').slice(0, 2)).toEqual(['status', 'name']);
  const wide = columnWidened(columnWidened(moved, 1), 1);
  expect(columnsIn(wide, 'bids', 160).find(({ id }) => id === 'status')?.width).toBe(STATUS_ROOM.reserves + 4);
  expect(idsIn(columnsUsual(wide), 'bids')).toEqual(idsIn(fleet, 'bids'));
});

test('words are searched in the shown columns, named fields in all', () => {
  const found = (state: ConsoleState, filter: string) =>
    visibleRows(filterTyped(state, 'bids', filter), 'bids').rows.map(({ row }) => String(row.fid));
  expect(found(fleet, 'proj_demo')).toEqual([]);
  expect(found(fleet, 'project:proj_demo')).toHaveLength(4);
  const shown = columnToggled(inList(allColumns(loadedFeatures.panes, 'bids').findIndex(({ id }) => id === 'project')));
  expect(found(shown, 'proj_demo')).toHaveLength(4);
  expect(found(columnToggled(inList(idsIn(fleet, 'bids').indexOf('region'))), 'eu')).toEqual([]);
});

test('grouped bids are under their type with running instances and cost, one sum per currency', () => {
  const state = groupedBy(fleet, 'bids', 'type');
  const sums = (group: Group | undefined) => group?.totals(contextOf(state)).sums();
  const { rows, groups } = visibleRows(state, 'bids');
  expect(groups.map(({ title, from, count }) => ({ title, from, count }))).toEqual([
    { title: 'a100', from: 0, count: 1 },
    { title: 'h100', from: 1, count: 3 },
  ]);
  expect(rows.slice(1).map(({ row }) => row.instance_type)).toEqual(['h100', 'h100', 'h100']);
  expect(sums(groups[1])?.get('run')).toBe('3/10');
  expect(sums(groups[1])?.get('cost')?.split(' + ').toSorted()).toEqual(['$2.50', '€3.00']);
  expect(sums(groups[0])?.get('cost')).toBe('–');
  expect(sums(visibleRows(groupedBy(fleet, 'volumes', 'region'), 'volumes').groups[0])?.get('size')).toBe('1.2 TB');
});

test('grouping keeps the cursor on its row, and so does reversing the sort within groups', () => {
  const selected = rowSelected(fleet, 'bids', 'b-4');
  const state = sortReversed(groupedBy(selected, 'bids', 'region'), 'bids');
  expect(cursorRow(state, 'bids')?.row.fid).toBe('b-4');
});

const many = consoleWith({
  bids: Array.from({ length: 90 }, (_, n) =>
    bid(`b-${String(n).padStart(3, '0')}`, { instance_type: `t${n % 7}`, region: `r${n % 3}` }),
  ),
});

test('a window onto grouped rows holds the cursor, shows each row and title once, and begins a group with its title', () => {
  // Far jumps, then a walk up row by row: it comes to rows whose title is just above the window.
  const walk = Array.from({ length: 20 }, () => -1);
  const steps = fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 8 }).map((jumps) => [...jumps, ...walk]);
  const rows = fc.integer({ min: 10, max: 60 });
  fc.assert(
    fc.property(fc.constantFrom('type', 'region', 'status', null), steps, rows, (group, moves, height) => {
      let state = groupedBy({ ...many, size: { columns: 80, rows: height } }, 'bids', group);
      for (const by of moves) {
        state = cursorMoved(state, 'bids', by);
        const { rows: shown, groups } = visibleRows(state, 'bids');
        const { top, page, at } = windowOf(state, 'bids');
        const lines = linesBetween(groups, shown.length, top, top + page);
        expect(lines).toHaveLength(Math.min(page, shown.length + groups.length - top));
        expect(lines.filter((line) => line.kind === 'row' && line.at === at)).toHaveLength(1);
        const before = lines[lines.findIndex((line) => line.kind === 'row' && line.at === at) - 1];
        if (page > 1 && groups.some(({ from }) => from === at)) expect(before?.kind).toBe('group');
        expect(at).toBe(cursorIndex(state, 'bids'));
      }
      const { rows: shown, groups } = visibleRows(state, 'bids');
      const all = linesBetween(groups, shown.length, 0, Number.POSITIVE_INFINITY);
      expect(all.flatMap((line) => (line.kind === 'row' ? [line.at] : []))).toEqual(shown.map((_, n) => n));
      for (const [line, listLine] of all.entries())
        if (listLine.kind === 'row') expect(lineOfRow(groups, listLine.at)).toBe(line);
    }),
  );
});

test('a layout from a file keeps only existing columns, each once, and always the one that names the rows', () => {
  const word = fc.constantFrom('name', 'status', 'what', 'instance', 'cost', 'nonsense', '__proto__', '');
  const column = fc.record({ id: word, width: fc.option(fc.integer({ min: 1, max: 500 })) });
  const given = fc.record({
    sort: fc.record({ column: word, descending: fc.boolean() }),
    columns: fc.option(fc.array(column)),
    group: fc.option(word),
  });
  fc.assert(
    fc.property(fc.constantFrom(...loadedFeatures.paneNames), given, (pane, layout) => {
      const { sort, columns, group } = layoutFor(loadedFeatures.panes, pane, layout);
      const all = allColumns(loadedFeatures.panes, pane);
      expect(all.find(({ id }) => id === sort.column)?.sorts).toBe(true);
      if (group !== null) expect(all.find(({ id }) => id === group)?.groups).toBe(true);
      const ids = columnsOf(loadedFeatures.panes, pane, columns, false).map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toContain(all.find(({ priority }) => priority === 0)?.id);
      expect(columnsIn(withView(fleet, pane, { columns }), pane, 80).length).toBeGreaterThan(0);
    }),
  );
});
