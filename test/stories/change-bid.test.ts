import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { evidenceOf } from './evidence.ts';
import { BIDS, named, STILL } from './service.ts';

test('a new limit price shows old and new, is all that is sent, and can be undone', async () => {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence });
  await console.pane('bids').select('train-llama').do('edit-bid');
  await console.see('Change train-llama');
  console.type('30');
  await console.see('$30.00 × 8 = $240.00 /h at most');
  console.do('review');
  await console.see(/Limit price\s+\$26\.05 → \$30\.00/);
  await answer(console, 'Enter');
  await console.see('Changed train-llama. Press u to undo.');
  await console.see(/train-llama .* \$30\.00/);
  const bid = await named(market, BIDS, 'train-llama');
  expect(bid).toMatchObject({ limit_price: '$30.00' });
  console.do('undo');
  await answer(console, 'y');
  await console.see('Put train-llama back as it was.');
  await console.see(/train-llama .* \$26\.05/);
  expect(await named(market, BIDS, 'train-llama')).toMatchObject({ limit_price: '$26.05' });
  const path = `/v2/spot/bids/${String(bid?.['fid'])}`;
  expect(evidence.writes()).toEqual([
    { method: 'PATCH', path, body: '{"limit_price":"$30.00"}' },
    { method: 'PATCH', path, body: '{"limit_price":"$26.05"}' },
  ]);
});
