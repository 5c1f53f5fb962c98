import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../api/serving.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { placed, STILL } from './service.ts';

test('a name of joined emoji, which terminals draw in different widths, spoils no row but its own', async () => {
  const market = await openMarket(STILL);
  await placed(market, '夜 👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦');
  const console = await openConsole({ args: [], env: market.env });
  await console.see('15 bids');
  await console.see('夜 👩');
  console.press('G', 'g', '3', '1');
  await console.seeSelected('Bids', 'batch-embed');
  const strange = console.rowOf('夜 👩');
  for (const row of console.screen().slice(1, -1).keys()) {
    if (row + 1 === strange) continue;
    expect(console.cellAt(row + 1, 0).text, `the left side of row ${row + 1}`).toMatch(/[╭│╰]/);
    expect(console.cellAt(row + 1, 159).text, `the right side of row ${row + 1}`).toMatch(/[╮│╯]/);
  }
  console.type('/pretrain\r');
  await console.see('1 of 15');
  // The rows below the title may still be on their way.
  await console.gone('夜');
});

test('a name with escape sequences and reversed writing is shown as text and does nothing', async () => {
  const market = await openMarket(STILL);
  await placed(market, 'evil\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egnp.exe\r\nx');
  const console = await openConsole({ args: [], env: market.env });
  await console.see('15 bids');
  await console.see('evil');
  console.type('/evil\ry');
  await console.see('n name');
  console.press('Esc', 'Enter');
  await console.see('Bid evil');
  expect(console.title()).toBe('');
  for (const harm of ['\u001b]0;owned', '\u009b', '\u202e']) expect(console.raw()).not.toContain(harm);
  console.press('Esc');
  await console.see('3 Volumes ─ 6');
});

test.each(['x', '漢'])(
  'a name of a million %s is drawn like any other, everywhere, and every key keeps working',
  async (sign) => {
    const name = sign.repeat(1_000_000);
    const long = { fid: 'b1', name, status: 'Open', limit_price: '$1.00', instance_quantity: 1, region: name };
    const short = { fid: 'b2', name: 'short', status: 'Open', limit_price: '$2.00', instance_quantity: 1 };
    const service = await serve(({ path }, response) => {
      const rows = path.endsWith('/bids') ? [short, long] : [];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
    });
    onTestFinished(() => service[Symbol.asyncDispose]());
    const env = { SPOTDECK_BASE_URL: service.url, SPOTDECK_TOKEN: 'a-token', SPOTDECK_PROJECT: 'p' };
    const console = await openConsole({ args: [], env });
    await console.see('2 bids');
    console.press('j', 'Enter');
    await console.see('more characters');
    await console.see(`Bid ${sign}${sign}${sign}`);
    console.press('Left');
    await console.see('[JSON]');
    await console.see('"limit_price": "$1.00"');
    console.press('Esc', 'y');
    await console.see('n name');
    console.press('Esc');
    console.type(`/${sign}${sign}\r`);
    await console.see('1 of 2');
    console.type(':short');
    await console.see('bid  b2');
    console.press('Esc', 'x');
    await console.see('y confirm');
    console.press('Esc', 'e');
    await console.see('Change ');
    console.press('Esc');
    console.do('group');
    console.press('Esc', '/');
    console.type('short\r');
    await console.see('1 of 2');
    await console.seeSelected('Bids', 'short');
  },
);
