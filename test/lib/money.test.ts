import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareMoney,
  formatMoney,
  formatMoneyGrouped,
  type Money,
  parseMoney,
  parsePrice,
  parseServicePrice,
  timesMoney,
} from '../../src/lib/money.ts';
import { charactersLookedAt } from './looked-at.ts';

const sign = fc.constantFrom('', '$', '€', '£', 'USD', 'US$', '🪙');
const amount = fc.bigInt({ min: -999_999_999_999_999_999_999n, max: 999_999_999_999_999_999_999n });
const money = fc.record({ sign, micros: amount }).map(({ sign, micros }): Money => ({ sign, micros, text: '' }));

test.each<[string, string, bigint]>([
  ['2', '', 2_000_000n],
  ['2.5', '', 2_500_000n],
  ['.5', '', 500_000n],
  ['2.', '', 2_000_000n],
  ['$2.50', '$', 2_500_000n],
  ['$ 2.50', '$', 2_500_000n],
  [' $2.50\n', '$', 2_500_000n],
  ['2.50 USD', 'USD', 2_500_000n],
  ['USD 2.50', 'USD', 2_500_000n],
  ['2.50€', '€', 2_500_000n],
  ['-$2.50', '$', -2_500_000n],
  ['$-2.50', '$', -2_500_000n],
  ['$1,024.00', '$', 1_024_000_000n],
  ['0.000001', '', 1n],
  ['0.0000010000', '', 1n],
  ['$25.60', '$', 25_600_000n],
  ['999999999999999', '', 999_999_999_999_999_000_000n],
])('%j is read exactly', (text, sign, micros) => {
  expect(parseMoney(text)).toEqual({ sign, micros, text });
});

test.each([
  ...[
    '-$5.00',
    '$-5.00',
    '-5',
    '$ -5',
    '-5 USD',
    '$$5',
    '€$5',
    '$$5.00',
    'twelve',
    '999 credits',
    '$1,5',
    '$1,,000.00',
  ],
  ...['$5.00/h', '$1e3', '$NaN', '$5.0000001', '~$5', '', ' '],
])('a service means no price by %j', (text) => {
  expect(parseServicePrice(text)).toBeNull();
});

test.each([
  ['$25.60', '$25.60'],
  ['$1,204.00', '$1204.00'],
  ['5.00', '$5.00'],
  ['€7.00', '€7.00'],
  ['7.00 EUR', '7.00 EUR'],
  ['CA$7.00', '7.00 CA$'],
])('the price %j of a service is %s', (text, expected) => {
  const price = parseServicePrice(text);
  expect(price === null ? null : formatMoney(price)).toBe(expected);
});

test.each<[string, string]>([
  ['25.60', '$'],
  ['$25.60', '$'],
  ['€25.60', '€'],
  ['25.60 USD', 'USD'],
])('the price %j is in %s: without a sign it is in dollars', (text, sign) => {
  expect(parsePrice(text)).toEqual({ sign, micros: 25_600_000n, text });
});

test.each([
  '',
  ' ',
  '>2',
  '=2',
  '(2)',
  '"2"',
  '$',
  '.',
  '-',
  '1.2.3',
  '1,5',
  '1,2345',
  ',100',
  '1 2',
  '$1€',
  '--1',
  '-$-1',
  '+1',
  '1e5',
  '0x10',
  'NaN',
  'Infinity',
  'free',
  '0.0000001',
  '1234567890123456',
  `1${',000'.repeat(6)}`,
])('%j is not an amount', (text) => {
  expect(parseMoney(text)).toBeNull();
});

test('no text throws, and a parsed amount is formatted so that it reads the same', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^-?\s?[$€A-Z]{0,3} ?-?[\d,]{0,12}\.?\d{0,8} ?[$A-Z]{0,3}$/),
  );
  fc.assert(
    fc.property(text, (given) => {
      const read = parseMoney(given);
      if (read === null) return;
      expect(parseMoney(formatMoney(read))).toMatchObject({ sign: read.sign, micros: read.micros });
    }),
    { numRuns: 5000 },
  );
});

test('every amount is formatted so that it reads the same, with and without commas', () => {
  fc.assert(
    fc.property(money, (given) => {
      const { sign, micros } = given;
      expect(parseMoney(formatMoney(given))).toMatchObject({ sign, micros });
      expect(parseMoney(formatMoneyGrouped(given))).toMatchObject({ sign, micros });
    }),
  );
});

test('a very long text is rejected without a look at it', () => {
  for (const text of [`-${' '.repeat(2000)}x y z`, '9'.repeat(500_000)]) {
    expect(parseMoney(text)).toBeNull();
    expect(charactersLookedAt(() => parseMoney(text))).toBe(0);
  }
});

test.each([
  ['2', '2.00'],
  ['$2.5', '$2.50'],
  ['$2.123400', '$2.1234'],
  ['USD 3', '3.00 USD'],
  ['-$0.5', '-$0.50'],
  ['-0', '0.00'],
])('%j is formatted as %j', (text, written) => {
  const read = parseMoney(text);
  expect(read === null ? null : formatMoney(read)).toBe(written);
});

test('commas between thousands are for display only', () => {
  const read = parseMoney('$1234567.5');
  expect(read === null ? null : [formatMoneyGrouped(read), formatMoney(read)]).toEqual([
    '$1,234,567.50',
    '$1234567.50',
  ]);
});

describe('amounts', () => {
  test('no count throws', () => {
    fc.assert(
      fc.property(money, fc.double(), (price, count) => {
        expect(typeof timesMoney(price, count).micros).toBe('bigint');
      }),
    );
  });

  test('the order is total: amounts of a currency by size', () => {
    fc.assert(
      fc.property(money, money, money, (a, b, c) => {
        expect(Math.sign(compareMoney(a, b)) + Math.sign(compareMoney(b, a))).toBe(0);
        if (compareMoney(a, b) <= 0 && compareMoney(b, c) <= 0) expect(compareMoney(a, c)).toBeLessThanOrEqual(0);
        if (a.sign === b.sign) expect(compareMoney(a, b) < 0).toBe(a.micros < b.micros);
      }),
    );
  });
});
