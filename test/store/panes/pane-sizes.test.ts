import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cursorMoved, focusMoved, resized, windowOf } from '../../../src/store/panes/cursor.ts';
import { layoutOf, leastLines } from '../../../src/store/panes/layout.ts';
import { type Gesture, pointed } from '../../../src/store/panes/mouse.ts';
import {
  borderAt,
  frameAt,
  heightChanged,
  noNeighbour,
  type Stack,
  sizesReset,
  stacksOn,
  widthChanged,
} from '../../../src/store/panes/pane-sizes.ts';
import type { ConsoleState, Part } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../made.ts';

const many = <Row>(count: number, make: (fid: string) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, n) => make(`row-${String(n).padStart(2, '0')}`));
const rows = {
  bids: many(14, bid),
  instances: many(38, instance),
  volumes: many(6, volume),
  sshKeys: many(3, sshKey),
  apiKeys: many(2, apiKey),
};
const fleet = consoleWith(rows);

const heights = (state: ConsoleState): readonly (readonly [Part, number])[] =>
  stacksOn(layoutOf(state))
    .flat()
    .map(({ name, height }) => [name, height]);
const heightOf = (state: ConsoleState, part: Part): number | undefined => new Map(heights(state)).get(part);
const stackHeight = (stack: Stack): number => stack.reduce((sum, { height }) => sum + height, 0);

const at = (kind: Gesture['kind'], column: number, row: number): Gesture => ({ kind, column, row });
/** Presses the button at one position, moves it to another one, and releases it there. */
const drag = (state: ConsoleState, from: readonly [number, number], to: readonly [number, number]): ConsoleState =>
  [at('click', ...from), at('drag', ...to), at('release', ...to)].reduce(pointed, state);

describe('dragging a border', () => {
  test('between Bids and Instances moves it to the pointer, whichever of its two lines was grabbed', () => {
    expect(heightOf(fleet, 'bids')).toBe(17);
    for (const line of [17, 18]) {
      const dragged = drag(fleet, [20, line], [22, line + 6]);
      expect([heightOf(dragged, 'bids'), heightOf(dragged, 'instances')]).toEqual([23, 20]);
    }
  });

  test('between two panes on the right moves that border alone; the last pane gives the lines', () => {
    const border = 1 + 9;
    const dragged = drag(fleet, [120, border], [120, border + 3]);
    expect(heights(dragged).slice(2)).toEqual([
      ['volumes', 12],
      ['sshKeys', 6],
      ['apiKeys', 5],
      ['activity', 20],
    ]);
  });

  test('between the two sides changes their widths', () => {
    const right = stacksOn(layoutOf(fleet))[1]?.[0]?.left ?? 0;
    for (const column of [right - 1, right]) {
      const [left] = stacksOn(layoutOf(drag(fleet, [column, 30], [column - 20, 8])));
      expect(left?.[0]?.width).toBe(right - 20);
    }
  });

  test('above the preview changes the preview', () => {
    const state = { ...fleet, size: { columns: 80, rows: 24 }, preview: true };
    expect(heights(state)).toEqual([
      ['bids', 11],
      ['preview', 10],
    ]);
    expect(heights(drag(state, [20, 13], [20, 10]))).toEqual([
      ['bids', 8],
      ['preview', 13],
    ]);
  });

  test('a double click on it brings the usual sizes back', () => {
    const dragged = drag(fleet, [20, 17], [20, 25]);
    expect(heightOf(dragged, 'bids')).toBe(25);
    expect(pointed(dragged, at('double-click', 20, 25)).sizes).toEqual(fleet.sizes);
  });

  test('a click on it that moves nothing goes to the pane', () => {
    const clicked = [at('click', 20, 18), at('release', 20, 18)].reduce(pointed, fleet);
    expect([clicked.focus, clicked.sizes, clicked.drag]).toEqual(['instances', fleet.sizes, null]);
  });

  test('a movement or a release without a border under the button changes nothing', () => {
    const clicked = pointed(fleet, at('click', 20, 6));
    expect(pointed(clicked, at('drag', 20, 30))).toBe(clicked);
    expect(pointed(clicked, at('release', 20, 30))).toBe(clicked);
  });
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('drag' as const), from: fc.nat(2000), column: fc.nat(260), row: fc.nat(90) }),
  fc.record({ kind: fc.constant('height' as const), by: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ kind: fc.constant('width' as const), by: fc.integer({ min: -40, max: 40 }) }),
  fc.record({ kind: fc.constant('focus' as const) }),
  fc.record({ kind: fc.constant('preview' as const) }),
  fc.record({ kind: fc.constant('zoom' as const) }),
  fc.record({ kind: fc.constant('down' as const), by: fc.integer({ min: -30, max: 30 }) }),
  fc.record({
    kind: fc.constant('resize' as const),
    columns: fc.integer({ min: 120, max: 250 }),
    rows: fc.integer({ min: 30, max: 80 }),
  }),
);

/** Every position on the screen where a border can be grabbed. */
function borders(state: ConsoleState): readonly (readonly [number, number])[] {
  return stacksOn(layoutOf(state)).flatMap((stack) =>
    stack.flatMap(({ left, top, width }) => [[left + Math.floor(width / 2), top] as const, [left, top + 2] as const]),
  );
}

test('whatever is dragged, pressed and resized, the parts fill the screen, keep their fewest lines, and the cursor stays in view', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let state = fleet;
      for (const one of steps) {
        const { cursor } = state.views[state.focus];
        const { focus } = state;
        if (one.kind === 'drag') {
          const places = borders(state);
          const from = places[one.from % places.length];
          if (from !== undefined && borderAt(state, ...from) !== null) state = drag(state, from, [one.column, one.row]);
        } else if (one.kind === 'height') state = heightChanged(state, one.by);
        else if (one.kind === 'width') state = widthChanged(state, one.by);
        else if (one.kind === 'focus') state = focusMoved(state, 1);
        else if (one.kind === 'preview') state = { ...state, preview: !state.preview };
        else if (one.kind === 'zoom') state = { ...state, zoomed: !state.zoomed };
        else if (one.kind === 'down') state = cursorMoved(state, focus, one.by);
        else state = resized(state, one);
        if (one.kind !== 'down' && state.focus === focus) expect(state.views[focus].cursor).toBe(cursor);
        const layout = layoutOf(state);
        const room = state.size.rows - (layout.kind === 'column' ? 3 : 2);
        const strip = layout.kind === 'wide' ? (layout.strip?.height ?? 0) : 0;
        for (const [at, stack] of stacksOn(layout).entries()) {
          expect(stackHeight(stack)).toBe(room - (at === 0 ? strip : 0));
          for (const { name, height } of stack) expect(height).toBeGreaterThanOrEqual(leastLines(loadedFeatures, name));
          for (const { left, top } of stack) expect(frameAt(layout, left, top)?.top).toBe(top);
        }
        const widths = stacksOn(layout).map(([first]) => first?.width ?? 0);
        expect(widths.reduce((sum, width) => sum + width, 0)).toBe(state.size.columns);
        const { top, page, at } = windowOf(state, state.focus);
        if (at >= 0) expect(at >= top && at < top + page).toBe(true);
      }
      expect(
        layoutOf({ ...resized(sizesReset(state), fleet.size), focus: 'bids', preview: false, zoomed: false }),
      ).toEqual(layoutOf(fleet));
    }),
  );
});

describe('the keys for sizes', () => {
  test('make the focused pane higher or lower, the last one of its side too', () => {
    expect(heightOf(heightChanged(fleet, 2), 'bids')).toBe(19);
    const last = focusMoved(fleet, 1);
    expect(last.focus).toBe('instances');
    expect(heightOf(heightChanged(last, 2), 'instances')).toBe(28);
  });

  test('make its side wider or narrower', () => {
    const width = (state: ConsoleState) => stacksOn(layoutOf(state))[0]?.[0]?.width;
    expect(width(widthChanged(fleet, 4))).toBe(110);
    expect(width(widthChanged({ ...fleet, focus: 'volumes' }, 4))).toBe(102);
  });

  test('say why they can not when there is one pane on screen', () => {
    expect(noNeighbour({ ...fleet, zoomed: true })).toBe('There is no pane above or below this one.');
    expect(noNeighbour({ ...fleet, zoomed: true, preview: true })).toBeNull();
  });
});

test('chosen sizes are shares: on another terminal they have the same part of it, and come back exactly', () => {
  const dragged = drag(fleet, [20, 17], [20, 29]);
  expect(heightOf(dragged, 'bids')).toBe(29);
  const smaller = resized(dragged, { columns: 200, rows: 2 + 54 });
  expect(heightOf(smaller, 'bids')).toBe(36);
  const larger = resized(dragged, { columns: 200, rows: 2 + 86 });
  const layout = layoutOf(larger);
  const strip = layout.kind === 'wide' ? (layout.strip?.height ?? 0) : 0;
  expect(heightOf(larger, 'bids')).toBe(Math.round(((86 - strip) * 29) / 43));
  expect(heights(resized(larger, fleet.size))).toEqual(heights(dragged));
});
