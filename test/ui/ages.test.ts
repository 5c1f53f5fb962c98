import { describe, expect, test } from 'vitest';
import { themeFor } from '../../src/dialogs/theme.ts';
import { resources } from '../../src/resources/index.ts';
import { unicodeGlyphs } from '../../src/resources/parts/glyphs.ts';
import { disabledReason } from '../../src/state/disabled-reason.ts';
import { firstPagesArrived, pageArrived, partArrived, rowsArrived } from '../../src/state/lists/transitions.ts';
import { cursorMoved } from '../../src/state/panes/cursor.ts';
import { startState } from '../../src/state/start-state.ts';
import type { ConsoleState } from '../../src/state/state.ts';
import { headerLine } from '../../src/ui/header-and-hints.ts';
import { paneLines } from '../../src/ui/pane-lines.ts';
import { NOON } from '../state/hand-clock.ts';
import { bid, connected, consoleWith, instance, whole } from '../state/made.ts';
import { seen } from './seen.ts';

const theme = themeFor('16');
/** The colour of a status that is true now. */
const GREEN = /[39]2m● allocated/;
const SECOND = 1000;

const bidLines = (state: ConsoleState): readonly string[] =>
  paneLines(state, { name: 'bids', width: 100, height: 20 }, theme);
const titleOf = (state: ConsoleState): string => seen(bidLines(state)[0] ?? '');
const lineWith = (state: ConsoleState, name: string): string =>
  bidLines(state).find((line) => seen(line).includes(` ${name}`)) ?? '';
const later = (state: ConsoleState, seconds: number): ConsoleState => ({ ...state, now: NOON + seconds * SECOND });
/** Reads one row again, after some seconds. */
const partAt = (state: ConsoleState, seconds: number, fid: string): ConsoleState => {
  const start = { at: NOON + seconds * SECOND, sequence: seconds };
  return partArrived(state, 'bids', { rows: whole(bid(fid)).rows, gone: [] }, start, start.at);
};

describe('the age in the title of a pane', () => {
  test('is that of the oldest row on screen, beside the much older one of the complete list', () => {
    const state = later(partAt(partAt(consoleWith({ bids: [bid('a'), bid('b')] }), 45, 'a'), 46, 'b'), 48);
    expect(titleOf(state)).toMatch(/ 3s, all 48s ─╮$/);
  });

  test('counts a row that was not read again, however new the others are', () => {
    const state = later(partAt(consoleWith({ bids: [bid('a'), bid('b')] }), 45, 'a'), 48);
    expect(titleOf(state)).toMatch(/ 48s ─╮$/);
  });

  test('does not count rows that have ended, which are read seldom', () => {
    const bids = [bid('a'), bid('b', { status: 'Terminated' })];
    expect(titleOf(later(partAt(consoleWith({ bids }), 45, 'a'), 48))).toMatch(/ 3s, all 48s ─╮$/);
  });

  test('does not count rows outside the window', () => {
    const bids = Array.from({ length: 60 }, (_, n) => bid(`bid-${String(n).padStart(2, '0')}`));
    const start = { at: NOON + 45 * SECOND, sequence: 1 };
    const refreshed = { rows: whole(...bids.slice(0, 40)).rows, gone: [] };
    const state = partArrived(consoleWith({ bids }), 'bids', refreshed, start, start.at);
    expect(titleOf(later(state, 48))).toMatch(/ 3s, all 48s ─╮$/);
  });
});

test('the header says live while the rows on screen are refreshed, however old the rest of the list is', () => {
  const state = later(partAt(consoleWith({ bids: [bid('a')], size: { columns: 80, rows: 24 } }), 45, 'a'), 48);
  const fresh = (name: 'instances', start = { at: NOON + 46 * SECOND, sequence: 46 }): ConsoleState =>
    partArrived(state, name, { rows: whole(instance('i', { bid: 'a' })).rows, gone: [] }, start, start.at);
  expect(seen(headerLine({ ...fresh('instances'), now: state.now }, theme))).toContain('● live 3s');
  expect(seen(headerLine(state, theme)), 'its instances are not read').toContain('▲ stale 48s');
});

describe('a row', () => {
  test('that missed three refreshes is dimmed, and one that was read since is not', () => {
    const state = partAt(partAt(consoleWith({ bids: [bid('a'), bid('b')] }), 5, 'a'), 7, 'a');
    expect(lineWith(later(state, 8), 'b ')).not.toMatch(GREEN);
    expect(lineWith(later(state, 8), 'a ')).toMatch(GREEN);
  });

  test('of a service whose lists take ten seconds is not dimmed between two of them', () => {
    const list = whole(bid('a'));
    const asked = { at: NOON + 10 * SECOND, sequence: 1 };
    const state = rowsArrived(consoleWith({ bids: [bid('a')] }), 'bids', list, asked, asked.at);
    expect(lineWith(later(state, 39), 'a ')).toMatch(GREEN);
    expect(lineWith(later(state, 41), 'a ')).not.toMatch(GREEN);
  });

  test('of a recording or a frozen screen is not dimmed', () => {
    const state = later(consoleWith({ bids: [bid('a')] }), 60);
    expect(lineWith(state, 'a ')).not.toMatch(GREEN);
    expect(lineWith({ ...state, frozen: state.lists }, 'a ')).toMatch(GREEN);
  });
});

describe('while the first list is not complete', () => {
  const size = { columns: 160, rows: 45 };
  const pages = (fids: readonly string[]): ConsoleState => {
    const empty = startState(connected, unicodeGlyphs, size, NOON);
    const start = { at: NOON, sequence: 1 };
    const rows = whole(...fids.map((fid, n) => bid(fid, { limit_price: `$${n + 1}.00` }))).rows;
    const loading = pageArrived(empty, 'bids', { pages: 12, rows: rows.size });
    return firstPagesArrived(loading, 'bids', rows, start, NOON);
  };

  test('its rows are on screen, and title and header say that more are coming', () => {
    const state = pages(['a', 'b', 'c']);
    expect(titleOf(state)).toContain('1 Bids ─ 3 so far, loading ─');
    expect(lineWith(state, 'a ')).not.toBe('');
    expect(seen(headerLine(state, theme))).toContain('◐ loading page 12   3 bids so far');
  });

  test('no sum is called the highest one', () => {
    const start = { at: NOON, sequence: 1 };
    const instances = whole(instance('i', { bid: 'a' }));
    const state = rowsArrived(pages(['a']), 'instances', instances, start, NOON);
    expect(seen(headerLine(state, theme))).toContain('$1.00/h so far');
    expect(seen(headerLine(state, theme))).not.toContain('at most');
    const complete = rowsArrived(state, 'bids', whole(bid('a', { limit_price: '$1.00' })), start, NOON);
    expect(seen(headerLine(complete, theme))).toContain('$1.00/h at most');
  });

  test('a key acts on no row before the operator has moved to one, because rows still move', () => {
    const [pause] = resources.bids.actions.filter(({ id }) => id === 'pause-bid');
    if (pause === undefined) throw new Error('There is no pause.');
    const state = pages(['a', 'b']);
    expect(disabledReason(state, 'bids', pause)).toBe('Rows are still arriving. Move to a row first.');
    expect(disabledReason(cursorMoved(state, 'bids', 1), 'bids', pause)).toBeNull();
  });

  test('the cursor stays on the row that the operator moved to as rows are sorted in above it', () => {
    const moved = cursorMoved(pages(['a', 'b']), 'bids', 1);
    const start = { at: NOON, sequence: 1 };
    const dearer = whole(bid('z', { limit_price: '$99.00' }));
    const more = firstPagesArrived(moved, 'bids', dearer.rows, start, NOON);
    expect(more.views.bids.cursor).toBe(moved.views.bids.cursor);
    expect(seen(lineWith(more, 'a '))).toContain('▌');
  });
});
