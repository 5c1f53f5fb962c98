import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, parseMoney } from '../../../src/lib/money.ts';
import { costRemarks, priceToSend } from '../../../src/resources/bids/price-field.ts';
import { bodyOf, filledIn, newForm, nowhere, wrongIn } from '../opened.ts';

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

test('the sent price is always the typed amount, to the millionth', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (micros) => {
      const typed = formatMoney({ sign: '', micros, text: '' });
      expect(parseMoney(priceToSend(typed))).toMatchObject({ sign: '$', micros });
    }),
  );
});

describe('the form shows the cost while the price is typed', () => {
  test('as price times quantity, at most', () => {
    const form = newForm('bids');
    const remarks = form.remarks({ text: { price: '2.5', quantity: '800' }, picked: {} }, nowhere);
    expect(remarks.map(({ text }) => text)).toEqual([
      '$2.50 × 800 = $2,000.00 /h at most',
      'Max cost if all filled: $0.00 → $2,000.00 /h',
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
