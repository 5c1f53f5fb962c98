import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paneNames } from '../../src/resources/resources.ts';
import type { ConsoleState } from '../../src/state/console.ts';
import { noticed } from '../../src/state/happened.ts';
import { listFailed } from '../../src/state/polling.ts';
import { paneFocused, shownMarked } from '../../src/state/views.ts';
import { headerLine, hintLine, tabsLine } from '../../src/ui/bars.ts';
import { themeFor } from '../../src/ui/theme.ts';
import { NOON } from '../state/hand-clock.ts';
import { bid, connected, consoleWith, instance } from '../state/made.ts';
import { columnsOf, seen } from './seen.ts';

const theme = themeFor('16');
const start = consoleWith({ bids: [bid('a')], instances: [instance('i', { bid: 'a' })] });
const wide = (columns: number, rows = 45): ConsoleState => ({ ...start, size: { columns, rows } });

const odd: readonly ((state: ConsoleState) => ConsoleState)[] = [
  (state) => state,
  (state) => noticed(state, '漢字 '.repeat(80), 'warn'),
  (state) => noticed(state, 'Done.'),
  (state) => shownMarked({ ...state, undo: [] }, 'bids'),
  (state) => listFailed(state, 'bids', { kind: 'no-token', reached: 'no' }, NOON, null),
  (state) => ({
    ...state,
    connected: { ...connected, profile: '本番環境', project: 'p'.repeat(60), demo: true, readOnly: true },
  }),
];

test('header, tabs and hint line are exactly as wide as the screen, whatever there is to say', () => {
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

describe('the header', () => {
  test('tells where this is, that it is live, what there is and what it may cost at most', () => {
    const line = seen(headerLine({ ...wide(160), now: NOON + 1000 }, theme));
    expect(line).toContain(
      'spotdeck  prod ▸ proj_demo   ● live 1s   1 bid · 1 of 1 instance running   $2.50/h at most',
    );
  });

  test('says DEMO and READ-ONLY, also where there is little room', () => {
    const state = { ...wide(40, 10), connected: { ...connected, demo: true, readOnly: true } };
    expect(seen(headerLine(state, theme))).toMatch(/DEMO READ-ONLY/);
    expect(seen(headerLine(state, theme))).toContain('live');
  });

  test('keeps the state of the connection when room is short, and drops from the right', () => {
    expect(seen(headerLine(wide(60), theme))).toContain('● live');
    expect(seen(headerLine(wide(60), theme))).not.toContain('at most');
  });
});

describe('the hint line', () => {
  test('shows what the selected row allows, and not what it does not', () => {
    expect(seen(hintLine(wide(160), theme))).toMatch(/ p pause .* x cancel /);
    const ended = { ...consoleWith({ bids: [bid('a', { status: 'Terminated' })] }) };
    expect(seen(hintLine(ended, theme))).not.toContain('pause');
  });

  test('counts the marks and offers the undo by name', () => {
    const marked = shownMarked(wide(160), 'bids');
    expect(seen(hintLine(marked, theme))).toContain('1 marked');
  });

  test('says how to sign in again when the token is not accepted', () => {
    const error = { kind: 'not-signed-in', status: 401, said: null, reached: 'yes' } as const;
    expect(seen(hintLine(listFailed(wide(160), 'bids', error, NOON, null), theme))).toContain('Press T to sign in');
  });
});
