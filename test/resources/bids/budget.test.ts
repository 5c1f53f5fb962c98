import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedRow } from '../../../src/api/result.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import { type Money, parseMoney } from '../../../src/lib/money.ts';
import { leastIn, leastOf } from '../../../src/lib/sum.ts';
import { bids as bidsResource } from '../../../src/resources/bids/bids.ts';
import { committedWith, exposureSharesBy, fleetCommitted, fleetIn } from '../../../src/resources/bids/exposure.ts';
import { placeBidForm } from '../../../src/resources/bids/place-form.ts';
import { updateBidForm } from '../../../src/resources/bids/update-form.ts';
import type { Context } from '../../../src/resources/context.ts';
import { costInWords, costInWordsOf } from '../../../src/resources/parts/amounts.ts';
import type { Exposure } from '../../../src/resources/resource.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, connected, consoleWith, instance } from '../../store/made.ts';
import { filledIn } from '../opened.ts';

const money = (text: string): Money => {
  const read = parseMoney(text);
  if (read === null) throw new Error(`${text} is no money`);
  return read;
};

const dollars = (cost: Exposure): string => costInWordsOf(cost, '$');

const train = bid('train', { limit_price: '$2.00', instance_quantity: 3, instance_type: 'h100', region: 'eu' });
const idle = bid('idle', { limit_price: '$1.00', instance_quantity: 4, status: 'Open', instance_type: 'h100' });
const rest = bid('rest', { status: 'Paused', limit_price: '$1.00' });
const abroad = bid('abroad', { limit_price: '€5.00', instance_quantity: 1, instance_type: 'a100', region: 'eu' });
const fleet = {
  bids: [train, idle, abroad, bid('old', { status: 'Terminated', limit_price: '$1.00' }), rest],
  instances: [...['1', '2'].map((fid) => instance(fid, { bid: 'train' })), instance('3', { bid: 'abroad' })],
};

function contextWith(budget: string | null): Context {
  const state = consoleWith(fleet);
  return contextOf({ ...state, connected: { ...connected, budget: budget === null ? null : money(budget) } });
}

const NEW = { name: 'more', type: 'h100', region: 'eu', quantity: '2' };
const KEYS = { keys: ['key'] };
const why = (checked: ReturnType<typeof filledIn>): string => (checked.ok ? (checked.retype?.why ?? 'sent') : 'wrong');

describe('the committed cost', () => {
  test('a new bid comes on top of running and open bids in its currency', () => {
    const { before, after } = committedWith([{ bid: null, price: money('$0.50'), quantity: 2 }], contextWith(null));
    expect([before, after].map(dollars)).toEqual(['$10.00', '$11.00']);
    const euros = committedWith([{ bid: null, price: money('€1.00'), quantity: 2 }], contextWith(null));
    expect([euros.before, euros.after].map((cost) => costInWordsOf(cost, '€'))).toEqual(['€5.00', '€7.00']);
  });

  test('a changed bid counts with its new price and its whole quantity, not with the old price', () => {
    const { before, after } = committedWith(
      [{ bid: train.row, price: money('$3.00'), quantity: 3 }],
      contextWith(null),
    );
    expect([before, after].map(dollars)).toEqual(['$10.00', '$13.00']);
    const moved = committedWith([{ bid: train.row, price: money('€3.00'), quantity: 3 }], contextWith(null));
    expect(costInWordsOf(moved.after, '€')).toBe('€14.00');
  });

  test('a paused bid counts only in the cost afterwards, as if it were resumed', () => {
    const { before, after } = committedWith([{ bid: rest.row, price: money('$1.50'), quantity: 4 }], contextWith(null));
    expect([before, after].map(dollars)).toEqual(['$10.00', '$16.00']);
  });

  test('a price without a sign is in dollars, beside prices that have one', () => {
    const state = consoleWith({ bids: [bid('a', { limit_price: '25.60', instance_quantity: 2 }), train] });
    const { before } = committedWith([{ bid: null, price: money('$1.00'), quantity: 1 }], contextOf(state));
    expect(dollars(before)).toBe('$57.20');
    expect(leastOf(fleetCommitted(fleetIn(contextOf(state))))).toHaveLength(1);
  });

  test('is never less than the running cost, and exact to the millionth', () => {
    const micros = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(micros, fc.integer({ min: 1, max: 1000 }), (price, quantity) => {
        const typed: Money = { sign: '$', micros: price, text: '' };
        const fresh = committedWith([{ bid: null, price: typed, quantity }], contextWith(null));
        expect(leastIn(fresh.after, '$').micros).toBe(10_000_000n + price * BigInt(quantity));
        const changed = committedWith([{ bid: train.row, price: typed, quantity }], contextWith(null));
        expect(leastIn(changed.after, '$').micros).toBe(4_000_000n + price * BigInt(Math.max(2, quantity)));
      }),
    );
  });

  test('groups by type begin with the most expensive; ended and paused bids are left out', () => {
    const context = contextWith(null);
    const bids = fleet.bids.map(({ row }) => row);
    const shares = exposureSharesBy(({ instance_type }) => instance_type ?? '', bids, context);
    expect(
      shares.map(({ title, running, wanted, now, committed }) => [
        title,
        running,
        wanted,
        costInWords(now),
        costInWords(committed),
      ]),
    ).toEqual([
      ['a100', 1, 1, '€5.00', '€5.00'],
      ['h100', 2, 7, '$4.00', '$10.00'],
    ]);
    expect(exposureSharesBy(bidsResource.labelOf, bids, context)).toHaveLength(3);
  });
});

describe('over the budget a price has to be typed again', () => {
  test.each([
    ['$13.00', '1.50', 'sent'],
    ['$13.00', '1.51', 'With it running and open bids cost up to $13.02 /h, over the budget of $13.00.'],
    ['€7.00', '1.51', 'sent'],
  ])('with a budget of %s and two at %s: %s', (budget, price, expected) => {
    const context = contextWith(budget);
    expect(why(filledIn(placeBidForm(null, context), { ...NEW, price }, KEYS, context))).toContain(expected);
  });

  test('three bids of $100 an hour are not all placed under a budget of $250 because none is filled yet', () => {
    const budget = (bids: readonly ListedRow<Bid>[]): Context => {
      const state = consoleWith({ bids });
      return contextOf({ ...state, connected: { ...connected, budget: money('$250') } });
    };
    const open = (fid: string) => bid(fid, { limit_price: '$100.00', instance_quantity: 1, status: 'Open' });
    const placed = [[], [open('a')], [open('a'), open('b')]].map((bids) => {
      const context = budget(bids);
      return why(
        filledIn(
          placeBidForm(null, context),
          { ...NEW, type: '8xh100', region: 'eu-n1', quantity: '1', price: '100' },
          KEYS,
          context,
        ),
      );
    });
    expect(placed).toEqual([
      'sent',
      'sent',
      expect.stringContaining('cost up to $300.00 /h, over the budget of $250.00'),
    ]);
  });

  test('not when a change costs less, however small the budget is, also of a bid that is paused', () => {
    const context = contextWith('$0.10');
    expect(why(filledIn(updateBidForm(train.row), { price: '1.90' }, {}, context))).toBe('sent');
    expect(why(filledIn(updateBidForm(rest.row), { price: '0.10' }, {}, context))).toBe('sent');
    expect(why(filledIn(updateBidForm(train.row), { price: '2.10' }, {}, context))).toContain(
      'over the budget of $0.10',
    );
  });
});
