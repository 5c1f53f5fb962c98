import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionKey } from '../../../src/features/extras/auctions.ts';
import { createHeadrooms } from '../../../src/features/headroom/known-headrooms.ts';
import { moneyOfMicros } from '../../../src/lib/money.ts';
import type { ContextSource } from '../../../src/resources/context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { bid, consoleWith, whole } from '../../store/made.ts';

const anyBid = fc.record({
  fid: fc.constantFrom('a', 'b', 'c', 'd'),
  status: fc.constantFrom('Allocated', 'Open', 'Paused', 'Terminated'),
  limit_price: fc.constantFrom('$1.00', '$2.00', '€2.00', null),
  instance_type: fc.constantFrom('h100', 'a100', null),
});
const bids = fc.uniqueArray(anyBid, { selector: ({ fid }) => fid });
const prices = fc.dictionary(fc.constantFrom('h100', 'a100'), fc.constantFrom(0, 1, 2, 3));
const step = fc.oneof(
  fc.record({ kind: fc.constant('bids' as const), bids }),
  fc.record({ kind: fc.constant('prices' as const), prices }),
);

function priced(state: ConsoleState, given: Readonly<Record<string, number>>): ConsoleState {
  const known = state.extras?.auctions?.value;
  const value = new Map(
    Object.entries(given).map(([type, price]) => {
      const key = auctionKey(type, 'eu-n1');
      const money = moneyOfMicros('$', BigInt(price) * 1_000_000n);
      const auction = {
        fid: type,
        instance_type: type,
        region: 'eu-n1',
        capacity: 1,
        last_instance_price: money,
        lowest_allocated_price: null,
      };
      const before = known?.get(key);
      return [key, before?.last_instance_price.micros === money.micros ? before : auction];
    }),
  );
  return { ...state, extras: { ...state.extras, auctions: { value, readAt: state.now } } };
}

test('headroom is what all bids and prices give, whatever changed since it was last found', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 15 }), (steps) => {
      const kept = createHeadrooms();
      let state = consoleWith({ bids: [bid('a', { instance_type: 'h100' })] });
      for (const [n, one] of steps.entries()) {
        const poll = { at: state.now, sequence: 10 + n };
        state =
          one.kind === 'prices'
            ? priced(state, one.prices)
            : rowsArrived(state, 'bids', whole(...one.bids.map(({ fid, ...more }) => bid(fid, more))), poll, state.now);
        const source: ContextSource = { now: state.now, state, lists: state.lists };
        expect(new Map(kept(source))).toEqual(new Map(createHeadrooms()(source)));
      }
    }),
  );
});
