import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../../src/lib/width.ts';
import { serviceResources } from '../../../src/resources/index.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import {
  type ColumnHead,
  type ContentWidths,
  columnsOf,
  GAP,
  type PlacedColumn,
  placeColumns,
} from '../../../src/store/lists/place-columns.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { bidColumns, inDemo } from './bid-columns.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const taken = (placed: readonly PlacedColumn[]): number => sum(placed.map(({ width, gap }) => width + gap));

/** Columns of a pane with contents of any widths; some have widths that the operator chose. */
const columns = fc
  .constantFrom(...loadedFeatures.paneNames)
  .chain((name: PaneName) =>
    fc.record({
      name: fc.constant(name),
      whole: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 20, maxLength: 20 }),
      shorter: fc.nat(12),
      chosen: fc.option(
        fc
          .shuffledSubarray(
            columnsOf(loadedFeatures.panes, name, null, true).map(({ id }) => id),
            { minLength: 1 },
          )
          .chain((ids) =>
            fc.tuple(
              ...ids.map((id) => fc.record({ id: fc.constant(id), width: fc.option(fc.integer({ min: 3, max: 60 })) })),
            ),
          ),
      ),
    }),
  )
  .map(({ name, whole, shorter, chosen }) => {
    const named = columnsOf(loadedFeatures.panes, name, null, true).find(({ priority }) => priority === 0);
    const withName =
      chosen === null || named === undefined || chosen.some(({ id }) => id === named.id)
        ? chosen
        : [{ id: named.id, width: null }, ...chosen];
    const heads = columnsOf(loadedFeatures.panes, name, withName, true);
    const widths = new Map(heads.map(({ id }, n) => [id, whole[n] ?? 1]));
    const beside = new Map([...widths].map(([id, width]) => [id, Math.max(1, width - shorter)]));
    return { heads, content: { whole: widths, beside } };
  });
const room = fc.integer({ min: 1, max: 260 });

/** The width that a placed column needs to show its content and header. */
function needOf({ id, header, cells }: PlacedColumn, heads: readonly ColumnHead[], content: ContentWidths): number {
  const head = heads.find((other) => other.id === id);
  if (head === undefined) throw new Error(`${id} was not asked for`);
  return head.fixed ? head.width : Math.max(widthOf(header), head.reserves, content[cells].get(id) ?? head.width);
}

describe('the columns of a pane', () => {
  test('fit into it, keep their order and never lose the name', () => {
    fc.assert(
      fc.property(columns, room, ({ heads, content }, width) => {
        const placed = placeColumns(heads, width, content);
        expect(taken(placed)).toBeLessThanOrEqual(width);
        const ids = placed.map(({ id }) => id);
        expect(ids).toEqual(heads.map(({ id }) => id).filter((id) => ids.includes(id)));
        expect(ids).toContain(heads.find(({ priority }) => priority === 0)?.id);
        expect(placed.every((column) => column.width >= 1)).toBe(true);
      }),
    );
  });

  test('are not cut while another column or a gap has blanks to give', () => {
    fc.assert(
      fc.property(columns, room, ({ heads, content }, width) => {
        const placed = placeColumns(heads, width, content);
        const needs = placed.map((column) => needOf(column, heads, content));
        for (const [n, column] of placed.entries()) expect(column.width).toBeLessThanOrEqual(needs[n] ?? 0);
        const isCut = placed.some((column, n) => column.width < (needs[n] ?? 0));
        if (!isCut) return;
        expect(placed.slice(1).every(({ gap }) => gap === GAP)).toBe(true);
        expect(taken(placed)).toBe(width);
      }),
    );
  });

  test('stand in equal gaps, which grow no further than a row can be followed across', () => {
    fc.assert(
      fc.property(columns, room, ({ heads, content }, width) => {
        const [first, ...others] = placeColumns(heads, width, content);
        expect(first?.gap).toBe(0);
        const gaps = new Set(others.map(({ gap }) => gap));
        expect(gaps.size).toBeLessThanOrEqual(1);
        for (const gap of gaps) expect([2, 3, 4]).toContain(gap);
      }),
    );
  });

  test('are dropped in the order of their priority', () => {
    fc.assert(
      fc.property(columns, room, ({ heads, content }, width) => {
        const kept = new Set(placeColumns(heads, width, content).map(({ id }) => id));
        const priority = (stays: boolean) =>
          heads.filter(({ id }) => kept.has(id) === stays).map((head) => head.priority);
        expect(Math.max(0, ...priority(true))).toBeLessThan(Math.min(Number.POSITIVE_INFINITY, ...priority(false)));
      }),
    );
  });

  test('come back one after the other as the pane widens, and are shown whole in the end', () => {
    fc.assert(
      fc.property(columns, ({ heads, content }) => {
        const rooms = Array.from({ length: 1200 }, (_, n) => placeColumns(heads, n + 1, content));
        const counts = rooms.map((placed) => placed.length);
        expect(counts).toEqual([...counts].sort((a, b) => a - b));
        const last = rooms.at(-1) ?? [];
        expect(last.map(({ id }) => id)).toEqual(heads.map(({ id }) => id));
        expect(last.map(({ width }) => width)).toEqual(last.map((column) => needOf(column, heads, content)));
      }),
      { numRuns: 30 },
    );
  });

  test('keep the width that the operator chose, whatever they contain', () => {
    fc.assert(
      fc.property(columns, ({ heads, content }) => {
        const chosen = heads.filter(({ fixed }) => fixed).map(({ width }) => width);
        const placed = placeColumns(heads, 1200, content);
        const fixed = placed.filter(({ id }) => heads.some((head) => head.id === id && head.fixed));
        expect(fixed.map(({ width }) => width)).toEqual(chosen);
      }),
    );
  });
});

const bids = columnsOf({ ...loadedFeatures.panes, ...serviceResources }, 'bids', null, false);
const inBids = (width: number) => bidColumns(bids, width);
const ids = (width: number) => inBids(width).map(({ id }) => id);

describe('what an operator needs first stays longest', () => {
  test.each([
    [112, ['name', 'status', 'type', 'region', 'run', 'price', 'cost', 'volumes', 'age']],
    [90, ['name', 'status', 'type', 'region', 'run', 'price', 'cost', 'age']],
    [70, ['name', 'status', 'type', 'run', 'price', 'cost']],
    [60, ['name', 'status', 'run', 'price', 'cost']],
    [54, ['name', 'status', 'run', 'price', 'cost']],
    [45, ['name', 'status', 'run', 'price']],
    [37, ['name', 'status', 'run']],
    [34, ['name', 'status']],
  ])('bids in %i cells', (width, expected) => {
    expect(ids(width)).toEqual(expected);
  });

  test('the cost per hour is there before the type shows its whole text', () => {
    const placed = placeColumns(bids, 70, { whole: inDemo, beside: new Map() });
    expect(placed.map(({ id }) => id)).toContain('cost');
    expect(placed.find(({ id }) => id === 'type')?.width).toBeLessThan(20);
  });

  test('the whole type is back when its region has no room', () => {
    const type = (width: number) => inBids(width).find(({ id }) => id === 'type');
    expect(type(95)).toMatchObject({ cells: 'beside', width: 6 });
    expect(type(76)).toMatchObject({ cells: 'whole', width: 17 });
  });
});
