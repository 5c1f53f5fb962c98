import { expect, test } from 'vitest';
import { openConsole, openMarket } from '../driver/console.ts';
import { BIDS, named, STILL } from './service.ts';

test('what everything comes to is told while a price is typed, and over the budget it has to be typed again', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: ['--budget-per-hour', '600'], env: market.env });
  await console.see('▲ BUDGET 88 %');
  console.type('/name:=sweep-c\re');
  await console.see('Change sweep-c');
  console.type('10');
  await console.see('$10.00 × 4 = $40.00 /h at most');
  await console.see('All that runs: $529.85 → $569.85 /h at most');
  await console.see('▲ 94 % of the budget of $600.00 an hour');
  console.press('Ctrl-S');
  await console.see('Enter sends it');
  console.press('Esc');
  await console.see('Limit price');
  console.press('Ctrl-U');
  console.type('20');
  await console.see('▲ 101 % of the budget');
  console.press('Ctrl-S');
  await console.see('With it everything costs up to $609.85 an hour, over the budget of $600.00.');
  console.press('Enter');
  await console.see('Type $20.00 to send it');
  expect(await named(market, BIDS, 'sweep-c')).toMatchObject({ limit_price: '$5.15' });
  console.type('$20.00\r');
  await console.see('Changed sweep-c.');
  expect(await named(market, BIDS, 'sweep-c')).toMatchObject({ limit_price: '$20.00' });
});

test('$ shows the exposure by type, region and bid, and what of the budget is used', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: ['--budget-per-hour', '$1,000'], env: market.env });
  await console.seeLoaded('14 bids');
  expect(console.shows('BUDGET')).toBe(false);
  console.press('$');
  await console.see(/Everything +29\/45 +\$529\.85 +\$674\.10/);
  await console.see('Now 52 % of the budget of $1,000.00');
  await console.seeRows('Exposure', [/By type/, /8xh100\.us-central1-a +8\/8 +\$208\.40 +\$208\.40 █+ +39 %/]);
  await console.see(/By region +RUN/);
  await console.see(/us-central1-a +14\/14 +\$231\.10/);
  await console.see(/batch-embed +0\/3 +– +\$30\.30/);
  console.press('Esc');
  await console.gone('Exposure');
});

test('on the smallest screen the exposure scrolls and the budget stays in sight', async () => {
  const market = await openMarket(STILL);
  const args = ['--budget-per-hour', '500'];
  const console = await openConsole({ args, env: market.env, columns: 40, rows: 10 });
  await console.see('▲ BUDGET 105 %');
  console.press('$');
  await console.see(/Everything +29\/45 +\$529\.85/);
  console.press('PgDn', 'PgDn', 'PgDn', 'PgDn', 'PgDn', 'PgDn');
  await console.see('which is never more.');
});

test('without a budget nothing is warned of, and one that is no amount is refused', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: market.env });
  await console.seeLoaded('14 bids');
  expect(console.shows('BUDGET')).toBe(false);
  const wrong = await openConsole({
    args: ['--budget-per-hour', 'much'],
    env: market.env,
    started: (screen) => screen.shows('not an amount of money'),
  });
  expect((await wrong.exited).code).toBe(2);
});
