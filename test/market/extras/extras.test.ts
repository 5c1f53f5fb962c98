import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Auction } from '../../../src/contract/extras/auctions.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import { NEW_BID, openMarket } from '../caller.ts';
import { extrasOf } from './asking.ts';

const Paths = z.object({ paths: z.record(z.string(), z.unknown()) });

test('a strict market answers the interface alone', async () => {
  await using strict = await openMarket();
  await using open = await openMarket({ extras: true });
  const [fewer, more] = await Promise.all(
    [strict, open].map(async (caller) => Object.keys(Paths.parse((await caller.get('/openapi.json')).body).paths)),
  );
  expect(more?.filter((path) => fewer?.includes(path))).toEqual(fewer);
  const { priceNow, bidHistory, ...rest } = extrasOf(strict);
  expect(more).toHaveLength((fewer?.length ?? 0) + Object.keys(rest).length + 2);
  expect(more).toContain('/v2/spot/availability');
  const all = [() => priceNow('8xh100.eu-north1-a'), () => bidHistory('bid_x'), ...Object.values(rest)];
  for (const ask of all) await expect(ask()).rejects.toThrow('answered 404');
});

test('an auction shows what is free, the spot price, and the lowest limit price that is allocated', async () => {
  await using caller = await openMarket({ extras: true });
  const extras = extrasOf(caller);
  const small = (rows: readonly Auction[]) => {
    const found = rows.find((one) => one.instance_type === '1xl40s.eu-north1-a');
    return [found?.region, found?.capacity, found?.lowest_allocated_price && formatMoney(found.lowest_allocated_price)];
  };
  const auctions = await extras.auctions();
  expect(auctions).toHaveLength(20);
  // Of 64, eval-night has two at 110 % of $0.80, and gpu-ci one.
  expect(small(auctions)).toEqual(['eu-north1-a', 61, '$0.90']);
  const unsold = auctions.find((one) => one.instance_type === '8xb200.eu-north1-a');
  expect([unsold?.capacity, unsold?.lowest_allocated_price]).toEqual([12, null]);
  await caller.send('POST', '/v2/spot/bids', { ...NEW_BID, limit_price: '$0.88', instance_quantity: 4 });
  caller.market.advance(1000);
  expect(small(await extras.auctions())).toEqual(['eu-north1-a', 57, '$0.88']);
});
