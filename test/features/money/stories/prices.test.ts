import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openMarket } from '../../../driver/console.ts';
import { openDemo } from '../../../driver/demo.ts';
import { storyClock } from '../../../driver/time.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { BIDS, named, STILL } from '../../../stories/service.ts';
import { writePriceJournal } from '../price-journal.ts';

test('what earlier bids have shown of a price is in the pane of prices, in the forms and in the history, and a suggested price is sent', async () => {
  const market = await openMarket(STILL);
  const journal = newPath();
  writePriceJournal(journal, { service: market.origin, project: market.project }, storyClock().now());
  const console = await openDemo({ service: market, env: { SPOTDECK_JOURNAL: journal } });

  console.type(':prices\r');
  await console.see(/8xh100 +eu-west4-a +\$\d/);
  console.type('/type:8xh100 region:eu-west4\r');
  await console.see(/Prices.*1 of/);
  console.press('Enter');
  await console.see(/In short +Last 7 days: /);
  console.press('Esc');

  console.press('n');
  await console.see('Place a bid');
  await console.see(/Limit price\* +\$1[12]\.\d\d/);
  await console.see(/Last 7 days: .*outbid below \$1[01]\.\d/);
  console.press('Esc');

  console.press('1');
  await console.pane('bids').select('train-llama-eu').do('edit-bid');
  await console.see(/would have held \d+ %/);
  console.press('Ctrl-T');
  await console.see(/Limit price +\$12\.\d\d/);
  const [, price = ''] =
    console
      .screen()
      .join('\n')
      .match(/Limit price +(\$12\.\d\d)/) ?? [];
  console.do('review');
  await console.see('Enter send');
  await answer(console, 'Enter');
  await console.see('Changed train-llama-eu.');
  expect(await named(market, BIDS, 'train-llama-eu')).toMatchObject({ limit_price: price });
  console.press('h');
  await console.see('History of train-llama-eu');
  for (let zoom = 0; zoom < 12; zoom++) console.press('-');
  await console.see('▒▒▒');
  await console.see('price between two bounds');
});
