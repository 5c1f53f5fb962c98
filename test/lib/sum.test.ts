import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, type Money, moneyOfMicros, parseServicePrice } from '../../src/lib/money.ts';
import {
  addSums,
  inCurrency,
  leastIn,
  leastOf,
  type Part,
  type Sum,
  standingTo,
  sumOf,
  withoutOf,
} from '../../src/lib/sum.ts';

/** A part by the text of its price, as a service writes it. */
const part = (of: string, price: string | null, count: number | null): Part<string> => ({
  of,
  each: price === null ? null : parseServicePrice(price),
  count,
});
const written = (sum: Sum<string>): string =>
  [sum.kind, ...leastOf(sum).map(formatMoney), ...withoutOf(sum).map((name) => `without ${name}`)].join(' ');

describe('a sum says what of it is known', () => {
  test.each<[string, readonly Part<string>[], string]>([
    ['nothing', [], 'known'],
    ['all parts', [part('a', '$2.50', 4), part('b', '€3.00', 1), part('c', '$0.10', 1)], 'known $10.10 €3.00'],
    ['a price in words', [part('a', '$2.50', 4), part('b', 'twelve', 1)], 'at-least $10.00 without b'],
    ['no price', [part('a', '$2.50', 4), part('b', null, 1)], 'at-least $10.00 without b'],
    ['a negative price', [part('a', '$2.50', 4), part('b', '-$50.00', 4)], 'at-least $10.00 without b'],
    ['no count', [part('a', '$2.50', 4), part('b', '$1.00', null)], 'at-least $10.00 without b'],
    ['a negative count', [part('a', '$2.50', 4), part('b', '$1.00', -5)], 'at-least $10.00 without b'],
    ['half an instance', [part('a', '$2.50', 4), part('b', '$1.00', 0.5)], 'at-least $10.00 without b'],
    ['no number', [part('a', '$2.50', 4), part('b', '$1.00', Number.NaN)], 'at-least $10.00 without b'],
    [
      'a count of at least two',
      [part('a', '$2.50', 4), { ...part('b', '$1.00', null), atLeast: 2 }],
      'at-least $12.00 without b',
    ],
    ['nothing that can be read', [part('a', 'free', 1), part('b', '$1.00', null)], 'unknown without a without b'],
    ['what is paid no time needs no price', [part('a', '$2.50', 4), part('b', 'twelve', 0)], 'known $10.00'],
  ])('%s', (_, parts, expected) => {
    expect(written(sumOf(parts))).toBe(expected);
  });

  test.each([
    [['$99.00'], 'within'],
    [['$100.00'], 'within'],
    [['$100.01'], 'over'],
    [['€500.00'], 'within'],
    [['$99.00', 'twelve'], 'not-known'],
    [['$100.01', 'twelve'], 'over'],
    [['twelve'], 'not-known'],
  ] as const)('%j against a limit of $100: %s', (prices, standing) => {
    const parts = prices.map((price) => part(price, price, 1));
    expect(standingTo(sumOf(parts), moneyOfMicros('$', 100_000_000n))).toBe(standing);
  });
});

describe('whatever is added', () => {
  const price = fc.record({ sign: fc.constantFrom('$', '€'), micros: fc.bigInt({ min: 1n, max: 10n ** 12n }) });
  const readable = fc.record({ each: price, count: fc.integer({ min: 1, max: 1000 }) });
  const unreadable: fc.Arbitrary<Omit<Part<string>, 'of'>> = fc.oneof(
    fc.record({ each: fc.constant(null), count: fc.integer({ min: 1, max: 1000 }) }),
    fc.record({ each: price, count: fc.constantFrom(null, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY) }),
    fc.record({
      each: price.map(({ sign, micros }) => ({ sign, micros: -micros })),
      count: fc.integer({ min: 1, max: 1000 }),
    }),
  );
  const named = (parts: readonly Omit<Part<string>, 'of'>[]): readonly Part<string>[] =>
    parts.map((one, n) => ({ ...one, of: `bid-${n}` }));
  const trueSum =
    (parts: readonly { readonly each: Pick<Money, 'sign' | 'micros'>; readonly count: number }[]) =>
    (sign: string): bigint =>
      parts.reduce((sum, { each, count }) => sum + (each.sign === sign ? each.micros * BigInt(count) : 0n), 0n);
  /** What a sum says, without the order in which it was added. */
  const said = (sum: Sum<string>): unknown => ({
    kind: sum.kind,
    least: leastOf(sum).map(formatMoney).toSorted(),
    without: withoutOf(sum).toSorted(),
  });

  test('without an unreadable part the sum is known and exact', () => {
    fc.assert(
      fc.property(fc.array(readable), (parts) => {
        const sum = sumOf(named(parts));
        expect(sum.kind).toBe('known');
        for (const sign of ['$', '€']) expect(leastIn(sum, sign).micros).toBe(trueSum(parts)(sign));
      }),
    );
  });

  test('with one it is never known, never below what is known, and names each that is missing', () => {
    fc.assert(
      fc.property(fc.array(readable), fc.array(unreadable, { minLength: 1 }), (known, others) => {
        const sum = sumOf([...named(known), ...others.map((one, n) => ({ ...one, of: `other-${n}` }))]);
        expect(sum.kind).not.toBe('known');
        expect(withoutOf(sum)).toEqual(others.map((__, n) => `other-${n}`));
        for (const sign of ['$', '€']) {
          expect(leastIn(sum, sign).micros).toBe(trueSum(known)(sign));
          expect(inCurrency(sum, sign).kind).not.toBe('known');
          expect(standingTo(sum, { sign, micros: 10n ** 30n })).toBe('not-known');
        }
      }),
    );
  });

  test('the order does not matter, nor whether parts or sums of them are added', () => {
    const parts = fc.array(fc.oneof(readable, unreadable)).map(named);
    fc.assert(
      fc.property(parts, fc.nat(), (all, seed) => {
        const at = all.length === 0 ? 0 : seed % all.length;
        const turned = [...all.slice(at), ...all.slice(0, at)].toReversed();
        const whole = said(sumOf(all));
        expect(said(sumOf(turned))).toEqual(whole);
        expect(said(addSums([sumOf(all.slice(0, at)), sumOf(all.slice(at))]))).toEqual(whole);
        expect(said(addSums(turned.map((one) => sumOf([one]))))).toEqual(whole);
      }),
    );
  });
});
