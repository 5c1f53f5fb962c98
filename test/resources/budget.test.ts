import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, type Money, parseMoney } from '../../src/lib/money.ts';
import { bids as bidsResource } from '../../src/resources/bids.ts';
import { exposureWith, stakesBy } from '../../src/resources/exposure.ts';
import { placeBidForm } from '../../src/resources/place-bid.ts';
import type { Context } from '../../src/resources/resource.ts';
import { updateBidForm } from '../../src/resources/update-bid.ts';
import { contextOf } from '../../src/state/context.ts';
import { bid, connected, consoleWith, instance } from '../state/made.ts';
import { filledIn } from './opened.ts';

const money = (text: string): Money => {
  const read = parseMoney(text);
  if (read === null) throw new Error(`${text} is no money`);
  return read;
};

const train = bid('train', { limit_price: '$2.00', instance_quantity: 3, instance_type: 'h100', region: 'eu' });
const idle = bid('idle', { limit_price: '$1.00', instance_quantity: 4, status: 'Open', instance_type: 'h100' });
const abroad = bid('abroad', { limit_price: '€5.00', instance_quantity: 1, instance_type: 'a100', region: 'eu' });
const fleet = {
  bids: [
    train,
    idle,
    abroad,
    bid('old', { status: 'Terminated', limit_price: '$1.00' }),
    bid('rest', { status: 'Paused', limit_price: '$1.00' }),
  ],
  instances: [...['1', '2'].map((fid) => instance(fid, { bid: 'train' })), instance('3', { bid: 'abroad' })],
};

function contextWith(budget: string | null): Context {
  const state = consoleWith(fleet);
  return contextOf({ ...state, connected: { ...connected, budget: budget === null ? null : money(budget) } });
}

const NEW = { name: 'more', type: 'h100', region: 'eu', quantity: '2' };
const why = (checked: ReturnType<typeof filledIn>): string => (checked.ok ? (checked.retype?.why ?? 'sent') : 'wrong');

describe('what everything would cost', () => {
  test('a new bid comes on top of what runs in its currency', () => {
    const { before, after } = exposureWith(null, money('$0.50'), 2, contextWith(null));
    expect([before, after].map(formatMoney)).toEqual(['$4.00', '$5.00']);
    const euros = exposureWith(null, money('€1.00'), 2, contextWith(null));
    expect([euros.before, euros.after].map(formatMoney)).toEqual(['€5.00', '€7.00']);
  });

  test('a changed bid counts with its new price for all that it wants, and not with its old one', () => {
    const { before, after } = exposureWith(train.row, money('$3.00'), 3, contextWith(null));
    expect([before, after].map(formatMoney)).toEqual(['$4.00', '$9.00']);
    const moved = exposureWith(train.row, money('€3.00'), 3, contextWith(null));
    expect(formatMoney(moved.after)).toBe('€14.00');
  });

  test('is never less than what runs already, and exact to the millionth', () => {
    const micros = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(micros, fc.integer({ min: 1, max: 1000 }), (price, quantity) => {
        const typed: Money = { sign: '$', micros: price, text: '' };
        const fresh = exposureWith(null, typed, quantity, contextWith(null));
        expect(fresh.after.micros).toBe(4_000_000n + price * BigInt(quantity));
        const changed = exposureWith(train.row, typed, quantity, contextWith(null));
        expect(changed.after.micros).toBe(price * BigInt(Math.max(2, quantity)));
      }),
    );
  });

  test('by type the dearest comes first; what has ended or is paused is not in it', () => {
    const context = contextWith(null);
    const bids = fleet.bids.map(({ row }) => row);
    const stakes = stakesBy(({ instance_type }) => instance_type ?? '', bids, context);
    expect(
      stakes.map(({ title, running, wanted, now, all }) => [
        title,
        running,
        wanted,
        now.map(formatMoney),
        all.map(formatMoney),
      ]),
    ).toEqual([
      ['a100', 1, 1, ['€5.00'], ['€5.00']],
      ['h100', 2, 7, ['$4.00'], ['$10.00']],
    ]);
    expect(stakesBy(bidsResource.called, bids, context)).toHaveLength(3);
  });
});

describe('a price has to be typed again', () => {
  test.each([
    ['1.50', 'sent'],
    ['2.00', 'sent'],
    ['2.01', '$2.01 is more than any bid has here: the highest is $2.00.'],
    ['€5.00', 'sent'],
    ['€5.01', '€5.01 is more than any bid has here: the highest is €5.00.'],
    ['£900', 'sent'],
  ])('when a new bid at %s is higher than any of its currency: %s', (price, expected) => {
    const context = contextWith(null);
    expect(why(filledIn(placeBidForm(null, context), { ...NEW, price }, {}, context))).toContain(expected);
  });

  test.each([
    ['$7.00', '1.50', 'sent'],
    ['$7.00', '1.51', 'With it everything costs up to $7.02 an hour, over the budget of $7.00.'],
    ['€7.00', '1.51', 'sent'],
  ])('with a budget of %s and two at %s: %s', (budget, price, expected) => {
    const context = contextWith(budget);
    expect(why(filledIn(placeBidForm(null, context), { ...NEW, price }, {}, context))).toContain(expected);
  });

  test('not when a change costs less, however small the budget is', () => {
    const context = contextWith('$0.10');
    expect(why(filledIn(updateBidForm(train.row), { price: '1.00' }, {}, context))).toBe('sent');
    expect(why(filledIn(updateBidForm(train.row), { price: '1.90' }, {}, context))).toContain(
      'over the budget of $0.10',
    );
  });

  test('with every reason there is, once', () => {
    const context = contextWith('$8.00');
    const said = why(filledIn(updateBidForm(train.row), { price: '50' }, {}, context));
    expect(said.match(/\$50\.00 is more than/g)).toHaveLength(2);
    expect(said).toMatch(/over the budget of \$8\.00\. Type the price again to send it\.$/);
  });
});
