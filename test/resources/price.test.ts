import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, type Money, parseMoney } from '../../src/lib/money.ts';
import { costRemarks, priceToSend, retypeWhenStartling, typedPrice } from '../../src/resources/price-field.ts';
import type { Context } from '../../src/resources/resource.ts';
import { updateBidForm } from '../../src/resources/update-bid.ts';
import { bid } from '../state/made.ts';
import { bodyOf, filledIn, newForm, nowhere, wrongIn } from './opened.ts';

const NEW = { name: 'eval', type: '8xh100', region: 'eu-n1', quantity: '4' };

test.each([
  ['2', '$2.00'],
  ['2.5', '$2.50'],
  ['$2.50', '$2.50'],
  ['2.50', '$2.50'],
  ['$ 2.5', '$2.50'],
  ['$1,024', '$1024.00'],
  ['0.000001', '$0.000001'],
  ['€2.5', '€2.50'],
  ['2.50 USD', '2.50 USD'],
])('a price typed as %s is sent as %s', async (typed, sent) => {
  expect(priceToSend(typed)).toBe(sent);
  const checked = filledIn(newForm('bids'), { ...NEW, price: ` ${typed} ` });
  expect(await bodyOf(checked)).toMatchObject({ body: { limit_price: sent } });
});

test.each(['', 'cheap', '2..5', '2,5', '$', '1e3', '1 2', '0.0000001'])(
  '%j is no price: the form says so and sends nothing',
  (typed) => {
    expect(wrongIn(filledIn(newForm('bids'), { ...NEW, price: typed }))).toEqual({
      limit_price: 'Give a price like 2.50 or $2.50.',
    });
  },
);

test('what is sent is always the amount that was typed, to the millionth', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (micros) => {
      const typed = formatMoney({ sign: '', micros, text: '' });
      expect(parseMoney(priceToSend(typed))).toMatchObject({ sign: '$', micros });
    }),
  );
});

const again = (price: string, old: Money | null, context: Context = nowhere) => {
  const typed = typedPrice(price);
  if (typed === null) throw new Error(`${price} is no price`);
  return retypeWhenStartling({ price: typed, quantity: 4, bid: null, old }, context);
};

describe('a startling price', () => {
  const old = parseMoney('$2.50');

  test.each([
    ['$25.00', null],
    ['$25.000001', '$25.000001'],
    ['26', '$26.00'],
    ['1000', '$1000.00'],
  ])('%s after $2.50 has to be typed again: %s', (price, expected) => {
    expect(again(price, old)?.expected ?? null).toBe(expected);
  });

  test.each([
    ['of nothing', parseMoney('$0.00')],
    ['of another currency', parseMoney('€2.50')],
    ['that nobody could read', null],
  ])('is not found against an old price %s', (_, before) => {
    expect(again('$1000', before)).toBeNull();
  });

  test('says both prices when it is asked for', () => {
    const checked = filledIn(updateBidForm(bid('a').row), { price: '2500' });
    expect(checked.ok ? checked.retype?.why : null).toContain('$2500.00 is more than ten times the old price of $2.50');
  });
});

describe('what it may cost is shown while it is typed', () => {
  test('price times quantity, as a ceiling', () => {
    const form = newForm('bids');
    const remarks = form.remarks({ text: { price: '2.5', quantity: '800' }, picked: {} }, nowhere);
    expect(remarks.map(({ text }) => text)).toEqual([
      '$2.50 × 800 = $2,000.00 an hour at most',
      'All that runs: $0.00 → $2,000.00 an hour at most, with all of it running',
    ]);
  });

  test.each([
    ['2.5', Number.NaN],
    ['cheap', 4],
    ['2.5', 0],
    ['2.5', 1.5],
  ])('nothing for %s × %s', (price, quantity) => {
    expect(costRemarks(price, quantity, null, nowhere)).toEqual([]);
  });
});
