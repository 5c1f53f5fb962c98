import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openConsole } from '../../../driver/console.ts';
import { BIDS, named } from '../../../stories/service.ts';
import { marketWithLosses } from '../chart-journal.ts';

test('h on a price draws it over time with what was lost, and e there changes the bid that was lost and no other', async () => {
  const { market, journal } = await marketWithLosses();
  const batch = await named(market, BIDS, 'batch-eu');
  const console = await openConsole({ args: [], env: { ...market.env, SPOTDECK_JOURNAL: journal } });
  await console.seeLoaded('17 bids');

  console.type(':prices\r');
  await console.see(/4xa100 +eu-west4-a +\$\d/);
  console.type('/type:4xa100 region:eu\r');
  await console.see(/Prices.*1 of/);
  console.press('h');
  await console.see('Price of 4xa100 in eu-west4-a in the last 12h');
  await console.see(/━ +eval-eu \$|╌ +eval-eu \$/);
  await console.see(/batch-eu was lost at \d\d:\d\d: its limit was \$\d\.\d\d, the price at least \$\d\.\d\d\./);
  console.press('Left', 'Left');
  await console.see(/eval-eu was lost at/);

  console.press('e');
  await console.see('Change eval-eu');
  console.type('5.60');
  await console.see(/Limit price +\$?5\.60/);
  console.do('review');
  await console.see('Enter send');
  await answer(console, 'Enter');
  await console.see('Changed eval-eu.');
  expect(await named(market, BIDS, 'eval-eu')).toMatchObject({ limit_price: '$5.60' });
  expect(await named(market, BIDS, 'batch-eu')).toMatchObject({ limit_price: batch?.['limit_price'] });
  await console.see('Price of 4xa100 in eu-west4-a');
});
