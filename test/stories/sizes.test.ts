import { test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import type { Screen } from '../driver/screen.ts';

const STILL = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'];

/** The corners and sides of all frames, each at its place: what a screen is like apart from what changes by itself. */
function frames(screen: Screen): string {
  return screen
    .screen()
    .slice(1, -1)
    .map((row) => row.replace(/[^╭╮╰╯│]/g, ' ').trimEnd())
    .join('\n');
}

/** The frames of a console that was never resized. */
async function freshFrames(columns: number, rows: number, keys: string): Promise<string> {
  const console = await openConsole({ args: STILL, columns, rows });
  await console.seeLoaded('14 bids');
  console.type(keys);
  // A form is as high as what it suggests.
  await console.see(keys === '' ? 'pretrain-b200' : 'take suggestion');
  await console.idle({ quiet: 100 });
  return frames(console);
}

test.each([
  ['the panes', ''],
  ['a form', 'nsqueezed\t'],
])('a terminal that shrinks and grows again shows %s as if it had always had that size', async (_, keys) => {
  const [narrow, wide] = [await freshFrames(90, 24, keys), await freshFrames(200, 60, keys)];
  const console = await openDemo({ columns: 200, rows: 60 });
  console.type(keys);
  await console.until('wide', (screen) => frames(screen) === wide);
  console.resize(20, 5);
  await console.see('spotdeck needs');
  await console.gone(/[╭╰│]/);
  console.resize(90, 24);
  await console.until('narrow', (screen) => frames(screen) === narrow);
  for (const columns of [120, 60, 41, 199]) console.resize(columns, columns % 30 || 10);
  console.resize(200, 60);
  await console.until('wide again', (screen) => frames(screen) === wide);
  await console.see('pretrain-b200');
  if (keys !== '') await console.see(/Name\*\s+squeezed/);
});

test('a terminal that shrank and has its size back before the console noticed is drawn again as a whole', async () => {
  const console = await openDemo({ columns: 160, rows: 45 });
  console.resize(160, 22);
  console.resize(160, 45);
  await console.until('the first and the last line are there', (screen) => {
    return /spotdeck DEMO/.test(screen.line(0)) && /\? help/.test(screen.line(44));
  });
});
