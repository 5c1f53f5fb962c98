import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { themeFor } from '../../src/dialogs/theme.ts';
import { paneNames } from '../../src/resources/index.ts';
import { showNotice } from '../../src/state/activity.ts';
import { listFailed } from '../../src/state/lists/transitions.ts';
import { paneFocused, shownMarked } from '../../src/state/panes/cursor.ts';
import type { ConsoleState } from '../../src/state/state.ts';
import { headerLine, hintLine, tabsLine } from '../../src/ui/header-and-hints.ts';
import { NOON } from '../state/hand-clock.ts';
import { bid, connected, consoleWith, instance } from '../state/made.ts';
import { columnsOf, seen } from './seen.ts';

const theme = themeFor('16');
const start = consoleWith({ bids: [bid('a')], instances: [instance('i', { bid: 'a' })] });
const wide = (columns: number, rows = 45): ConsoleState => ({ ...start, size: { columns, rows } });

const odd: readonly ((state: ConsoleState) => ConsoleState)[] = [
  (state) => state,
  (state) => showNotice(state, '漢字 '.repeat(80), 'warn'),
  (state) => showNotice(state, 'Done.'),
  (state) => shownMarked({ ...state, undo: [] }, 'bids'),
  (state) => listFailed(state, 'bids', { kind: 'no-token', reached: 'no' }, NOON, null),
  (state) => ({
    ...state,
    connected: { ...connected, profile: '本番環境', project: 'p'.repeat(60), demo: true, readOnly: true },
  }),
];

test('header, tabs and hint line are exactly as wide as the screen, with any content', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 250 }),
      fc.constantFrom(...odd),
      fc.constantFrom(...paneNames),
      (columns, change, focus) => {
        const state = change(paneFocused(wide(columns), focus));
        for (const line of [headerLine(state, theme), tabsLine(state, theme), hintLine(state, theme)])
          expect(columnsOf(line), seen(line)).toBe(columns);
      },
    ),
  );
});

describe('the hint line', () => {
  test('shows only the actions that the selected row allows', () => {
    expect(seen(hintLine(wide(160), theme))).toMatch(/ p pause .* x cancel /);
    const ended = { ...consoleWith({ bids: [bid('a', { status: 'Terminated' })] }) };
    expect(seen(hintLine(ended, theme))).not.toContain('pause');
  });

  test('counts the marks and offers the undo by name', () => {
    const marked = shownMarked(wide(160), 'bids');
    expect(seen(hintLine(marked, theme))).toContain('1 marked');
  });

  test('shows how to sign in again when the token is not accepted', () => {
    const error = { kind: 'not-signed-in', status: 401, said: null, reached: 'yes' } as const;
    expect(seen(hintLine(listFailed(wide(160), 'bids', error, NOON, null), theme))).toContain('Press T to sign in');
  });

  test('in a recording shows what failed then, without asking the operator to act', () => {
    const error = { kind: 'not-signed-in', status: 401, said: null, reached: 'yes' } as const;
    const replay = { from: NOON, to: NOON, playing: false, speed: 1 };
    const line = seen(hintLine({ ...listFailed(wide(160), 'bids', error, NOON, null), replay }, theme));
    expect(line.trim()).toBe('The service did not accept the token.');
  });
});
