import { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toWidth, widthOf } from '../../../../src/lib/width.ts';
import { withColumnsSet } from '../../../../src/screen/ink/terminal/set-columns.ts';

const name = fc
  .array(fc.constantFrom('train', 'हिन्दी', '👍🏽', '👩‍💻', '界', 'é', 'e\u0301', ' ', '-', 'ไทย', '🇩🇪', '❤️'), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));
const styled = (text: string, code: string): string => `\u001b[${code}m${text}\u001b[0m`;

/** Draws a line on an emulated terminal, whose widths differ from the program's; `unicode` is the version of its tables. */
async function drawn(line: string, unicode: '6' | '11') {
  const emulator = new xterm.Terminal({ cols: 60, rows: 2, allowProposedApi: true });
  emulator.loadAddon(new Unicode11Addon());
  emulator.unicode.activeVersion = unicode;
  await new Promise<void>((resolve) => emulator.write(`\u001b[?7l${line}`, resolve));
  const cells = emulator.buffer.active.getLine(0);
  return (column: number) => {
    const cell = cells?.getCell(column);
    return { text: cell?.getChars() || ' ', isInverse: cell?.isInverse() !== 0 };
  };
}

test.each(['6', '11'] as const)(
  'borders and cells beside any names stand in their columns and keep their styles, in a terminal with the widths of Unicode %s',
  async (unicode) => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(name, name), fc.constantFrom('7', '1'), async ([one, other], code) => {
        const row = [
          `│ ${styled(toWidth(one, 16), code)}  `,
          styled('$12.50', code),
          styled(`  ${toWidth(other, 20)}  `, '7'),
          'end│',
        ];
        const at = await drawn(withColumnsSet(row.join('')), unicode);
        const shown = Array.from({ length: 60 }, (_, column) => at(column));
        const text = (from: number, to: number): string =>
          shown
            .slice(from, to)
            .map((cell) => cell.text)
            .join('');
        expect([text(0, 2), text(20, 26), text(50, 54)]).toEqual(['│ ', '$12.50', 'end│']);
        expect([at(20).isInverse, at(27).isInverse, at(49).isInverse, at(50).isInverse]).toEqual([
          ...[code === '7', true, true, false],
        ]);
      }),
      { numRuns: 200 },
    );
  },
);

test('a line whose widths no terminal doubts is written as it is', () => {
  for (const line of ['│ plain ● │', styled('界夜 käse', '7'), '', '\u001b[31m'])
    expect(withColumnsSet(line)).toBe(line);
});

test('a screen that is cleared before its first line is cleared once', () => {
  const written = withColumnsSet('\u001b[2J\u001b[H\u001b[1mहिन्दी\u001b[0m  👍🏽');
  expect(written.split('\u001b[2J')).toHaveLength(2);
  expect(written.split('\u001b[H')).toHaveLength(2);
});

test('only the text that is in doubt costs more, about twice its own length', () => {
  const line = `${'x'.repeat(100)}  हिन्दी  ${'y'.repeat(100)}`;
  expect(withColumnsSet(line).length - line.length).toBeLessThan(40);
  expect(widthOf(line)).toBeLessThan(220);
});
