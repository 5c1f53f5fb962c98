import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, parseMoney, parseTypedPrice } from '../../../src/lib/money.ts';
import { changeBids } from '../../../src/resources/bids/change-plan.ts';
import { getBackForm } from '../../../src/resources/bids/get-back-form.ts';
import { costRemarks, priceToSend } from '../../../src/resources/bids/price-field.ts';
import { updateBidForm } from '../../../src/resources/bids/update-form.ts';
import type { Form } from '../../../src/resources/form.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { bodyOf, filledIn, newForm, nowhere, wrongIn } from '../opened.ts';

const NEW = { name: 'eval', type: '8xh100', region: 'eu-n1', quantity: '4' };

/** A service that writes a limit price like this. */
const listing = (limit_price: string) => contextOf(consoleWith({ bids: [bid('a', { limit_price, status: 'Open' })] }));

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
  ['USD 2.5', '2.50 USD'],
])('a price typed as %s is sent as %s', async (typed, sent) => {
  expect(priceToSend(typed)).toBe(sent);
  const context = listing('25.60 USD');
  const checked = filledIn(newForm('bids', context), { ...NEW, price: ` ${typed} ` }, {}, context);
  expect(await bodyOf(checked)).toMatchObject({ body: { limit_price: sent } });
});

/** Texts in which a character that is no currency stands beside a number. */
const NO_CURRENCY = [
  ...['10%', '500%', '%10', '5x', '5k', '5h', '~5', '#5', '0.9c', '１.5', '5 EUR', 'US$5', '5°', '⁵5', '5e'],
];

test.each(['', 'cheap', '2..5', '2,5', '$', '1e3', '1 2', '0.0000001', ...NO_CURRENCY])(
  '%j is no price: the form says so and sends nothing',
  (typed) => {
    expect(wrongIn(filledIn(newForm('bids'), { ...NEW, price: typed }))).toEqual({
      limit_price: 'Give a price like 2.50 or $2.50.',
    });
  },
);

describe('a price is a number, with a currency sign or a code that the service itself has used', () => {
  const { row } = bid('a', { status: 'Open' });
  const forms: readonly (readonly [string, Form, string])[] = [
    ['changing one bid', updateBidForm(row), 'price'],
    ['changing several', changeBids.open([row], { production: false, note: null }), 'price'],
    ['getting bids back', getBackForm([{ bid: row, price: null }], { production: false }), 'a'],
  ];

  test.each(forms.flatMap(([name, form, field]) => NO_CURRENCY.map((typed) => [name, typed, form, field] as const)))(
    'in the form for %s, %j is refused under its field',
    (_, typed, form, field) => {
      const wrong = wrongIn(filledIn(form, { [field]: typed }, {}, listing('$2.00')));
      expect(Object.keys(wrong)).toEqual([field === 'a' ? 'limit_price.a' : 'limit_price']);
      expect(
        form.remarks({ text: { [field]: typed }, picked: {} }, listing('$2.00')).map(({ text }) => text),
      ).not.toContain(expect.stringContaining('/h'));
    },
  );

  test('a code is taken once the service has used it, wherever it writes it', async () => {
    const form = updateBidForm(row);
    for (const written of ['USD 25.60', '25.60 USD'])
      for (const typed of ['30 USD', 'USD 30'])
        expect(await bodyOf(filledIn(form, { price: typed }, {}, listing(written)))).toMatchObject({
          body: { limit_price: '30.00 USD' },
        });
    expect(Object.keys(wrongIn(filledIn(form, { price: '30 EUR' }, {}, listing('25.60 USD'))))).toEqual([
      'limit_price',
    ]);
  });

  test('any other text is refused, and each of these is taken', () => {
    const isKnown = (sign: string): boolean => sign === 'USD';
    const blank = fc.constantFrom('', ' ');
    const sign = fc.constantFrom(
      '',
      '$',
      '€',
      '£',
      '¥',
      '₿',
      '＄',
      'USD',
      '%',
      'x',
      'EUR',
      'usd',
      'USDT',
      '~',
      '#',
      'c',
      '１',
      'US$',
    );
    const number = fc.oneof(
      fc.stringMatching(/^-?\d{0,6}\.?\d{0,7}$/),
      fc.stringMatching(/^\d{1,3}(,\d{3}){0,3}(\.\d{0,6})?$/),
    );
    const amount = String.raw`(?=\.?\d)(?:\d{1,3}(?:,\d{3})+|\d{0,15})(?:\.(?:\d{0,6}|\d{6}0*))?`;
    const currency = String.raw`(?:\p{Sc}|USD)`;
    const price = new RegExp(
      `^(?:-?\\s*${currency}?\\s*${amount}|${currency}\\s*-${amount}|-?\\s*${amount}\\s*${currency})$`,
      'u',
    );
    const text = fc.oneof(
      fc.tuple(sign, blank, number, blank, sign).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.tuple(number, fc.string({ unit: 'grapheme', maxLength: 3 })).map(([first, rest]) => first + rest),
    );
    fc.assert(
      fc.property(text, (typed) => {
        expect(parseTypedPrice(typed, isKnown) !== null, typed).toBe(price.test(typed.trim()));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['25.60 USD', 'USD 25.60', '€25.60', 'US$25.60', '25.60 kr', '🪙25.60'])(
    '%s from a service is an amount',
    (written) => {
      expect(bid('a', { limit_price: written }).row.limit_price).toMatchObject({
        text: written,
        amount: { micros: 25_600_000n },
      });
    },
  );

  test.each(['25.60 %', '~25', '2.5/h', 'market'])(
    '%s from a service is shown as it came and counts in no sum',
    (written) => {
      expect(bid('a', { limit_price: written }).row.limit_price).toEqual({ text: written, amount: null });
    },
  );
});

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
    expect(costRemarks(price, quantity, nowhere)).toEqual([]);
  });
});
