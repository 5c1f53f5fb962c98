import { describe, expect, test } from 'vitest';
import { footOf } from '../../../src/screen/keymap/foot.ts';
import { keyGroups } from '../../../src/screen/keymap/help.ts';
import { point } from '../../../src/screen/keymap/mouse.ts';
import { paletteEntries } from '../../../src/screen/keymap/palette.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { letterAt, sortChoices } from '../../../src/store/panes/sort-letters.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { bid, consoleWith, instance, shownFids } from '../../store/made.ts';
import { operatorAt, UNREAD } from '../keys/press-keys.ts';

const start = consoleWith({
  bids: [bid('b-1', { name: 'train' }), bid('b-2', { name: 'eval' }), bid('b-3', { name: 'render' })],
  instances: [instance('i-1', { name: 'train-0', bid: 'b-1' })],
});

const footText = (state: ConsoleState): readonly string[] =>
  footOf(state).map((line) => line.map(({ text }) => text).join(''));

describe('sorting by a letter', () => {
  test('a letter sorts by its column and closes, and its capital sorts the other way', async () => {
    const operator = operatorAt(start);
    await operator.press(',', 'n');
    expect([operator.top(), operator.state().views.bids.sort.column]).toEqual([null, 'name']);
    const first = shownFids(operator.state(), 'bids');
    await operator.press(',', 'N');
    expect([operator.top(), shownFids(operator.state(), 'bids')]).toEqual([null, first.toReversed()]);
    await operator.press(',', 'n');
    expect(shownFids(operator.state(), 'bids')).toEqual(first);
  });

  test.each([
    ['p', 'p is not in the menu: no column of Bids has that letter.'],
    ['Down', 'Down is not in the menu; nothing was done.'],
  ])('%s, which no column has, closes the menu and does nothing else', async (key, says) => {
    const operator = operatorAt(start);
    const at = operator.at();
    await operator.press(',', key);
    expect([operator.top(), operator.left.sent, operator.state().tapQuestion]).toEqual([null, [], null]);
    expect([operator.notice(), operator.at()]).toEqual([says, at]);
  });

  test('the foot names every column with its letter, in any width, and marks the present one', async () => {
    for (const columns of [40, 60, 100, 160]) {
      const operator = operatorAt({ ...start, size: { columns, rows: 10 } });
      await operator.press(',', 'l', ',');
      const lines = footText(operator.state());
      expect(lines.every((line) => line.length <= columns)).toBe(true);
      // Columns that are filled from elsewhere are hidden until something is read there.
      const filled = loadedFeatures.panes.bids.columns.filter(({ live }) => live === undefined).map(({ id }) => id);
      for (const { letter, header } of sortChoices(loadedFeatures, 'bids').filter(({ column }) =>
        filled.includes(column),
      ))
        expect(lines.join(' ')).toContain(` ${letter} ${header} `);
      expect(lines.join(' ')).toMatch(/ l LIMIT [↑↓] /);
      expect(lines.at(-1)).toContain('Esc back');
    }
  });

  test('a click on a letter sorts, and a click on a row leaves', async () => {
    const operator = operatorAt(start);
    await operator.press(',');
    const lines = footText(operator.state());
    const row = operator.state().size.rows - lines.length;
    point(operator.controller, { kind: 'click', column: (lines[0] ?? '').indexOf('STATUS'), row }, UNREAD);
    expect([operator.top(), operator.state().views.bids.sort.column]).toEqual([null, 'status']);
    await operator.press(',');
    point(operator.controller, { kind: 'click', column: 5, row: 4 }, UNREAD);
    expect(operator.top()).toBeNull();
  });

  test('the palette sorts by any column, and names the letter', async () => {
    const operator = operatorAt(start);
    await operator.press(':');
    await operator.type('sort by limit');
    expect(paletteEntries(operator.state())[0]).toMatchObject({ note: 'Bids  , l' });
    await operator.press('Enter');
    expect(operator.state().views.bids.sort.column).toBe('price');
  });

  test("leaves the operator's own keys alone", async () => {
    const operator = operatorAt({ ...start, keyOverrides: new Map([['sort-column', ['S']]]) });
    await operator.press('S', 'c');
    expect(operator.state().views.bids.sort.column).toBe('cost');
  });
});

describe('the letters of the columns', () => {
  test('are different in each pane, and are letters of the header wherever one is free', () => {
    for (const pane of loadedFeatures.paneNames) {
      const letters = sortChoices(loadedFeatures, pane).map(({ letter }) => letter);
      expect(new Set(letters).size).toBe(letters.length);
      expect(letters).not.toContain('');
    }
    const panes = loadedFeatures.paneNames.map((pane) => sortChoices(loadedFeatures, pane));
    for (const { letter, header } of panes.flat().filter((choice) => letterAt(choice) < 0)) {
      expect(letter).toMatch(/[1-9]/);
      const around = panes.filter((choices) => choices.some((other) => other.header === header)).flat();
      const taken = new Set(around.map((other) => other.letter));
      expect(
        header
          .toLowerCase()
          .match(/[a-z]/g)
          ?.filter((each) => !taken.has(each)),
      ).toEqual([]);
    }
  });

  test('are the same for the same header in every pane', () => {
    const all = loadedFeatures.paneNames.flatMap((pane) => sortChoices(loadedFeatures, pane));
    for (const { header, letter } of all)
      expect([header, ...new Set(all.filter((each) => each.header === header).map((each) => each.letter))]).toEqual([
        header,
        letter,
      ]);
  });

  test('take one line of the help, not one for each column', () => {
    const lines = keyGroups(paneFocused(start, 'volumes')).flatMap((group) => group.lines);
    const sorting = lines.filter(({ does }) => does.startsWith('Sort by the column with this letter'));
    expect(sorting.map(({ keys }) => keys)).toEqual([['letter']]);
  });
});
