import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pauseBid } from '../../../src/resources/bids/writes.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { headerLine, hintLine, tabsLine } from '../../../src/screen/ink/screen-lines.ts';
import { showNotice } from '../../../src/store/activity.ts';
import { paneFocused, shownMarked } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { listFailed } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../../store/hand-clock.ts';
import { asRecording, bid, connected, consoleWith, instance } from '../../store/made.ts';
import { hintsOn, namedInOrder } from './hints-in-order.ts';
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
      fc.constantFrom(...loadedFeatures.paneNames),
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

  const change = pauseBid(bid('train-llama').row);
  const undoable = (columns: number): ConsoleState => ({ ...wide(columns), undo: [[change.undo ?? change]] });

  test('always ends with palette and help, beside marks, an undo, a notice or an error', () => {
    const states: readonly ((state: ConsoleState) => ConsoleState)[] = [
      ...odd,
      (state) => ({ ...shownMarked(state, 'bids'), undo: undoable(160).undo }),
      (state) => shownMarked({ ...state, connected: { ...connected, readOnly: true } }, 'bids'),
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 250 }),
        fc.constantFrom(...states),
        fc.constantFrom(...loadedFeatures.paneNames),
        (columns, change, focus) => {
          const state = change(paneFocused(wide(columns), focus));
          expect(seen(hintLine(state, theme))).toMatch(/ :( palette)? {2}\?( help)? $/);
        },
      ),
    );
  });

  test('shortens the undo before it leaves out what the row allows', () => {
    expect(seen(hintLine(undoable(200), theme))).toMatch(
      /y copy .* u undo: resume train-llama {2}: palette {2}\? help $/,
    );
    expect(seen(hintLine(undoable(80), theme))).toMatch(/^ p pause {2}e edit .* u undo {2}: palette {2}\? help $/);
    expect(seen(hintLine(undoable(40), theme))).toMatch(/^ p pause {2}e edit .* u undo {2}: {2}\? $/);
  });

  test('an undo of several bids names how many, and what was done to all of them', () => {
    const [first, second] = ['a', 'b'].map((fid) => pauseBid(bid(fid).row).undo ?? change);
    const undoes = (...undo: readonly (typeof first)[]): string =>
      seen(hintLine({ ...wide(200), undo: [undo.flatMap((write) => write ?? [])] }, theme));
    expect(undoes(first, second)).toContain('u undo: resume 2 bids');
    expect(undoes(first, change)).toContain('u undo: change 2 bids');
  });

  test('names marking and what is preempted after what the row allows, as room allows', () => {
    namedInOrder(['! urgent', 'Space mark']);
    expect(hintsOn(160, 'bids')).toContain('Space mark');
  });

  test('names nothing to go to while nothing is preempted', () => {
    expect(seen(hintLine(wide(250), theme))).not.toContain('!');
  });

  test('shows how to sign in again when the token is not accepted', () => {
    const error = { kind: 'not-signed-in', status: 401, said: null, reached: 'yes' } as const;
    expect(seen(hintLine(listFailed(wide(160), 'bids', error, NOON, null), theme))).toContain('Press P to sign in');
  });

  test('in a recording shows what failed then, without asking the operator to act', () => {
    const error = { kind: 'not-signed-in', status: 401, said: null, reached: 'yes' } as const;
    const line = seen(hintLine(asRecording(listFailed(wide(160), 'bids', error, NOON, null)), theme));
    expect(line).toMatch(/^ The service did not accept the token\. +: palette {2}\? help $/);
  });
});
