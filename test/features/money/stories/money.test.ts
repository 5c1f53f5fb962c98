import { expect, test } from 'vitest';
import { answer, typedAgain } from '../../../driver/answer.ts';
import { openConsole, openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { BIDS, named, STILL } from '../../../stories/service.ts';

test('the cost of running and open bids is shown while a price is typed, and a price over the budget has to be typed again', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: ['--budget-per-hour', '725'], env: market.env });
  await console.see('$560.15/h at most   $674.10 committed');
  await console.see('▲ BUDGET 92 %');
  await console.pane('bids').select('sweep-c').do('edit-bid');
  await console.see('Change sweep-c');
  console.type('10');
  await console.see('$10.00 × 4 = $40.00 /h at most');
  await console.see('Max cost if all filled: $674.10 → $693.50 /h');
  await console.see('▲ 95 % of the budget of $725.00 /h');
  console.do('review');
  await console.see('Enter send');
  console.press('Esc');
  await console.see('Limit price');
  console.press('Ctrl-U');
  console.type('20');
  await console.see('▲ 101 % of the budget');
  console.do('review');
  await console.see('With it running and open bids cost up to $733.50 /h, over the budget of $725.00.');
  await answer(console, 'Enter');
  await console.see('Type $20.00 to send it');
  expect(await named(market, BIDS, 'sweep-c')).toMatchObject({ limit_price: '$5.15' });
  await typedAgain(console, '20');
  await console.see('Changed sweep-c.');
  expect(await named(market, BIDS, 'sweep-c')).toMatchObject({ limit_price: '$20.00' });
});

test('$ shows running and committed cost separately, by type, region and bid, and against the budget', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market, args: ['--budget-per-hour', '$1,000'] });
  expect(console.shows('BUDGET')).toBe(false);
  console.do('money');
  await console.see(/NOW\/H +COMMITTED/);
  await console.see(/Everything +31\/47 +\$560\.15 +\$674\.10/);
  await console.see('Running: 56 % of the budget of $1,000.00');
  await console.see('Committed: 67 % of the budget of $1,000.00');
  await console.seeRows('Money', [/By type/, /8xh100\.us-central1-a +8\/8 +\$208\.40 +\$208\.40 +37 % +▄+/]);
  await console.see(/By region +RUN/);
  await console.see(/us-central1-a +14\/14 +\$231\.10/);
  await console.see(/eval-night +2\/2 +\$1\.80 +\$1\.80 +<1 % +▖/);
  await console.see(/batch-embed +0\/3 +\$30\.30 +\$30\.30 +5 %/);
  console.press('Esc');
  await console.gone('Money:');
});

test('without a budget there is no warning, and an invalid amount is refused', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  expect(console.shows('BUDGET')).toBe(false);
  const wrong = await openConsole({
    args: ['--budget-per-hour', 'much'],
    env: market.env,
    started: (screen) => screen.shows('not an amount of money'),
  });
  expect((await wrong.ended()).code).toBe(2);
});
