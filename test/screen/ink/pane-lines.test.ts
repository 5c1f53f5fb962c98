import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asciiGlyphs } from '../../../src/resources/glyphs.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { dialogOpened } from '../../../src/store/dialogs/dialog-stack.ts';
import { cursorMoved, filterTyped, markToggled, paneFocused, shownMarked } from '../../../src/store/panes/cursor.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { listFailed, rowsArrived } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, rowsArrivedTwice, whole } from '../../store/made.ts';
import { expectToFit, fullOf, size, theme } from './full-panes.ts';
import { seen } from './seen.ts';

const name = fc
  .array(fc.constantFrom('train', '漢字', '🚀', '👨‍👩‍👧', 'e\u0301', '-', 'x'.repeat(30), '한', 'ﾊ', ' ', '◽'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

describe('every line of every pane is exactly as wide as the pane', () => {
  test('with any row names and any size of the screen', () => {
    fc.assert(
      fc.property(
        fc.array(name, { maxLength: 30 }),
        size,
        fc.constantFrom(...loadedFeatures.paneNames),
        fc.nat(30),
        (names, of, focus, down) => {
          const state = paneFocused({ ...fullOf(names), size: of }, focus);
          expectToFit(cursorMoved(state, focus, down));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('with a filter, marks, changes and rows being removed', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 8 }), name, size, (names, filter, of) => {
        const state = { ...fullOf(names), size: of };
        const next = rowsArrived(state, 'bids', whole(bid('fid-0'), bid('new')), { sequence: 1, at: NOON }, NOON);
        expectToFit(shownMarked(next, 'bids'));
        expectToFit(filterTyped(next, 'bids', filter));
      }),
      { numRuns: 60 },
    );
  });

  test('while loading, after an error, and with ASCII glyphs', () => {
    fc.assert(
      fc.property(size, (of) => {
        const empty = { ...consoleWith(), size: of };
        expectToFit(empty);
        expectToFit({ ...empty, glyphs: asciiGlyphs });
        const { lists } = empty;
        const never = { ...empty, lists: { ...lists, bids: { ...lists.bids, fetchedAt: null } } };
        expectToFit(never);
        const error = {
          kind: 'unreachable',
          why: 'refused',
          where: 'a-very-long-host-name.market.example:8443',
          reached: 'no',
        } as const;
        expectToFit(listFailed(never, 'bids', error, NOON, NOON + 5000));
        expectToFit(listFailed(empty, 'bids', error, NOON, null));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a pane shows', () => {
  const size80 = { columns: 80, rows: 24 };
  const look = (state: ConsoleState): readonly string[] =>
    paneLines(state, { name: 'bids', width: 80, height: 21 }, theme).map(seen);

  test('its key, the number of rows, their sort order and their age', () => {
    const [top] = look({ ...consoleWith({ bids: [bid('a'), bid('b')], size: size80 }), now: NOON + 3000 });
    expect(top).toMatch(/^╭ 1 Bids ─ 2 ─ status ↑ ─+ 4s ─╮$/);
  });

  test('how to create the first row when there is none', () => {
    const empty = consoleWith({ size: size80 });
    expect(look(empty).join('\n')).toContain('1. Press 4, then n: add an SSH key.');
    const sshKeys = { ...empty.lists.sshKeys, fetchedAt: null };
    const unknown = { ...empty, lists: { ...empty.lists, sshKeys } };
    expect(look(unknown).join('\n')).toContain('No bids yet. Press n to place the first one.');
  });

  test('that a filter hides all rows, and how to clear it', () => {
    const state = filterTyped(consoleWith({ bids: [bid('a')], size: size80 }), 'bids', 'zzz');
    expect(look(state).join('\n')).toContain('No bid matches the filter. Press Esc to clear it.');
    expect(look(state)[0]).toContain('0 of 1 ─ /zzz');
  });

  test('that it could not be refreshed, its age once, and the last good rows', () => {
    const error = { kind: 'timeout', afterMs: 15_000, reached: 'no' } as const;
    const state = listFailed(consoleWith({ bids: [bid('train')], size: size80 }), 'bids', error, NOON, null);
    const lines = look({ ...state, now: NOON + 45_000 });
    expect(lines[0]).toMatch(/not refreshed ─+ 50s ─╮$/);
    expect(lines.join('\n')).toContain('train');
  });

  test('the row under the cursor, without colour', () => {
    const lines = look(cursorMoved(consoleWith({ bids: [bid('a'), bid('b')], size: size80 }), 'bids', 1));
    expect(lines.filter((line) => line.includes('▌'))).toEqual([expect.stringContaining('b')]);
  });

  test('the instances of the bid under the cursor', () => {
    const state = consoleWith({
      bids: [bid('a'), bid('b')],
      instances: [instance('i-a', { bid: 'a' }), instance('i-b', { bid: 'b' })],
    });
    const pane = panesOn(layoutOf(state)).find((placed) => placed.name === 'instances');
    if (pane === undefined) throw new Error('instances are not on screen');
    const related = paneLines(state, pane, theme)
      .map(seen)
      .filter((line) => line.includes('▏'));
    expect(related).toEqual([expect.stringContaining('i-a')]);
  });

  test('plain ASCII with a tilde for what is cut, in a terminal without other characters', () => {
    const long = bid('a', { name: 'a-name-of-more-than-thirty-characters', region: 'r'.repeat(30) });
    const lines = look({ ...consoleWith({ bids: [long, bid('b')], size: size80 }), glyphs: asciiGlyphs });
    expect(lines.join('\n')).toMatch(/^[ -~\n]*$/);
    expect(lines[2]).toMatch(/^\|> {2}a-name-of-more\S*~ {2}/);
    expect(lines.join('\n')).not.toMatch(/\w\. {2}/);
  });

  test('the cursor, marks, new rows and rows that leave in a column of their own, with a blank before the name', () => {
    const start = consoleWith({ bids: [bid('a'), bid('b'), bid('c')], size: size80 });
    const marked = markToggled(start, 'bids');
    const rows = whole(bid('a'), bid('c'), bid('new'));
    const next = rowsArrivedTwice(marked, 'bids', rows, { at: NOON, sequence: 1 }, NOON);
    const lines = look(next);
    const names = (sign: string) => lines.filter((line) => line.slice(1, 4) === sign).map((line) => line.slice(4, 8));
    expect(lines[1]?.slice(1, 8)).toBe('   NAME');
    expect(names(' • ')).toEqual(['a   ']);
    expect(names(' + ')).toEqual(['new ']);
    expect(names('▌✖ ')).toEqual(['b   ']);
    expect(names('   ')).toContain('c   ');
  });

  test('the type without its region beside the region, found by a filter as it is shown', () => {
    const rows = [
      bid('a', { instance_type: '8xb200.us-east1-b', region: 'us-east1-b' }),
      bid('b', { instance_type: '8xh100-eu', region: 'eu' }),
      bid('c', { instance_type: 'us', region: 'us' }),
      bid('d', { instance_type: 'a100.us-east1-b', region: 'eu' }),
    ];
    const wide = { columns: 120, rows: 24 };
    const types = (state: ConsoleState) =>
      paneLines(state, { name: 'bids', width: state.size.columns, height: 21 }, theme)
        .map(seen)
        .slice(2, 6)
        .map((line) => /allocated +(?:4 missing +)?(\S+) +(\S+)/.exec(line)?.slice(1));
    const state = consoleWith({ bids: rows, size: wide });
    expect(types(state)).toEqual([
      ['8xb200', 'us-east1-b'],
      ['8xh100', 'eu'],
      ['us', 'us'],
      ['a100.us-east1-b', 'eu'],
    ]);
    const found = filterTyped(state, 'bids', 'type:us-east1-b');
    expect(types(found).slice(0, 2)).toEqual([
      ['8xb200', 'us-east1-b'],
      ['a100.us-east1-b', 'eu'],
    ]);
    const columns = ['name', 'status', 'type', 'run'].map((id) => ({ id, width: null }));
    expect(types(withView(state, 'bids', { columns })).map((row) => row?.[0])).toEqual([
      '8xb200.us-east1-b',
      '8xh100-eu',
      'us',
      'a100.us-east1-b',
    ]);
  });

  test('no bright colours while a dialog covers it', () => {
    const over = dialogOpened(consoleWith({ bids: [bid('a')], size: size80 }), { kind: 'quit', why: '' });
    const codes = new Set(
      paneLines(over, { name: 'bids', width: 80, height: 21 }, theme)
        .join('')
        .match(/\[[0-9;]*m/g),
    );
    expect([...codes].sort()).toEqual(['[0;90m', '[0m']);
  });
});
