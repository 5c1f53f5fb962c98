import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { themeFor } from '../../../../src/screen/dialogs/theme.ts';
import { onCanvas } from '../../../../src/screen/ink/terminal/direct-output.ts';
import { frameChange } from '../../../../src/screen/ink/terminal/output.ts';
import { columnsOf, seen } from '../seen.ts';

const light = themeFor('256', 'light');
const canvas = light.canvas ?? { text: 0, background: 0 };
const COLUMNS = 20;

/** The background of each cell of a terminal after some output. */
async function backgrounds(written: string, rows: number): Promise<readonly number[]> {
  const terminal = new Terminal({ cols: COLUMNS, rows, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(written, done));
  return Array.from({ length: COLUMNS * rows }, (_, n) => {
    const cell = terminal.buffer.active.getLine(Math.floor(n / COLUMNS))?.getCell(n % COLUMNS);
    return cell?.isBgPalette() ? cell.getBgColor() : -1;
  });
}

const text = fc.constantFrom(
  'abc',
  ' ',
  '',
  '漢字',
  '\u001b[0;91;1mbad',
  '\u001b[39;49mx',
  '\u001b[0;48;5;195;38;5;16mon',
  '\u001b[0m',
  '\u001b[22m-',
);
const line = fc.array(text, { maxLength: 5 }).map((texts) => texts.join(''));

test('a line keeps its text and has a background in every column, also where Ink resets the colours', () => {
  fc.assert(
    fc.property(line, (line) => {
      const painted = onCanvas(line, COLUMNS, canvas);
      expect(seen(painted).trimEnd()).toBe(seen(line).trimEnd());
      expect(columnsOf(painted)).toBe(Math.max(COLUMNS, columnsOf(line)));
      expect(painted.endsWith('\u001b[0m')).toBe(true);
    }),
  );
});

test('no cell is left on the terminal background, in a first frame and after changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 3, maxLength: 3 }),
      fc.array(line, { minLength: 3, maxLength: 3 }),
      async (one, other) => {
        const [before, after] = [one, other].map((lines) => lines.map((text) => onCanvas(text, COLUMNS, canvas)));
        const change = frameChange(before ?? [], after ?? [], COLUMNS) ?? '';
        const found = await backgrounds(`\u001b[?7l${(before ?? []).join('\r\n')}${change}`, 3);
        expect(found.filter((background) => background !== canvas.background && background !== 195)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});
