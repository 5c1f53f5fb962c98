import { expect, test } from 'vitest';
import { auctions } from '../../../src/features/extras/auctions.ts';
import { pastPricesOf, priceHistory } from '../../../src/features/extras/price-history.ts';
import { priceNow, winningPrice } from '../../../src/features/extras/price-now.ts';
import { quotas } from '../../../src/features/extras/quotas.ts';
import type { WantedExtras } from '../../../src/features/extras/wanted.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { frozen } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { type Answered, readExtras } from './answering.ts';

const PAIR = { type: '8xh100', region: 'eu-n1' };
const AUCTION = {
  fid: 'auction_1',
  instance_type: PAIR.type,
  region: PAIR.region,
  capacity: 12,
  last_instance_price: '$16.00',
  lowest_allocated_price: null,
};

/** A console in which something needs prices of a service. */
function wanting(extras: WantedExtras, more: Parameters<typeof bid>[1] = {}): ConsoleState {
  const state = consoleWith({ bids: [bid('one', more)], instances: [instance('one-0')] });
  return { ...state, features: { ...state.features, parts: [{ demands: () => ({ extras }) }] } };
}

const FOR_FOUR = { ...PAIR, quantity: 4 };
const now = (changed: object = {}): Answered => ({
  json: {
    spot_price_cents: 1600,
    minimum_price_cents: null,
    lowest_allocated_bid_cents: null,
    dynamic_win_price_cents: 1650,
    available_capacity: 12,
    total_capacity: 20,
    ...changed,
  },
});

function asking(answer: Answered, quantity = FOR_FOUR) {
  const console = readExtras(
    [auctions, priceNow],
    (path) => (path.endsWith('current') ? answer : { json: [AUCTION] }),
    wanting({ prices: [quantity] }),
  );
  const wins = (): string | null => {
    const found = contextOf(console.state()).own(winningPrice, FOR_FOUR);
    return found && [found.price, found.wins].map((money) => money && formatMoney(money)).join(' ');
  };
  return { ...console, wins };
}

test.each([
  ['per instance', now(), '$16.00 $16.50'],
  ['per GPU', now({ spot_price_cents: 200, dynamic_win_price_cents: 206 }), '$16.00 $16.48'],
  ['with nothing to win at', now({ dynamic_win_price_cents: null }), '$16.00 '],
  ['in a unit that nothing explains', now({ spot_price_cents: 1500 }), null],
  ['of nothing', now({ spot_price_cents: 0 }), null],
  ['of more GPUs than an instance has', now({ spot_price_cents: 50 }), null],
] as const)('the price to win %s is that of an instance, by the auction of the same pair', async (_, answer, wins) => {
  const console = asking(answer);
  await console.pass(5000);
  expect(console.wins()).toBe(wins);
});

test('a price to win is asked for every 20 seconds while it is needed, and is unknown on a frozen screen', async () => {
  const console = asking(now());
  await console.pass(MINUTE_MS);
  const asked = console.asked.filter(({ path }) => path.endsWith('current'));
  expect(asked.length).toBeGreaterThanOrEqual(2);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(console.wins()).toBe('$16.00 $16.50');
  console.change(frozen);
  expect(console.wins()).toBeNull();
});

test('nothing is asked of a type that the service does not sell', async () => {
  const console = asking(now(), { ...FOR_FOUR, type: '8xh1' });
  await console.pass(MINUTE_MS);
  expect(console.asked.filter(({ path }) => path.endsWith('current'))).toEqual([]);
});

const BAD_NOW: readonly (readonly [string, Answered])[] = [
  ['cents as text', now({ spot_price_cents: '1600' })],
  ['cents below zero', now({ spot_price_cents: -1 })],
  ['a fraction of a cent', now({ spot_price_cents: 1600.5 })],
  ['capacity below zero', now({ available_capacity: -1 })],
  ['more free than there is', now({ available_capacity: 30 })],
  ['a member missing', { json: { spot_price_cents: 1600 } }],
  ['a list', { json: [] }],
];

test.each(BAD_NOW)('an answer with %s is not used, and ends the asking', async (_, answer) => {
  const console = asking(answer);
  await console.pass(HOUR_MS);
  expect(console.wins()).toBeNull();
  expect(console.asked.filter(({ path }) => path.endsWith('current'))).toHaveLength(1);
});

const timeBefore = (ms: number): string => new Date(NOON - ms).toISOString();
const series = (changed: object = {}) => ({
  instance_type: PAIR.type,
  region: PAIR.region,
  timestamps: [timeBefore(2 * HOUR_MS), timeBefore(HOUR_MS), timeBefore(0)],
  spot_prices: [150, null, 200],
  region_disabled: false,
  ...changed,
});
const history = (...all: readonly object[]): Answered => ({ json: { series: all, complete: true } });

function askingHistory(answer: Answered) {
  const wanted = { types: [PAIR.type], region: PAIR.region, spanMs: DAY_MS };
  const console = readExtras(
    [auctions, priceHistory],
    (path) => (path.endsWith('history') ? answer : { json: [AUCTION] }),
    wanting({ histories: [wanted] }),
  );
  const prices = (pair = PAIR) =>
    pastPricesOf(console.state(), pair, DAY_MS)?.prices.map(({ price }) => price && formatMoney(price)) ?? null;
  return { ...console, prices, askedFor: () => console.asked.filter(({ path }) => path.endsWith('history')).length };
}

test('prices of before are per instance where the last one is that of the auction, and are asked for twice an hour', async () => {
  const console = askingHistory(history(series()));
  await console.pass(5000);
  expect(console.prices()).toEqual(['$12.00', null, '$16.00']);
  expect(console.prices({ ...PAIR, region: 'us-1' })).toBeNull();
  await console.pass(2 * HOUR_MS);
  expect(console.askedFor()).toBeGreaterThanOrEqual(4);
  expect(console.askedFor()).toBeLessThanOrEqual(5);
});

test('prices of before in a unit that nothing explains are not used', async () => {
  const console = askingHistory(history(series({ spot_prices: [150, null, 199] })));
  await console.pass(5000);
  expect(console.prices()).toBeNull();
});

test.each([
  ['of a type nobody asked for', history(series({ instance_type: '4xa100' }))],
  ['of another region', history(series({ region: 'us-1' }))],
  ['of one pair twice', history(series(), series())],
  ['whose times are not in order', history(series({ timestamps: [timeBefore(0), timeBefore(5), timeBefore(9)] }))],
  ['with fewer prices than times', history(series({ spot_prices: [150] }))],
  ['as text', history(series({ spot_prices: ['150', null, '200'] }))],
  ['below zero', history(series({ spot_prices: [-150, null, 200] }))],
])('prices of before %s are not used, and not asked for again', async (_, answer) => {
  const console = askingHistory(answer);
  await console.pass(2 * HOUR_MS);
  expect(console.prices()).toBeNull();
  expect(console.askedFor()).toBe(1);
});

const QUOTA = {
  instance_type: PAIR.type,
  product_type: null,
  total_quantity: 8,
  used_quantity: 8,
  units: 'instances',
  name: null,
};

test.each([
  ['while a bid waits, every ten minutes', 'Open', 6],
  ['not while all bids have their instances', 'Allocated', 0],
])('quotas are asked for %s', async (_, status, times) => {
  const console = readExtras([quotas], () => ({ json: [QUOTA] }), wanting({}, { status }));
  await console.pass(HOUR_MS);
  expect(Math.abs(console.asked.length - times)).toBeLessThanOrEqual(1);
  expect(console.state().extras?.quotas?.get('proj_demo')?.value.length ?? 0).toBe(times === 0 ? 0 : 1);
});

test.each([
  ['a used part below zero', { used_quantity: -1 }],
  ['a total as text', { total_quantity: '8' }],
  ['no total', { total_quantity: null }],
])('quotas with %s are not used', async (_, more) => {
  const console = readExtras([quotas], () => ({ json: [{ ...QUOTA, ...more }] }), wanting({}, { status: 'Open' }));
  await console.pass(HOUR_MS);
  expect(console.state().extras?.quotas).toBeUndefined();
  expect(console.asked).toHaveLength(1);
});
