import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import type { Screen } from '../driver/screen.ts';

const STILL = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'];

/** A screen that is whole: a header, one hint line at the foot, and frames that close. */
function whole(columns: number): (screen: Screen) => boolean {
  return (screen) => {
    const rows = screen.screen();
    const tops = rows.join('\n').split('╭').length;
    const bottoms = rows.join('\n').split('╰').length;
    return (
      (rows[0] ?? '').includes('spotdeck') && tops === bottoms && tops > 1 && rows.every((row) => row.length <= columns)
    );
  };
}

test('a terminal that grows and shrinks is never left with the old screen', async () => {
  const console = await openConsole({ args: STILL, columns: 200, rows: 60 });
  await console.see('14 bids');
  await console.until('wide at 200×60', whole(200));
  console.resize(20, 5);
  await console.see('spotdeck needs');
  await console.gone('╭');
  console.resize(90, 24);
  await console.until('narrow at 90×24', whole(90));
  await console.see('1 Bids  2 Instances');
  console.resize(200, 60);
  await console.until('wide at 200×60 again', whole(200));
  const fresh = await openConsole({ args: STILL, columns: 200, rows: 60 });
  await fresh.see('14 bids');
  const frames = (rows: readonly string[]): readonly string[] => rows.map((row) => row.replace(/[^╭╮╰╯│]/g, ' '));
  expect(frames(console.screen().slice(1, -1))).toEqual(frames(fresh.screen().slice(1, -1)));
});

test('a form survives being squeezed and comes back with what was typed', async () => {
  const console = await openConsole({ args: STILL });
  await console.see('14 bids');
  console.type('nsqueezed\t');
  await console.see(/Name\s+squeezed/);
  console.resize(20, 5);
  await console.see('spotdeck needs');
  console.resize(160, 45);
  await console.see(/Name\s+squeezed/);
});

test.each([
  [60, 20],
  [40, 10],
])('on a terminal of %i × %i a volume can be typed, reviewed and created', async (columns, rows) => {
  const console = await openConsole({ args: STILL, columns, rows });
  await console.see('● live');
  console.press('3');
  await console.see('ckpt');
  console.type('ntiny\t10\tus-east1-b\tBlock');
  console.press('Ctrl-S');
  await console.see('review');
  console.press('Enter');
  await console.see('Created the volume tiny.');
  console.press('G');
  await console.see(/tiny\s+10 GB/);
});

test('without colour nothing is coloured, and in ASCII every sign is plain', async () => {
  const console = await openConsole({ args: [...STILL, '--ascii'], env: { NO_COLOR: '1' } });
  await console.see('14 bids');
  console.press('n');
  await console.see('Place a bid');
  expect(console.screen().join('')).toMatch(/^[\u0020-\u007e]*$/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
  expect(console.raw()).not.toMatch(/\u001b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]/);
});
