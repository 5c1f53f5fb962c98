import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, formatMoneyGrouped, type Money, parseMoney, parsePrice } from '../../../src/lib/money.ts';
import { placeBidForm } from '../../../src/resources/bids/place-form.ts';
import { type PriceToCheck, retypeWhenStartling } from '../../../src/resources/bids/price-guard.ts';
import { updateBidForm } from '../../../src/resources/bids/update-form.ts';
import type { Context } from '../../../src/resources/context.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, connected, consoleWith, instance } from '../../store/made.ts';
import { filledIn, nowhere } from '../opened.ts';

const priced = (text: string): Money => {
  const money = parsePrice(text);
  if (money === null) throw new Error(`${text} is no price`);
  return money;
};

const priceToCheck = (price: string, more: Partial<PriceToCheck> = {}): PriceToCheck => ({
  price: priced(price),
  quantity: 4,
  type: '8xh100',
  region: 'eu-n1',
  bid: null,
  old: null,
  ...more,
});

const why = (of: PriceToCheck, context: Context = nowhere): string => retypeWhenStartling(of, context)?.why ?? 'sent';

const running = (count: number) =>
  Array.from({ length: count }, (_, n) => instance(`i-${n}`, { bid: 'train', instance_type: '8xh100' }));
const train = bid('train', { limit_price: '$26.05', instance_quantity: 8 });
const fleet = (instances: number): Context => contextOf(consoleWith({ bids: [train], instances: running(instances) }));

describe('ten times the old price or more has to be typed again', () => {
  test.each([
    ['0.75', '7.49', 'sent'],
    ['0.75', '7.50', '$7.50 is ten times the old price of $0.75 or more.'],
    ['$0.75', '$1,000', '$1,000.00 is ten times the old price of $0.75 or more.'],
    ['€0.75', '7.50', 'sent'],
    ['$0.00', '7.50', 'sent'],
  ])('%s → %s: %s', (old, price, expected) => {
    expect(why(priceToCheck(price, { old: priced(old) }))).toContain(expected);
  });

  test('and for a new bid the old price is that of the bid it is like', () => {
    const like = bid('like', { limit_price: '0.75' });
    const context = contextOf(consoleWith({ bids: [like] }));
    const checked = filledIn(
      placeBidForm(like.row, context),
      { name: 'n', type: '8xh100', region: 'eu-n1', quantity: '1', price: '7.50' },
      {},
      context,
    );
    expect(checked.ok ? checked.retype?.why : null).toContain('ten times the old price of $0.75');
  });
});

describe('half of the old price or less has to be typed again while instances run', () => {
  test.each([
    [8, '2.60', '$2.60 is half the old price of $26.05 or less, and 8 instances are running.'],
    [1, '13.02', 'and 1 instance is running.'],
    [8, '13.03', 'sent'],
    [0, '2.60', 'sent'],
  ])('with %i running, $26.05 → %s: %s', (count, price, expected) => {
    const checked = filledIn(updateBidForm(train.row), { price }, {}, fleet(count));
    expect(checked.ok ? (checked.retype?.why ?? 'sent') : 'wrong').toContain(expected);
  });

  test('and before the instances are read', () => {
    const context: Context = { ...fleet(0), isRead: () => false };
    const old = train.row.limit_price?.amount ?? null;
    expect(why(priceToCheck('2.60', { bid: train.row, old }), context)).toContain('instances may be running');
    const paused = bid('train', { status: 'Paused' }).row;
    expect(why(priceToCheck('2.60', { bid: paused, old }), context)).toBe('sent');
  });
});

describe('five times the median limit price of the same type and region has to be typed again', () => {
  const others = (...prices: readonly string[]): Context =>
    contextOf(consoleWith({ bids: prices.map((limit_price, n) => bid(`b-${n}`, { limit_price })) }));

  test.each([
    [
      '17.50',
      ['$1.75', '$1.75', '$1.75'],
      '$17.50 is five times the median limit price of this type and region or more: $1.75.',
    ],
    ['8.75', ['$1.75'], 'five times the median'],
    ['8.74', ['$1.75'], 'sent'],
    ['10', ['$1.00', '$3.00'], 'or more: $2.00.'],
    ['9.99', ['$1.00', '$3.00'], 'sent'],
    ['5', ['$1.00', '$0.10', '$900.00'], 'five times the median'],
    ['17.50', ['€1.75', '€1.75'], 'sent'],
    ['17.50', ['market price'], "The limit price of 1 other bid can't be read, so $17.50 can't be compared with it."],
    ['8.74', ['market price', '$1.75'], 'sent'],
    ['17.50', ['1.75'], 'five times the median'],
  ])('%s beside %j: %s', (price, prices, expected) => {
    expect(why(priceToCheck(price), others(...prices))).toContain(expected);
  });

  test('a bid is compared neither with its own price nor with ended bids', () => {
    const context = contextOf(
      consoleWith({
        bids: [
          bid('own', { limit_price: '$1.00' }),
          bid('other', { limit_price: '$5.00' }),
          bid('old', { limit_price: '$0.01', status: 'Terminated' }),
        ],
      }),
    );
    expect(why(priceToCheck('6', { bid: bid('own').row }), context)).toBe('sent');
    expect(why(priceToCheck('25', { bid: bid('own').row }), context)).toContain('or more: $5.00.');
  });

  test('without a bid of the same type and region, the highest price of all bids is the limit', () => {
    const context = others('$2.00', '€9.00');
    expect(why(priceToCheck('2.00', { type: 'b200' }), context)).toBe('sent');
    expect(why(priceToCheck('2.01', { type: 'b200' }), context)).toContain('the highest is $2.00.');
    expect(why(priceToCheck('£900', { type: 'b200' }), context)).toBe('sent');
  });

  test('the median is exact, whatever the prices are', () => {
    const micros = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(micros, (all) => {
        const sorted = all.toSorted((a, b) => (a < b ? -1 : 1));
        const [low = 0n, high = 0n] = [sorted[(all.length - 1) >> 1], sorted[all.length >> 1]];
        const context = others(...all.map((each) => formatMoney({ sign: '$', micros: each, text: '' })));
        // The lowest price that is five times the median, rounded up to a millionth.
        const min = ((low + high) * 5n + 1n) / 2n;
        const at = (price: bigint): string =>
          why({ ...priceToCheck('1'), price: { sign: '$', micros: price, text: '' } }, context);
        expect(at(min)).toContain('five times the median');
        expect(at(min - 1n)).toBe('sent');
      }),
      { numRuns: 50 },
    );
  });
});

test('all reasons are shown at once, and the price is typed once', () => {
  const state = consoleWith({ bids: [bid('a', { limit_price: '$2.00' }), bid('b', { limit_price: '$2.00' })] });
  const context = contextOf({ ...state, connected: { ...connected, budget: priced('8') } });
  const said = why(priceToCheck('50', { bid: bid('a').row, old: priced('2') }), context);
  expect(said).toMatch(
    /ten times .* five times the median .* over the budget of \$8\.00\. Type the price again to send it\.$/,
  );
});

describe('typing the price again', () => {
  const accepts = (price: string, typed: string): boolean | undefined =>
    retypeWhenStartling(priceToCheck(price, { old: priced('0.01') }), nowhere)?.accepts(typed);

  test.each([
    ['49', '49', true],
    ['49', '$49.00', true],
    ['$49.00', ' 49. ', true],
    ['1000', '$1,000.00', true],
    ['$1,000', '1000', true],
    ['49', '4.9', false],
    ['49', '€49', false],
    ['49', '', false],
    ['49', 'yes', false],
  ])('%s as %j is taken: %s', (price, typed, taken) => {
    expect(accepts(price, typed)).toBe(taken);
  });

  test('any spelling of the same amount is taken, and no other amount', () => {
    const amount = fc.bigInt({ min: 100_000n, max: 10n ** 15n });
    fc.assert(
      fc.property(amount, amount, (micros, other) => {
        const money = { sign: '$', micros, text: '' };
        const retype = retypeWhenStartling(
          { ...priceToCheck('1', { old: priced('0.000001') }), price: money },
          nowhere,
        );
        const bare = formatMoney({ ...money, sign: '' });
        const spellings = [
          formatMoney(money),
          formatMoneyGrouped(money),
          bare,
          ` ${bare}0`,
          formatMoneyGrouped({ ...money, sign: '' }),
        ];
        for (const text of spellings) if (parseMoney(text) !== null) expect(retype?.accepts(text)).toBe(true);
        expect(retype?.accepts(formatMoney({ ...money, micros: other }))).toBe(micros === other);
      }),
    );
  });
});
