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

/** Returns the state with lists that were read at a given time. */
const consoleAsOf = (state: ConsoleState, asOf: number): ConsoleState => ({
  ...state,
  lists: {
    ...state.lists,
    bids: { ...state.lists.bids, fetchedAt: asOf },
    instances: { ...state.lists.instances, fetchedAt: asOf },
    volumes: { ...state.lists.volumes, fetchedAt: asOf },
    sshKeys: { ...state.lists.sshKeys, fetchedAt: asOf },
    apiKeys: { ...state.lists.apiKeys, fetchedAt: asOf },
  },
});

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

describe('the header', () => {
  test('shows the connection, that it is live, totals and the highest cost', () => {
    const line = seen(headerLine({ ...wide(160), now: NOON + 1000 }, theme));
    expect(line).toContain(
      'spotdeck  prod ▸ proj_demo   ● live 1s   1 bid · 1 of 1 instance running   $2.50/h at most',
    );
  });

  test('shows DEMO and READ-ONLY, also where there is little room', () => {
    const state = { ...wide(40, 10), connected: { ...connected, demo: true, readOnly: true } };
    expect(seen(headerLine(state, theme))).toMatch(/DEMO READ-ONLY/);
    expect(seen(headerLine(state, theme))).toContain('live');
  });

  test('shows REPLAY with the time in the recording, whether it is paused, and its speed', () => {
    const at = new Date(2026, 10, 20, 22, 24, 31).getTime();
    const replay = { from: at - 12 * 60_000, to: at + 60 * 60_000, playing: true, speed: 1 };
    const asOf = (state: ConsoleState): ConsoleState => ({ ...consoleAsOf(state, at - 1000), now: at, replay });
    expect(seen(headerLine(asOf(wide(160)), theme))).toContain(
      'spotdeck REPLAY  prod ▸ proj_demo   ▸ 22:24:31 on 2026-11-20, 12:00 of 1:12:00   1 bid',
    );
    const still = { ...asOf(wide(40)), replay: { ...replay, playing: false, speed: 10 } };
    expect(seen(headerLine(still, theme))).toContain('spotdeck REPLAY   ‖ 22:24:31 ×10 on');
    const lost = { ...consoleAsOf(wide(160), at - 45_000), now: at, replay };
    expect(seen(headerLine(lost, theme)), 'nobody had an answer then').toContain('12:00 of 1:12:00, ▲ stale 45s');
  });

  test('shows REC while recording', () => {
    expect(seen(headerLine({ ...wide(160), recording: true }, theme))).toContain('spotdeck REC  prod');
  });

  test('keeps the state of the connection when room is short, and drops parts from the right', () => {
    expect(seen(headerLine(wide(60), theme))).toContain('● live');
    expect(seen(headerLine(wide(60), theme))).not.toContain('at most');
  });
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
