import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import type { Screen } from '../driver/screen.ts';
import { openScript } from './script.ts';

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

test('a dragged border stays where it was left, also after the console was started again, until a double click on it', async () => {
  const { market, home } = await openScript();
  const env = { ...market.env, XDG_DATA_HOME: home.env['XDG_DATA_HOME'] };
  const open = () => openDemo({ service: { env } });
  const first = await open();
  await first.until('it listens to drags', () => first.modes().mouse === 'drag');
  const usual = first.box('Bids').bottom;
  first.drag({ column: 30, row: usual }, { column: 34, row: usual + 8 });
  await first.until('the border is eight lines lower', () => first.box('Bids').bottom === usual + 8);
  expect(first.box('Instances').top).toBe(usual + 9);
  const right = first.box('Volumes').left;
  first.drag({ column: right, row: 30 }, { column: right - 20, row: 30 });
  await first.until('the right side is wider', () => first.box('Volumes').left === right - 20);
  first.do('quit');
  await first.ended();

  const second = await open();
  await second.until('the sizes are kept', () => second.box('Bids').bottom === usual + 8);
  expect(second.box('Volumes').left).toBe(right - 20);
  await second.seeSelected('Bids', 'batch-embed');
  const border = { column: 30, row: usual + 8 };
  second.drag(border, border);
  second.drag(border, border);
  await second.until('the usual height is back', () => second.box('Bids').bottom === usual);
  second.type(':sizes of panes as usual\r');
  await second.until('the usual width is back', () => second.box('Volumes').left === right);
});

test('the next console has the preview and the zoom of the one before', async () => {
  const { market, home } = await openScript();
  const env = { ...market.env, XDG_DATA_HOME: home.env['XDG_DATA_HOME'] };
  const first = await openDemo({ service: { env } });
  first.do('preview');
  await first.see('Preview ▸ bid batch-embed');
  first.do('zoom');
  await first.gone('2 Instances ─');
  first.do('quit');
  await first.ended();
  const second = await openDemo({ service: { env } });
  await second.see('Preview ▸ bid batch-embed');
  expect(second.shows('2 Instances ─')).toBe(false);
  second.do('zoom');
  await second.see('2 Instances ─ 37');
});
