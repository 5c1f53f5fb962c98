import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import Output from '../../../node_modules/ink/build/output.js';
import { wholeRows } from '../../../node_modules/ink/build/whole-rows.js';

const SIZE = { width: 30, height: 4 };
type Write = { readonly x: number; readonly y: number; readonly text: string };

/** The cells of lines as a terminal shows them: character, colours and weight of each. */
async function shown(lines: readonly string[]): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({ cols: SIZE.width, rows: SIZE.height, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(lines.join('\r\n'), done));
  const cells = Array.from({ length: SIZE.height }, (_, y) =>
    Array.from({ length: SIZE.width }, (_, x) => {
      const cell = terminal.buffer.active.getLine(y)?.getCell(x);
      const looks = [cell?.getFgColor(), cell?.getBgColor(), cell?.isBold(), cell?.isInverse()];
      return `${cell?.getChars() || ' '} ${looks.join(' ')}`;
    }),
  );
  terminal.dispose();
  return cells.flat();
}

/** Joins writes as Ink does, cell by cell. */
function byInk(writes: readonly Write[]): readonly string[] {
  const output = new Output(SIZE);
  // Clipped writes are joined cell by cell.
  output.clip({ x1: undefined, x2: undefined, y1: undefined, y2: undefined });
  for (const { x, y, text } of writes) output.write(x, y, text, { transformers: [] });
  return output.get().output.split('\n');
}

const operations = (writes: readonly Write[]) =>
  writes.map((write) => ({ type: 'write' as const, ...write, transformers: [] }));
const rowsOf = (writes: readonly Write[]) =>
  wholeRows(operations(writes), SIZE, (text) => ({ said: `${text}\u001b[0m`, width: [...text].length }));

const piece = fc.tuple(
  fc.constantFrom('', '\u001b[1m', '\u001b[36m', '\u001b[0;91;1m', '\u001b[48;5;24m', '\u001b[7m', '\u001b[39m'),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', '●', '─'), minLength: 1, maxLength: 5 }),
);
const text = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .map((pieces) => `${pieces.map(([look, part]) => look + part).join('')}\u001b[0m`);
const write = fc.record({ x: fc.nat(SIZE.width - 1), y: fc.nat(SIZE.height - 1), text });

test('rows of whole texts look as Ink draws them, and all others are left to Ink', async () => {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 6 }), async (writes) => {
      const ink = byInk(writes);
      const rows = rowsOf(writes);
      whole += rows.filter((row) => row !== null).length;
      expect(await shown(ink.map((line, y) => rows[y] ?? line))).toEqual(await shown(ink));
    }),
    { numRuns: 300 },
  );
  expect(whole).toBeGreaterThan(100);
});

test('clipped writes and the rows that they may reach are left to Ink, other rows are not', () => {
  const rows = wholeRows(
    [
      ...operations([
        { x: 0, y: 0, text: 'pane' },
        { x: 0, y: 1, text: 'pane' },
      ]),
      { type: 'clip' },
      ...operations([{ x: 1, y: 1, text: 'modal' }]),
      { type: 'unclip' },
      ...operations([{ x: 0, y: 2, text: 'hints' }]),
    ],
    SIZE,
    (said) => ({ said, width: said.length }),
  );
  expect(rows).toEqual(['pane', null, 'hints', null]);
});

test('a row is checked again when the screen has become narrower', () => {
  const writes = operations([{ x: 0, y: 0, text: 'a'.repeat(25) }]);
  const read = (said: string) => ({ said, width: said.length });
  expect(wholeRows(writes, SIZE, read)[0]).toBe('a'.repeat(25));
  expect(wholeRows(writes, { ...SIZE, width: 20 }, read)[0]).toBeNull();
});

test('a row with a wide character has the width of its cells', () => {
  const rows = wholeRows(
    operations([
      { x: 0, y: 0, text: '漢' },
      { x: 2, y: 0, text: '|' },
    ]),
    SIZE,
    (said) => ({
      said,
      width: 2,
    }),
  );
  expect(rows[0]).toBe('漢|');
});
