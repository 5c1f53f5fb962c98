import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, type Money, parsePrice } from '../../../src/lib/money.ts';
import { isRelativePrice, parsePriceChange, priceAfter } from '../../../src/resources/bids/price-field.ts';
import { nowhere } from '../opened.ts';

function after(text: string, old: string): string {
  const change = parsePriceChange(text, nowhere);
  const price = parsePrice(old);
  if (change === null || price === null) return 'unreadable';
  const result = priceAfter(change, price);
  return result.kind === 'price' ? formatMoney(result.price) : result.kind;
}

describe('a change of a limit price', () => {
  test.each([
    ['2.50', '$2.00', '$2.50'],
    ['$1,204', '$2.00', '$1204.00'],
    ['+0.50', '$2.00', '$2.50'],
    ['+ $0.50', '$2.00', '$2.50'],
    ['-0.50', '$2.00', '$1.50'],
    ['+0.000001', '$2.00', '$2.000001'],
    ['+10%', '$2.00', '$2.20'],
    ['-10 %', '$2.00', '$1.80'],
    ['+12.5%', '$1.00', '$1.13'],
    ['-12.5%', '$1.00', '$0.88'],
    ['+10%', '$0.004', '$0.005'],
    ['+0.000001%', '$999999999.99', '$1000000009.99'],
    ['-10%', '$0.01', 'unchanged'],
    ['+0%', '$2.00', 'unchanged'],
    ['2', '$2.00', 'unchanged'],
    ['-2', '$2.00', 'not-positive'],
    ['-3', '$2.00', 'not-positive'],
    ['-100%', '$2.00', 'not-positive'],
    ['0', '$2.00', 'not-positive'],
    ['+0.50', '€2.00', 'other-currency'],
    ['€2.50', '$2.00', 'other-currency'],
    ['+€0.50', '€2.00', '€2.50'],
    ['+10%', '€2.00', '€2.20'],
  ])('%s of %s is %s', (text, old, expected) => expect(after(text, old)).toBe(expected));

  test.each(['', '10%', '+', '%', '+%', '+-1', '--1', '+1.5.0%', '+1e3', 'dear', '+10 % more', '+9999999%'])(
    '%j is none',
    (text) => expect(parsePriceChange(text, nowhere)).toBeNull(),
  );

  test('is relative to the old price when it has a sign', () => {
    expect(['+1', ' -10%', '2', '$2', 'x'].map(isRelativePrice)).toEqual([true, true, false, false, false]);
  });
});

const old = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((micros): Money => ({ sign: '$', micros, text: '' }));
/** Percentages with up to two decimals, as typed. */
const hundredths = fc.integer({ min: 0, max: 99_999 });
const percent = (sign: string, count: number): string => `${sign}${(count / 100).toFixed(2)}%`;

function microsAfter(text: string, price: Money): bigint | null {
  const change = parsePriceChange(text, nowhere);
  if (change === null) throw new Error(`${text} is no change`);
  const result = priceAfter(change, price);
  return result.kind === 'price' ? result.price.micros : result.kind === 'unchanged' ? price.micros : null;
}

describe('percentages', () => {
  test('raise by at least the typed percentage, and by less than a cent more', () => {
    fc.assert(
      fc.property(old, hundredths, (price, count) => {
        const micros = microsAfter(percent('+', count), price) ?? 0n;
        const exact = price.micros * (10_000n + BigInt(count));
        expect(micros * 10_000n >= exact).toBe(true);
        expect((micros - 10_000n) * 10_000n < exact).toBe(true);
      }),
    );
  });

  test('below 100 lower by at most the typed percentage, never raise, and never reach zero', () => {
    fc.assert(
      fc.property(old, fc.integer({ min: 0, max: 9_999 }), (price, count) => {
        const micros = microsAfter(percent('-', count), price) ?? 0n;
        expect(micros > 0n && micros <= price.micros).toBe(true);
        expect(micros * 10_000n >= price.micros * (10_000n - BigInt(count))).toBe(true);
      }),
    );
  });

  test('from 100 on are refused', () => {
    fc.assert(
      fc.property(old, fc.integer({ min: 10_000, max: 99_999 }), (price, count) => {
        expect(microsAfter(percent('-', count), price)).toBeNull();
      }),
    );
  });
});

test('an amount that is added and subtracted again leaves the price exactly as it was, and none is zero or below', () => {
  fc.assert(
    fc.property(old, fc.bigInt({ min: 1n, max: 10n ** 15n }), (price, micros) => {
      const amount = formatMoney({ sign: '$', micros, text: '' });
      const raised = microsAfter(`+${amount}`, price);
      if (raised === null) throw new Error('adding refused');
      expect(microsAfter(`-${amount}`, { ...price, micros: raised })).toBe(price.micros);
      expect(microsAfter(`-${amount}`, price)).toBe(price.micros > micros ? price.micros - micros : null);
    }),
  );
});
