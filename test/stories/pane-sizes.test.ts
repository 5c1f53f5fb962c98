import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { openScript } from './script.ts';

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

test('z and back leaves the sizes as they were, and the keys change them', async () => {
  const console = await openDemo();
  const { bottom } = console.box('Bids');
  console.do('higher');
  await console.until('Bids is two lines higher', () => console.box('Bids').bottom === bottom + 2);
  console.do('zoom');
  await console.gone('2 Instances ─');
  await console.until('Bids fills the screen', () => console.box('Bids').bottom === 43);
  console.do('zoom');
  await console.until('Bids is as high as before', () => console.box('Bids').bottom === bottom + 2);
  console.do('sizes-usual');
  await console.until('Bids has its usual height', () => console.box('Bids').bottom === bottom);
});

test('v shows the row under the cursor on the right and follows it; again brings the panes back', async () => {
  const console = await openDemo();
  console.do('preview');
  await console.see('Preview ▸ bid batch-embed');
  await console.gone('3 Volumes ─');
  console.press('j');
  await console.see('Preview ▸ bid sweep-c');
  await console.see(/Limit price +\$5\.15/);
  await console.pane('instances').focus();
  await console.see('Preview ▸ instance batch-embed-0');
  await console.pane('volumes').focus();
  await console.see('Preview ▸ volume ckpt');
  await console.see('3 Volumes ─ 6');
  console.do('preview');
  await console.see('5 API keys');
  await console.see('7 Activity');
});

test('on 80 × 24 the preview is below the list and scrolls by ] and the wheel', async () => {
  const console = await openDemo({ columns: 80, rows: 24 });
  console.do('preview');
  await console.see('Preview ▸ bid batch-embed');
  await console.see(/1-7 of \d+/);
  console.press(']');
  await console.see(/5-11 of \d+/);
  console.mouse('wheel-down', 'Preview');
  await console.seeSelected('Bids', 'batch-embed');
  console.press('j');
  await console.see('Preview ▸ bid sweep-c');
  await console.see(/1-7 of \d+/);
});

test('the preview is quick: a key changes the list and the preview together, in one frame', async () => {
  const console = await openConsole({ args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'] });
  await console.seeLoaded('14 bids');
  console.do('preview');
  await console.see('Preview ▸ bid batch-embed');
  console.press('j');
  await console.until('both show sweep-c', (screen) => screen.shows(/▌ +sweep-c /));
  expect(console.shows('Preview ▸ bid sweep-c')).toBe(true);
});
