import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { ONE_COLUMN_EACH, printableLine } from '../../src/lib/sanitize.ts';
import { cut, shortened, toWidth, widthOf, wrapped, wrappedWhole } from '../../src/lib/width.ts';
import { charactersLookedAt } from './looked-at.ts';

const width = fc.integer({ min: 0, max: 60 });
/** Lines after the sanitizer for texts from outside. */
const line = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'grapheme-ascii' }),
    fc
      .array(
        fc.constantFrom(
          'a',
          ' ',
          '漢',
          '字',
          '👨‍👩‍👧',
          '🇩🇪',
          'e\u0301',
          '\u0301',
          '…',
          '한',
          'ﾊ',
          '—',
          '\u00ad',
          '✖',
          '◽',
          '❤️',
        ),
        {
          maxLength: 40,
        },
      )
      .map((parts) => parts.join('')),
  )
  .map(printableLine);

/** A few characters, such as the Malayalam dot reph, join the blank after them; their width is not defined. */
function standsAlone(text: string): boolean {
  const segmenter = new Intl.Segmenter();
  return [...segmenter.segment(`${text} `)].length === [...segmenter.segment(text)].length + 1;
}

test.each([
  ['', 0],
  ['abc', 3],
  ['漢字', 4],
  ['ﾊﾝ', 2],
  ['e\u0301', 1],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['●◐▲✖', 4],
  ['─│╭╮', 4],
  ['→', 1],
  ['◽◾', 4],
])('%j takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test('the fast path to a width agrees with the slow one', () => {
  fc.assert(
    fc.property(line, (text) => widthOf(text) === stringWidth(text)),
    { numRuns: 2000 },
  );
});

describe('a text brought to a width', () => {
  test('has exactly that width, whatever its characters are', () => {
    fc.assert(
      fc.property(
        line,
        width,
        fc.constantFrom('left', 'right'),
        fc.constantFrom('…', '.', ''),
        (text, columns, align, mark) => {
          fc.pre(standsAlone(text));
          expect(stringWidth(toWidth(text, columns, align, mark))).toBe(columns);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('keeps its beginning, and all of itself where there is room', () => {
    fc.assert(
      fc.property(line, width, (text, columns) => {
        const shown = cut(text, columns);
        if (widthOf(text) <= columns) expect(shown).toBe(text);
        else expect(text.startsWith(shown.replace(/…$/, ''))).toBe(true);
      }),
    );
  });

  test.each([
    ['imagenet', 8, 'imagenet'],
    ['imagenet', 7, 'imagen…'],
    ['漢字漢字', 5, '漢字…'],
    ['漢字漢字', 4, '漢… '],
    ['👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
    ['abc', 0, ''],
    ['abc', 1, '…'],
  ])('%j in %i columns reads %j', (text, columns, shown) => {
    expect(toWidth(text, columns)).toBe(shown);
  });

  test('numbers are aligned right', () => {
    expect(toWidth('$2.50', 8, 'right')).toBe('   $2.50');
  });
});

describe('a text in lines', () => {
  test('no line is wider than its limit, and no character but blanks is lost', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 8, max: 40 }), (text, columns) => {
        const lines = wrapped(text, columns);
        for (const one of lines) expect(stringWidth(one)).toBeLessThanOrEqual(columns);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
      { numRuns: 2000 },
    );
  });

  test('breaks at blanks, splits words longer than a line, and keeps line feeds and indents', () => {
    expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapped('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrapped('a\n\n  b', 10)).toEqual(['a', '', '  b']);
    expect(wrapped('anything', 0)).toEqual([]);
  });
});

test('the characters listed as one column take one column in the width library, too', () => {
  for (let code = 0x20; code < 0x3000; code++) {
    const sign = String.fromCodePoint(code);
    // Next to a wide character, so that the library does not take its short path for characters of one column.
    if (ONE_COLUMN_EACH.test(sign)) expect(stringWidth(`漢${sign}`), code.toString(16)).toBe(3);
  }
});

describe('a text of a million characters', () => {
  const kinds = [
    ['letters', 'x'],
    ['CJK', '漢'],
    ['families', '👨‍👩‍👧'],
    ['combining marks', '\u0301'],
    ['blanks', ' '],
    ['words', 'ab 漢 '],
  ] as const;

  test.each(kinds)('of %s is drawn without a look at more of it than of one of five thousand', (_, part) => {
    const long = part.repeat(5000 / part.length);
    const huge = part.repeat(1_000_000 / part.length);
    for (const draw of [
      (text: string) => widthOf(text),
      (text: string) => toWidth(text, 40),
      (text: string) => cut(text, 200),
      (text: string) => wrapped(text, 78),
    ]) {
      const few = charactersLookedAt(() => draw(long));
      // The number of characters that are left out has a few more digits.
      expect(charactersLookedAt(() => draw(huge))).toBeLessThanOrEqual(few + 50);
    }
  });

  test.each(kinds)('of %s is cut to exactly its width', (_, part) => {
    const huge = part.repeat(1_000_000 / part.length);
    for (const columns of [1, 8, 40, 200]) expect(stringWidth(toWidth(huge, columns))).toBe(columns);
    for (const line of wrapped(huge, 40)) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  });

  test('shows the number of its hidden characters, and is wrapped completely where it must be', () => {
    expect(shortened('x'.repeat(1_000_000)).slice(1000)).toBe('... and 999000 more characters');
    expect(shortened('echo\n'.repeat(200_000)).slice(4000)).toBe('... and 996000 more characters');
    expect(shortened('short')).toBe('short');
    expect(wrappedWhole('x'.repeat(100_000), 100)).toHaveLength(1000);
  });
});
