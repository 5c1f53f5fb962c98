import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paneNames } from '../../../src/resources/index.ts';
import { columnsOf, placeColumns } from '../../../src/state/lists/place-columns.ts';
import { layoutOf, panesOn, rowsIn } from '../../../src/state/panes/layout.ts';
import type { Size } from '../../../src/state/state.ts';

const looking = { focus: 'bids', side: 'resources', zoomed: false } as const;
const at = (size: Size, more: Partial<Parameters<typeof layoutOf>[0]> = {}) => layoutOf({ ...looking, size, ...more });
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('the screen is divided without a gap', () => {
  test('at every size from 40 × 10 to 250 × 80, for every focused pane', () => {
    for (let columns = 40; columns <= 250; columns += 1) {
      for (let rows = 10; rows <= 80; rows += 1) {
        const layout = at({ columns, rows });
        if (layout.kind === 'single') {
          expect(layout.pane).toEqual({ name: 'bids', width: columns, height: rows - 3 });
          continue;
        }
        if (layout.kind !== 'wide') throw new Error(`${columns} × ${rows} is ${layout.kind}`);
        expect((layout.left[0]?.width ?? 0) + (layout.right[0]?.width ?? 0)).toBe(columns);
        for (const stack of [layout.left, layout.right]) {
          expect(sum(stack.map(({ height }) => height))).toBe(rows - 2);
          expect(new Set(stack.map(({ width }) => width)).size).toBe(1);
        }
      }
    }
  });

  test.each([
    [119, 30, 'single'],
    [120, 29, 'single'],
    [120, 30, 'wide'],
    [40, 10, 'single'],
    [39, 10, 'too-small'],
    [40, 9, 'too-small'],
  ])('%i × %i is %s', (columns, rows, kind) => {
    expect(at({ columns, rows }).kind).toBe(kind);
  });

  test('a wide screen has all five lists, or the two of this console in place of three', () => {
    const names = (side: 'resources' | 'own') =>
      panesOn(at({ columns: 160, rows: 45 }, { side })).map(({ name }) => name);
    expect(names('resources')).toEqual(['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys']);
    expect(names('own')).toEqual(['bids', 'instances', 'sessions', 'activity']);
  });

  test('zoomed, the focused pane fills a wide screen too', () => {
    expect(at({ columns: 160, rows: 45 }, { zoomed: true, focus: 'volumes' })).toEqual({
      kind: 'single',
      pane: { name: 'volumes', width: 160, height: 42 },
    });
  });

  test('every pane on screen has room for a row', () => {
    for (const rows of [10, 11, 29, 30, 31, 45]) {
      for (const columns of [40, 119, 120, 250]) {
        for (const pane of panesOn(at({ columns, rows }))) expect(pane.height - 3).toBe(rowsIn(pane));
      }
    }
  });
});

describe('the columns of a pane', () => {
  const room = fc.integer({ min: 1, max: 240 });
  const pane = fc.constantFrom(...paneNames);

  test('fit into it, keep their order and never lose the name', () => {
    fc.assert(
      fc.property(pane, room, (name, width) => {
        const heads = columnsOf(name, null, false);
        const placed = placeColumns(heads, width);
        expect(sum(placed.map((column) => column.width)) + 2 * (placed.length - 1)).toBe(width);
        const ids = placed.map(({ id }) => id);
        expect(ids).toEqual(heads.map(({ id }) => id).filter((id) => ids.includes(id)));
        expect(ids).toContain(heads.find(({ priority }) => priority === 0)?.id);
        expect(placed.every((column) => column.width >= 1)).toBe(true);
      }),
    );
  });

  test('are dropped in the order of their priority', () => {
    fc.assert(
      fc.property(pane, room, (name, width) => {
        const heads = columnsOf(name, null, false);
        const kept = new Set(placeColumns(heads, width).map(({ id }) => id));
        const priority = (stays: boolean) =>
          heads.filter(({ id }) => kept.has(id) === stays).map((head) => head.priority);
        expect(Math.max(0, ...priority(true))).toBeLessThan(Math.min(Number.POSITIVE_INFINITY, ...priority(false)));
      }),
    );
  });

  test('come back one after the other as the pane widens', () => {
    for (const name of paneNames) {
      const counts = Array.from({ length: 240 }, (_, n) => placeColumns(columnsOf(name, null, false), n + 1).length);
      expect(counts).toEqual([...counts].sort((a, b) => a - b));
      expect(counts.at(-1)).toBe(columnsOf(name, null, false).length);
    }
  });
});
