import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textBufferOf } from '../../../src/lib/text-buffer.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { addActivities } from '../../../src/store/activity.ts';
import { dialogClosed, dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import {
  cursorMoved,
  filterTyped,
  focusMoved,
  paneFocused,
  refiltered,
  resized,
  viewsSettled,
  windowOf,
} from '../../../src/store/panes/cursor.ts';
import { type Layout, layoutOf, type Placement, panesOn, rowsIn, tabsBeside } from '../../../src/store/panes/layout.ts';
import { linesNeeded, MOST_FREE, shareLines } from '../../../src/store/panes/reserved-lines.ts';
import type { ConsoleState, Size } from '../../../src/store/state.ts';
import { timePassed } from '../../../src/store/transitions.ts';
import { NOON } from '../hand-clock.ts';
import {
  apiKey,
  bid,
  consoleWith,
  instance,
  rowsArrivedTwice,
  sshKey,
  startedConsole,
  volume,
  whole,
} from '../made.ts';
import { eventRow } from '../made-events.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const many = <Row>(count: number, make: (fid: string) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, n) => make(`row-${String(n).padStart(4, '0')}`));

type Counts = { readonly [Name in 'bids' | 'instances' | 'volumes' | 'sshKeys' | 'apiKeys']?: number };

/** A console whose lists have these numbers of rows, and its events. */
function holding(counts: Counts, size: Size = { columns: 160, rows: 45 }, events = 0): ConsoleState {
  const state = consoleWith({
    bids: many(counts.bids ?? 0, bid),
    instances: many(counts.instances ?? 0, instance),
    volumes: many(counts.volumes ?? 0, volume),
    sshKeys: many(counts.sshKeys ?? 0, sshKey),
    apiKeys: many(counts.apiKeys ?? 0, apiKey),
    size,
  });
  return viewsSettled(
    addActivities(
      state,
      many(events, (fid) => eventRow(fid)),
    ),
  );
}

/** The state after a list of bids, and after the removed ones have left the screen. */
function withBids(state: ConsoleState, count: number, sequence: number): ConsoleState {
  const at = NOON + sequence * 60_000;
  const arrived = viewsSettled(rowsArrivedTwice(state, 'bids', whole(...many(count, bid)), { at, sequence }, at));
  return viewsSettled(timePassed(arrived, at + 30_000));
}

const stacksOf = (layout: Layout): readonly (readonly Placement[])[] =>
  layout.kind === 'wide' ? [layout.left, layout.right] : [];
const heightOf = (state: ConsoleState, name: PaneName): number =>
  panesOn(layoutOf(state)).find((pane) => pane.name === name)?.height ?? 0;
const namesOn = (state: ConsoleState): readonly PaneName[] => panesOn(layoutOf(state)).map(({ name }) => name);

describe('the screen is divided without a gap', () => {
  test('at every size from 40 × 10 to 250 × 80', () => {
    const state = holding({ bids: 14, instances: 38, volumes: 6, sshKeys: 3, apiKeys: 2 }, undefined, 100);
    for (let columns = 40; columns <= 250; columns += 1) {
      for (let rows = 10; rows <= 80; rows += 1) {
        const layout = layoutOf({ ...state, size: { columns, rows } });
        if (layout.kind === 'column') {
          const both = columns >= 100 && rows >= 20;
          expect(layout.panes.map(({ name }) => name)).toEqual(both ? ['bids', 'instances'] : ['bids']);
          expect(sum(layout.panes.map(({ height }) => height))).toBe(rows - 3);
          expect(new Set(layout.panes.map(({ width }) => width))).toEqual(new Set([columns]));
          continue;
        }
        if (layout.kind !== 'wide') throw new Error(`${columns} × ${rows} is ${layout.kind}`);
        expect((layout.left[0]?.width ?? 0) + (layout.right[0]?.width ?? 0)).toBe(columns);
        for (const stack of [layout.left, layout.right]) {
          const strip = stack === layout.left ? (layout.strip?.height ?? 0) : 0;
          expect(sum(stack.map(({ height }) => height))).toBe(rows - 2 - strip);
          expect(new Set(stack.map(({ width }) => width)).size).toBe(1);
        }
      }
    }
  });

  test.each([
    [139, 30, 'column'],
    [140, 29, 'column'],
    [140, 30, 'wide'],
    [40, 10, 'column'],
    [39, 10, 'too-small'],
    [40, 9, 'too-small'],
  ])('%i × %i is %s', (columns, rows, kind) => {
    expect(layoutOf(holding({}, { columns, rows })).kind).toBe(kind);
  });

  test('zoomed, the focused pane fills a wide screen too', () => {
    expect(layoutOf({ ...holding({}), zoomed: true, focus: 'volumes' })).toEqual({
      kind: 'column',
      strip: null,
      panes: [{ name: 'volumes', width: 160, height: 42 }],
      preview: null,
    });
  });

  test('every pane on screen has room for a row', () => {
    for (const rows of [10, 11, 29, 30, 31, 45]) {
      for (const columns of [40, 99, 100, 139, 140, 250]) {
        for (const pane of panesOn(layoutOf(holding({}, { columns, rows }))))
          expect(pane.height - 3).toBe(rowsIn(pane));
      }
    }
  });
});

test('between 100 and 140 columns Bids are over Instances in the full width, and any other pane has the screen', () => {
  const state = holding({}, { columns: 120, rows: 35 });
  expect(namesOn(state)).toEqual(['bids', 'instances']);
  expect(namesOn(paneFocused(state, 'volumes'))).toEqual(['volumes']);
});

describe('the right side of a wide screen', () => {
  const service = ['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys'];

  test('from 160 × 45 on has the activity under all lists of the service', () => {
    expect(tabsBeside(holding({}), 'sshKeys')).toEqual(['sshKeys']);
    expect(namesOn(holding({}))).toEqual([...service, 'activity']);
    expect(namesOn(paneFocused(holding({}), 'activity'))).toEqual([...service, 'activity']);
  });

  test.each([
    [159, 45],
    [160, 44],
    [140, 30],
  ])('at %i × %i has one list of the service, the last one with the focus, over the activity', (columns, rows) => {
    const state = holding({}, { columns, rows });
    expect(namesOn(state)).toEqual(['bids', 'instances', 'volumes', 'activity']);
    const keys = paneFocused(paneFocused(state, 'sshKeys'), 'bids');
    expect(namesOn(keys)).toEqual(['bids', 'instances', 'sshKeys', 'activity']);
    expect(tabsBeside(keys, 'sshKeys')).toEqual(['volumes', 'sshKeys', 'apiKeys']);
  });

  test('gives the lines that small lists do not need to the activity', () => {
    const state = holding({ bids: 14, instances: 38, volumes: 6, sshKeys: 3, apiKeys: 2 }, undefined, 100);
    expect(panesOn(layoutOf(state)).map(({ name, height }) => [name, height])).toEqual([
      ['bids', 17],
      ['instances', 26],
      ['volumes', 9],
      ['sshKeys', 6],
      ['apiKeys', 5],
      ['activity', 23],
    ]);
  });
});

const counts = fc.record({
  bids: fc.nat(80),
  instances: fc.nat(80),
  volumes: fc.nat(30),
  sshKeys: fc.nat(30),
  apiKeys: fc.nat(30),
});
const wideSize = fc.record({ columns: fc.integer({ min: 120, max: 250 }), rows: fc.integer({ min: 30, max: 80 }) });

describe('heights follow the rows', () => {
  test(`no pane has more than ${MOST_FREE} lines without a row while another one hides rows`, () => {
    fc.assert(
      fc.property(counts, wideSize, fc.nat(60), fc.array(fc.nat(80), { maxLength: 6 }), (rows, size, events, polls) => {
        let state = holding(rows, size, events);
        for (const [turn, bids] of polls.entries()) state = withBids(state, bids, turn + 1);
        const layout = layoutOf(state);
        const strip = layout.kind === 'wide' ? (layout.strip?.height ?? 0) : 0;
        for (const [at, stack] of stacksOf(layout).entries()) {
          expect(sum(stack.map(({ height }) => height))).toBe(size.rows - 2 - (at === 0 ? strip : 0));
          const hides = stack.some((pane) => linesNeeded(state, pane.name) > rowsIn(pane));
          for (const pane of stack) {
            expect(pane.height).toBeGreaterThanOrEqual(5);
            if (hides) expect(rowsIn(pane) - linesNeeded(state, pane.name)).toBeLessThanOrEqual(MOST_FREE);
          }
        }
      }),
    );
  });

  test('the focused pane shows the row under its cursor, whatever the heights become', () => {
    fc.assert(
      fc.property(counts, wideSize, fc.nat(80), fc.nat(6), fc.nat(80), (rows, size, down, panes, bids) => {
        let state = holding(rows, size, 30);
        for (let n = 0; n < panes; n += 1) state = focusMoved(state, 1);
        state = cursorMoved(state, state.focus, down);
        const chosen = state.views[state.focus].cursor;
        state = withBids(resized(state, { columns: 140, rows: 36 }), bids, 1);
        if (chosen !== null) expect(state.views[state.focus].cursor).toBe(chosen);
        const { top, page, at } = windowOf(state, state.focus);
        if (at >= 0) expect(at >= top && at < top + page).toBe(true);
      }),
    );
  });

  test('before the lists have arrived all panes of a side are equally high', () => {
    const [left, right] = stacksOf(layoutOf(startedConsole()));
    expect(left?.map(({ height }) => height)).toEqual([22, 21]);
    expect(right?.map(({ height }) => height)).toEqual([13, 12, 12, 6]);
  });

  test('a bid more and a bid less moves the panes at most once', () => {
    let state = holding({ bids: 14, instances: 38 });
    expect(heightOf(state, 'bids')).toBe(17);
    const heights = [15, 14, 15, 16, 15, 14, 13, 14].map((bids, turn) => {
      state = withBids(state, bids, turn + 1);
      return heightOf(state, 'bids');
    });
    expect(heights).toEqual([19, 19, 19, 19, 19, 19, 19, 19]);
  });

  test('a pane shrinks when many of its rows are gone, and when the terminal changes its size', () => {
    let state = withBids(holding({ bids: 14, instances: 38 }), 9, 1);
    expect(heightOf(state, 'bids')).toBe(13);
    state = withBids(state, 8, 2);
    expect(heightOf(state, 'bids')).toBe(13);
    expect(heightOf(resized(state, state.size), 'bids')).toBe(11);
  });

  test('while a filter is typed the panes stand still; they fit the rows once it is kept or cleared', () => {
    const state = holding({ bids: 14, instances: 38 });
    const open = dialogOpened(state, {
      kind: 'filter',
      pane: 'bids',
      editor: textBufferOf(''),
      before: '',
      back: 0,
      completing: null,
    });
    const typed = filterTyped(open, 'bids', 'row-0003');
    expect(heightOf(typed, 'bids')).toBe(17);
    expect(heightOf(dialogClosed(typed), 'bids')).toBe(7);
    expect(heightOf(filterTyped(dialogClosed(typed), 'bids', ''), 'bids')).toBe(17);
  });

  test('headings of groups count as lines', () => {
    const state = holding({ bids: 14, instances: 38 });
    expect(heightOf(refiltered(state, 'bids', { group: 'status' }), 'bids')).toBe(18);
  });
});

test('any heights that are asked for are shared without a rest, and none is below its minimum', () => {
  const pane = fc.record({
    need: fc.oneof(fc.nat(200), fc.constant(Number.POSITIVE_INFINITY)),
    least: fc.integer({ min: 1, max: 7 }),
    chosen: fc.option(fc.nat(100)),
  });
  fc.assert(
    fc.property(fc.array(pane, { minLength: 1, maxLength: 5 }), fc.integer({ min: 35, max: 90 }), (panes, height) => {
      const heights = shareLines(panes, height);
      expect(sum(heights)).toBe(height);
      for (const [at, { least }] of panes.entries()) expect(heights[at]).toBeGreaterThanOrEqual(least);
    }),
  );
});
