import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo } from '../driver/demo.ts';
import { openScript } from './script.ts';

/** Operator with a home that is kept between consoles. */
async function operator() {
  const { market, home, run } = await openScript();
  const dataHome = home.env['XDG_DATA_HOME'];
  const env = { ...market.env, XDG_DATA_HOME: dataHome };
  const open = async () => {
    const console = await openDemo({ service: { env } });
    return console;
  };
  return { open, run, kept: join(dataHome ?? '', 'spotdeck/views.json') };
}

test('columns are hidden, moved and widened with z c, rows grouped by one of them, and the next console looks the same', async () => {
  const { open, kept } = await operator();
  const first = await open();
  first.do('columns');
  await first.see('Columns of Bids');
  first.type('jjjj ');
  await first.see('[ ] TYPE');
  first.type('kkkK');
  await first.seeRows('Columns of Bids', [/\[x\] STATUS/, /\[x\] NAME/]);
  first.type('++bq');
  await first.gone('Columns of Bids');
  await first.see(/STATUS {14,} NAME +WHY +REGION/);
  await first.see('by status');
  await first.see(/▾ ● allocated +9 bids +29\/30 +\$529\.85/);
  first.do('quit');
  await first.ended();
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const second = await open();
  await second.see(/STATUS {14,} NAME +WHY +REGION/);
  await second.see(/▾ ● allocated +9 bids/);
  second.do('columns');
  second.type('0q');
  await second.see(/NAME +STATUS +WHY +TYPE/);
});

test('a view is saved from the palette, shown again from it and by get, and forgotten', async () => {
  const { open, run } = await operator();
  const console = await open();
  console.type('/eu\r,n:view save Europe only\r');
  await console.see('Saved the view Europe only.');
  console.press('Esc');
  await console.see('1 Bids ─ 14');
  console.type('4:europe only');
  await console.see('View: Europe only');
  console.press('Enter');
  await console.see('This is the view Europe only.');
  await console.see('1 Bids ─ 6 of 14');
  console.do('quit');
  await console.ended();
  const got = await run(['get', 'bids', '--view', 'europe only', '--columns', 'name']);
  expect([got.code, got.err]).toEqual([0, '']);
  expect(got.out.trim().split('\n')).toHaveLength(7);
  expect(await run(['get', 'bids', '--view', 'asia'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There are: Europe only.'),
  });
  const again = await open();
  again.type(':view delete');
  await again.see('view delete NAME');
  again.press('Enter');
  again.type('europe only\r');
  await again.see('Deleted the view europe only.');
  again.type(':View');
  await again.see('view save NAME');
  expect(again.shows('View: Europe')).toBe(false);
});

test('a file of views that another program wrote is left alone, and the console reports that it saves nothing there', async () => {
  const { open, kept, run } = await operator();
  const first = await open();
  first.do('group');
  await first.see('Grouped by STATUS.');
  first.do('quit');
  await first.ended();
  writeFileSync(kept, '{"version": 9}');
  const second = await open();
  await second.see('Columns, views and sizes are not kept in');
  second.do('group');
  await second.see('by status');
  second.do('quit');
  await second.ended();
  expect(readFileSync(kept, 'utf8')).toBe('{"version": 9}');
  expect(await run(['get', 'bids', '--view', 'any'])).toMatchObject({ code: 2 });
});
