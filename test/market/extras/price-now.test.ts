import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, type Money } from '../../../src/lib/money.ts';
import { priceToWin } from '../../../src/market/engine/auction.ts';
import { advance } from '../../../src/market/engine/clock.ts';
import { poolOf } from '../../../src/market/engine/world.ts';
import { NEW_BID, openMarket, PROJECT } from '../caller.ts';
import { bidFor, DOLLAR, fixPrice, quietWorld, SECOND, START } from '../world.ts';
import { extrasOf } from './asking.ts';

const CENT = DOLLAR / 100n;
const others = fc.array(
  fc.record({ cents: fc.integer({ min: 900, max: 1300 }), quantity: fc.integer({ min: 1, max: 4 }) }),
  {
    maxLength: 8,
  },
);

test('the price to win wins, one cent less does not, and more than there is wins at no price', () => {
  fc.assert(
    fc.property(others, fc.integer({ min: 1, max: 7 }), (bids, quantity) => {
      const auction = () => {
        const world = quietWorld();
        fixPrice(world, 10n * DOLLAR);
        for (const { cents, quantity: of } of bids) bidFor(world, BigInt(cents) * CENT, of);
        // The younger of two equal ones loses.
        advance(world, START + 1);
        return world;
      };
      const statusAt = (limit: bigint) => {
        const world = auction();
        const bid = bidFor(world, limit, quantity);
        advance(world, START + SECOND);
        return bid.status;
      };
      const world = auction();
      const wins = priceToWin(poolOf(world, { pool: 'gpu.eu' }), quantity);
      if (wins === null) {
        expect(quantity).toBe(7);
        expect(statusAt(1000n * DOLLAR)).toBe('Open');
        return;
      }
      expect(statusAt(wins)).toBe('Allocated');
      expect(statusAt(wins - CENT)).toBe('Open');
    }),
  );
});

const text = (price: Money | null): string | null => price && formatMoney(price);

test('the price now is per instance and hour, and says what a bid of this quantity must offer', async () => {
  await using caller = await openMarket({ extras: true });
  const { priceNow } = extrasOf(caller);
  const few = await priceNow('8xh100.us-central1-a', { instance_quantity: 16 });
  expect({
    ...few,
    spot_price_cents: text(few.spot_price_cents),
    minimum_price_cents: text(few.minimum_price_cents),
  }).toMatchObject({
    spot_price_cents: '$16.80',
    minimum_price_cents: '$8.40',
    available_capacity: 16,
    total_capacity: 24,
  });
  // train-llama has eight of 24 at 155 %.
  expect(text(few.dynamic_win_price_cents)).toBe('$16.80');
  expect(text(few.lowest_allocated_bid_cents)).toBe('$26.05');
  expect(text((await priceNow('8xh100.us-central1-a', { instance_quantity: 17 })).dynamic_win_price_cents)).toBe(
    '$26.06',
  );
  expect((await priceNow('8xh100.us-central1-a', { instance_quantity: 25 })).dynamic_win_price_cents).toBeNull();
});

test('a price that was asked for wins', async () => {
  await using caller = await openMarket({ extras: true });
  const type = '8xh100.us-central1-a';
  const { dynamic_win_price_cents: wins } = await extrasOf(caller).priceNow(type, { instance_quantity: 16 });
  const asked = {
    ...NEW_BID,
    region: 'us-central1-a',
    instance_type: type,
    instance_quantity: 16,
    limit_price: text(wins),
  };
  await caller.send('POST', '/v2/spot/bids', asked);
  caller.market.advance(1000);
  expect((await caller.get(`/v2/spot/bids?${PROJECT}&limit=1`)).text).toContain('"status":"Allocated"');
});

test('an unknown type or another region is not found, and no quantity is refused', async () => {
  await using caller = await openMarket({ extras: true });
  const { priceNow } = extrasOf(caller);
  await expect(priceNow('9xh100')).rejects.toThrow('answered 404');
  await expect(priceNow('8xh100.us-central1-a', { region: 'eu-west4-a' })).rejects.toThrow('answered 404');
  await expect(priceNow('8xh100.us-central1-a', { instance_quantity: 0 })).rejects.toThrow('answered 422');
});
