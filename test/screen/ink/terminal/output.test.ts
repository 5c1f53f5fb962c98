import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unicodeGlyphs } from '../../../../src/resources/glyphs.ts';
import { frameChange } from '../../../../src/screen/ink/terminal/output.ts';
import { withColumnsSet } from '../../../../src/screen/ink/terminal/set-columns.ts';
import { lookOf } from '../fake-terminal.ts';

const COLUMNS = 40;

/** The columns of a line as they look after these writes: character, colours and weight of each. A blank has no ink. */
async function shown(...writings: readonly string[]): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({ cols: COLUMNS, rows: 3, allowProposedApi: true });
  for (const text of writings) await new Promise<void>((done) => terminal.write(`\r${text}`, done));
  const { active } = terminal.buffer;
  const cells = Array.from({ length: 3 * COLUMNS }, (_, n) =>
    lookOf(active.getLine(Math.floor(n / COLUMNS))?.getCell(n % COLUMNS)),
  );
  terminal.dispose();
  return cells;
}

const LOOKS = [
  '',
  '\u001b[1m',
  '\u001b[22m',
  '\u001b[36m',
  '\u001b[0;91;1m',
  '\u001b[48;5;24m\u001b[38;5;159m',
  '\u001b[49m',
  '\u001b[39m',
  '\u001b[7m',
  '\u001b[2m',
  '\u001b[4m',
  '\u001b[24m',
  '\u001b[27m',
  '\u001b[m',
];
const piece = fc.tuple(
  fc.constantFrom(...LOOKS),
  fc.string({ unit: fc.constantFrom('a', 'é', ' ', '●', '✖', '─'), maxLength: 6 }),
);
const line = fc
  .array(piece, { maxLength: 6 })
  .map((pieces) => `${pieces.map(([look, text]) => look + text).join('')}\u001b[0m`);

test('the output turns any lines into new ones, whatever the colours of those before them', async () => {
  await fc.assert(
    fc.asyncProperty(line, line, line, async (previous, next, other) => {
      const first = frameChange([previous], [next], COLUMNS);
      expect(await shown(previous, first ?? '')).toEqual(await shown(next));
      const both = frameChange([other, previous], [`${next}─`, next], COLUMNS);
      expect(await shown(`${other}\r\n${previous}`, both ?? '')).toEqual(await shown(`${next}─\r\n${next}`));
      const all = frameChange([other, previous, next], [next, other, previous], COLUMNS, 3);
      expect(await shown([other, previous, next].join('\r\n'), `\u001b[2;7H${all ?? ''}`)).toEqual(
        await shown([next, other, previous].join('\r\n')),
      );
    }),
    { numRuns: 300 },
  );
});

test('text that changes its ink on the background of the cursor is written with the ink alone, and its blanks without any', () => {
  const row = (ink: string) =>
    `\u001b[0;48;5;24;38;5;${ink}mab\u001b[0;48;5;24;38;5;255m  \u001b[0;1;48;5;24;38;5;${ink}mcd\u001b[0m`;
  expect(frameChange(['      '], [row('120')], 80)).toBe('\r\u001b[38;5;120;48;5;24mab  \u001b[1mcd\u001b[m');
});

test('a counter between two panes writes its digits only, not the pane behind it', () => {
  const pane = (age: string) => `\u001b[36m╭ Bids ─ ${age} ─╮\u001b[39m\u001b[90m╭ Volumes ─────── 1s ─╮\u001b[39m`;
  expect(frameChange([pane('1s')], [pane('2s')], 80)).toBe('\r\u001b[10G\u001b[36m2\u001b[m');
});

test.each(Object.entries(unicodeGlyphs).filter(([, glyph]) => typeof glyph === 'string'))(
  'a row with the glyph %s is written by its changed columns only',
  (_, glyph) => {
    expect(frameChange([`│ ${glyph} 1s │ long pane`], [`│ ${glyph} 2s │ long pane`], 80)).toBe('\r\u001b[5G2');
  },
);

test.each(['漢字', 'e\u0301', '👩‍🚀', '\u001b]8;;http://example.com\u0007x', '\t'])(
  'a line with characters of other widths is written in full: %j',
  (text) => {
    expect(frameChange(['plain'], [text], 80)).toBe(`\r\u001b[2K${withColumnsSet(text)}`);
    expect(frameChange([text], ['plain'], 80)).toBe('\r\u001b[2Kplain');
  },
);
