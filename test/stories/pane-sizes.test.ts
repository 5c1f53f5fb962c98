import { expect, test } from 'vitest';
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
