import { describe, expect, test } from 'vitest';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { rowPage } from '../../../src/screen/dialogs/row-page.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { headerLine, previewPaneLines } from '../../../src/screen/ink/screen-lines.ts';
import { isOld } from '../../../src/store/age.ts';
import { disabledReason } from '../../../src/store/disabled-reason.ts';
import { cursorMoved, filterTyped, rowSelected } from '../../../src/store/panes/cursor.ts';
import { startState } from '../../../src/store/start-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { firstPagesArrived, frozen, pageArrived, partArrived, rowsArrived } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, byPrice, connected, consoleWith, instance, startedConsole, whole, withEnded } from '../../store/made.ts';
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
  test('is that of the oldest row on screen, beside that of the rest of the list', () => {
    const state = later(partAt(partAt(consoleWith({ bids: [bid('a'), bid('b')] }), 45, 'a'), 46, 'b'), 48);
    expect(titleOf(state)).toMatch(/ 4s, others 50s ─╮$/);
  });

  test('counts a row that was not read again, however new the others are', () => {
    const state = later(partAt(consoleWith({ bids: [bid('a'), bid('b')] }), 45, 'a'), 48);
    expect(titleOf(state)).toMatch(/ 50s ─╮$/);
  });

  test('counts rows that have ended, too, which may be read more seldom', () => {
    const ended = bid('b', { status: 'Terminated' });
    const start = { at: NOON + 20 * SECOND, sequence: 20 };
    const state = partArrived(
      withEnded(consoleWith({ bids: [bid('a'), ended] })),
      'bids',
      { rows: whole(ended).rows, gone: [] },
      start,
      start.at,
    );
    const shown = later(partAt(state, 45, 'a'), 48);
    expect(titleOf(shown)).toMatch(/ 30s, others 50s ─╮$/);
    expect([isOld(shown, 'bids', 'a'), isOld(shown, 'bids', 'b')], 'it is drawn as old').toEqual([false, true]);
  });

  test('does not count rows outside the window', () => {
    const bids = Array.from({ length: 60 }, (_, n) => bid(`bid-${String(n).padStart(2, '0')}`));
    const start = { at: NOON + 45 * SECOND, sequence: 1 };
    const refreshed = { rows: whole(...bids.slice(0, 40)).rows, gone: [] };
    const state = partArrived(consoleWith({ bids }), 'bids', refreshed, start, start.at);
    expect(titleOf(later(state, 48))).toMatch(/ 4s, others 50s ─╮$/);
  });
});

const narrow = { columns: 80, rows: 24 };
const header = (state: ConsoleState, columns = state.size.columns): string =>
  seen(headerLine({ ...state, size: { ...state.size, columns } }, theme)).trim();
/** Reads one instance of a bid again, after some seconds. */
const instanceAt = (state: ConsoleState, seconds: number, fid: string, of: string): ConsoleState => {
  const start = { at: NOON + seconds * SECOND, sequence: seconds };
  return partArrived(state, 'instances', { rows: whole(instance(fid, { bid: of })).rows, gone: [] }, start, start.at);
};

describe('the header', () => {
  const two = consoleWith({
    bids: [bid('a', { instance_quantity: 1 })],
    instances: [instance('i', { bid: 'a' })],
    size: narrow,
  });

  test('says live while the rows in view are refreshed, and how old the rest is that it counts', () => {
    const state = later(instanceAt(partAt(two, 45, 'a'), 46, 'i', 'a'), 48);
    expect(header(state)).toContain('● live 4s, others 50s');
    expect(header(state, 160)).toContain('● live 4s, others 50s old   1 bid');
    const soon = later(instanceAt(partAt(two, 11, 'a'), 12, 'i', 'a'), 14);
    expect(header(soon, 160), 'it is not old').toContain('● live 4s   1 bid');
  });

  test('counts the instances of a bid in view, which its row counts, too', () => {
    const state = later(partAt(two, 45, 'a'), 48);
    expect(header(state)).toContain('▲ stale 50s');
    expect(titleOf(state)).toMatch(/ 50s ─╮$/);
    expect(lineWith(state, 'a ')).not.toMatch(GREEN);
    const read = later(instanceAt(state, 46, 'i', 'a'), 48);
    expect(lineWith(read, 'a ')).toMatch(GREEN);
  });

  test('does not call the rest old that is newer than the rows in view', () => {
    const start = { at: NOON + 20 * SECOND, sequence: 20 };
    const state = partAt(rowsArrived(two, 'bids', whole(bid('a')), start, start.at), 45, 'a');
    expect(titleOf(later(state, 48)), 'its instances are older than the list of bids').toMatch(/ 50s ─╮$/);
  });

  test('does not call other rows fresh because one of their list was read again', () => {
    const fids = ['a', 'b'];
    const bids = fids.map((fid) => bid(fid));
    const instances = fids.map((fid) => instance(`i-${fid}`, { bid: fid }));
    const both = partAt(partAt(consoleWith({ bids, instances, size: narrow }), 45, 'a'), 45, 'b');
    expect(header(later(instanceAt(both, 46, 'i-a', 'a'), 48))).toContain('▲ stale 50s');
  });

  test('says stale as soon as the rows in view are older than promised, and loudly once they are much older', () => {
    const state = consoleWith({ bids: [bid('a')], size: narrow });
    expect(header(later(state, 6))).toContain('● live 6s');
    expect(header(later(state, 7))).toContain('▲ stale 8s');
    expect(headerLine(later(state, 7), theme)).toContain(`${theme.sgr('warn')}▲ stale 8s`);
    expect(headerLine(later(state, 16), theme)).toContain(`${theme.sgr('bad')}▲ stale 20s`);
  });

  test('measures by the pace that is set, and by that of hidden lists while nobody looks', () => {
    const state = consoleWith({ bids: [bid('a')], size: narrow });
    const seldom = { ...state, pace: { ...state.pace, visibleMs: 10 * SECOND } };
    expect(header(later(seldom, 14))).toContain('● live 20s');
    expect(header(later(seldom, 15))).toContain('▲ stale 20s');
    const unattended = { ...state, attended: false };
    expect(header(later(unattended, 14))).toContain('● live 20s');
    expect(header(later(unattended, 15))).toContain('▲ stale 20s');
  });

  test('says how old a list is of which no row matches the filter, however new a row is that it hides', () => {
    const state = later(
      filterTyped(partAt(consoleWith({ bids: [bid('a')], size: narrow }), 46, 'a'), 'bids', 'zz'),
      48,
    );
    expect(titleOf(state)).toMatch(/ 50s ─╮$/);
    expect(header(state)).toContain('● live, others 50s');
  });

  test('does not call the view stale for rows that have ended, and says how old the rest is where there is no other', () => {
    const ended = bid('a', { status: 'Terminated' });
    const start = { at: NOON + 20 * SECOND, sequence: 20 };
    const state = later(
      partArrived(
        withEnded(consoleWith({ bids: [ended], size: narrow })),
        'bids',
        { rows: whole(ended).rows, gone: [] },
        start,
        NOON,
      ),
      48,
    );
    expect(titleOf(state)).toMatch(/ 30s, others 50s ─╮$/);
    expect(header(state)).toContain('● live, others 50s');
  });

  test('does not grow old with a row that has left its list and stays under the cursor', () => {
    const before = consoleWith({ bids: [bid('a'), bid('b')], size: narrow });
    const at = { at: NOON + 5 * SECOND, sequence: 5 };
    const gone = partArrived(cursorMoved(before, 'bids', 1), 'bids', { rows: new Map(), gone: ['b'] }, at, at.at);
    expect(header(later(partAt(gone, 45, 'a'), 48))).toContain('● live 4s');
  });
});

describe('a frozen screen', () => {
  const state = { ...consoleWith({ bids: [bid('a')], size: narrow }), now: NOON };

  test('says how old its rows are, and goes on saying how old the ones are that it does not show', () => {
    const still = partAt(frozen(later(partAt(state, 20, 'a'), 21)), 30, 'a');
    const lists = rowsArrived(still, 'instances', whole(), { at: NOON + 30 * SECOND, sequence: 30 }, NOON);
    expect(header(later(lists, 31), 160)).toContain('‖ frozen 20s, ● live 2s, others 40s old');
  });

  test('says it during the first read, too', () => {
    const start = { at: NOON, sequence: 1 };
    const first = firstPagesArrived(startedConsole(), 'bids', whole(bid('a')).rows, start, NOON);
    expect(header(later(frozen(later(first, 2)), 9))).toContain('‖ frozen 10s');
  });
});

describe('a row', () => {
  test('that is older than promised is dimmed, and one that was read since is not', () => {
    const state = partAt(partAt(consoleWith({ bids: [bid('a'), bid('b')] }), 5, 'a'), 7, 'a');
    expect(lineWith(later(state, 8), 'b ')).not.toMatch(GREEN);
    expect(lineWith(later(state, 8), 'a ')).toMatch(GREEN);
  });

  test('of a list that is too long for its pace is dimmed as any other, however seldom it is read', () => {
    const asked = { at: NOON + 60 * SECOND, sequence: 1 };
    const state = rowsArrived(consoleWith({ bids: [bid('a')] }), 'bids', whole(bid('a')), asked, asked.at);
    expect(lineWith(later(state, 66), 'a ')).toMatch(GREEN);
    expect(lineWith(later(state, 67), 'a ')).not.toMatch(GREEN);
  });

  test('of a recording or a frozen screen is not dimmed', () => {
    const state = later(consoleWith({ bids: [bid('a')] }), 60);
    expect(lineWith(state, 'a ')).not.toMatch(GREEN);
    expect(lineWith({ ...state, frozen: state.lists }, 'a ')).toMatch(GREEN);
  });
});

describe('one row alone', () => {
  const state = later(partAt(consoleWith({ bids: [bid('a'), bid('b')] }), 45, 'a'), 48);

  test('has its own age in the preview, and not that of the window', () => {
    const top = (at: ConsoleState): string =>
      seen(previewPaneLines(at, { name: 'preview', width: 60, height: 20 }, theme)[0] ?? '');
    expect(top(rowSelected(state, 'bids', 'a'))).toMatch(/ 4s ─╮$/);
    expect(top(rowSelected(state, 'bids', 'b'))).toMatch(/ 50s ─╮$/);
  });

  test('says on its page how old it is once it is older than promised', () => {
    const titleFor = (fid: string): string =>
      rowPage.title(
        state,
        { kind: 'row-page', pane: 'bids', fid, tab: 'now', at: 0, views: {} },
        { width: 96, height: 40 },
      );
    expect([titleFor('a'), titleFor('b')]).toEqual(['Bid a', 'Bid b, 48s old']);
  });
});

describe('while the first list is not complete', () => {
  const size = { columns: 160, rows: 45 };
  const pages = (fids: readonly string[]): ConsoleState => {
    const empty = startState(loadedFeatures, connected, unicodeGlyphs, size, NOON);
    const start = { at: NOON, sequence: 1 };
    const rows = whole(...fids.map((fid, n) => bid(fid, { limit_price: `$${n + 1}.00` }))).rows;
    const loading = pageArrived(empty, 'bids', { pages: 12, rows: rows.size });
    return firstPagesArrived(loading, 'bids', rows, start, NOON);
  };

  test('its rows are on screen, and title and header say that more are coming', () => {
    const state = pages(['a', 'b', 'c']);
    expect(titleOf(state)).toContain('1 Bids ─ 3 so far, loading ─');
    expect(lineWith(state, 'a ')).not.toBe('');
    expect(seen(headerLine(state, theme))).toContain('◐ loading page 12, live 2s   3 bids so far');
  });

  test('rows in view that are older than promised are dimmed and said to be stale, and those that were read again are live', () => {
    const state = later(pages(['a']), 60);
    expect(header(state)).toContain('▲ loading page 12, stale 1m   1 bid so far');
    expect(header(state, 45)).toContain('▲ page 12, stale 1m');
    expect(lineWith(state, 'a ')).not.toMatch(GREEN);
    expect(titleOf(state)).toMatch(/ 1m ─╮$/);
    const again = later(partAt(state, 58, 'a'), 60);
    expect(header(again)).toContain('◐ loading page 12, live 2s, others 1m old   1 bid so far');
    expect(lineWith(again, 'a ')).toMatch(GREEN);
    expect(titleOf(again)).toMatch(/ 2s, others 1m ─╮$/);
  });

  test('a row that came with a late page is as old as that page, not as the first one', () => {
    const start = { at: NOON + 58 * SECOND, sequence: 1 };
    const state = later(pages(['a']), 60);
    const more = firstPagesArrived(state, 'bids', whole(bid('a'), bid('z')).rows, start, state.now);
    expect(lineWith(more, 'z ')).toMatch(GREEN);
    expect(header(more)).toContain('◐ loading page 12, live 2s, others 1m old');
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
    const [pause] = loadedFeatures.panes.bids.actions.filter(({ id }) => id === 'pause-bid');
    if (pause === undefined) throw new Error('There is no pause.');
    const state = pages(['a', 'b']);
    expect(disabledReason(state, 'bids', pause)).toBe('Rows are still arriving. Move to a row first.');
    expect(disabledReason(cursorMoved(state, 'bids', 1), 'bids', pause)).toBeNull();
  });

  test('the cursor stays on the row that the operator moved to as rows are sorted in above it', () => {
    const moved = cursorMoved(byPrice(pages(['a', 'b'])), 'bids', 1);
    const start = { at: NOON, sequence: 1 };
    const dearer = whole(bid('z', { limit_price: '$99.00' }));
    const more = firstPagesArrived(moved, 'bids', dearer.rows, start, NOON);
    expect(more.views.bids.cursor).toBe(moved.views.bids.cursor);
    expect(seen(lineWith(more, 'a '))).toContain('▌');
  });
});
