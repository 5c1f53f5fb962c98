import { expect, test } from 'vitest';
import { allowedExtras } from '../../../src/features/extras/all-extras.ts';
import { auctionOf, auctions } from '../../../src/features/extras/auctions.ts';
import type { Extra } from '../../../src/features/extras/extra.ts';
import { extraPaths, extras as setting } from '../../../src/features/extras/settings.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { NO_VALUES } from '../../../src/lib/typed-key.ts';
import { startedConsole } from '../../store/made.ts';
import { type Answered, readExtras } from './answering.ts';

const AUCTION = {
  fid: 'auction_1',
  instance_type: '8xh100',
  region: 'eu-n1',
  capacity: 12,
  last_instance_price: '$2.31',
  lowest_allocated_price: null,
};

const good: Answered = { json: [AUCTION] };
const row = (changed: object): Answered => ({ json: [{ ...AUCTION, ...changed }] });
const status = (code: number, headers: Record<string, string> = {}): Answered => ({
  response: () =>
    new Response('{"detail":"no"}', {
      status: code,
      headers: { 'content-type': 'application/json', ...headers },
    }),
});

const priceIn = (console: ReturnType<typeof readExtras>): string | null =>
  auctionOf(console.state(), '8xh100', 'eu-n1')?.last_instance_price.text ?? null;

test('the price of the service is there soon after the lists, and asked for again every 20 seconds', async () => {
  const console = readExtras([auctions], () => good);
  await console.pass(1000);
  expect(priceIn(console)).toBe('$2.31');
  await console.pass(10 * MINUTE_MS);
  const gaps = console.asked.map(({ at }, n) => at - (console.asked[n - 1]?.at ?? at));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(21_000);
  expect(console.asked.length).toBeGreaterThan(28);
});

/** An extra with many things to ask, which are always due. */
const greedy = (name: Extra['name'], asks: number): Extra => ({
  ...auctions,
  name,
  asks: (state) =>
    Array.from({ length: asks }, () => auctions.asks(state)).flatMap((some) =>
      some.map((ask) => ({ ...ask, readAt: null, everyMs: 1 })),
    ),
});

test('all extras together ask at most six times in any minute, one request at a time', async () => {
  const console = readExtras([greedy('auctions', 50), greedy('auctions', 50)], () => good);
  await console.pass(HOUR_MS);
  const inMinuteFrom = (from: number) => console.asked.filter(({ at }) => at >= from && at < from + MINUTE_MS).length;
  expect(Math.max(...console.asked.map(({ at }) => inMinuteFrom(at)))).toBe(6);
  expect(console.asked.length).toBeGreaterThan(340);
  expect(console.mostOpen()).toBe(1);
});

test('nothing is asked before bids and instances were read, and nothing while they fail', async () => {
  const before = readExtras([auctions], () => good, startedConsole());
  await before.pass(HOUR_MS);
  expect(before.asked).toEqual([]);
  const console = readExtras([auctions], () => good);
  await console.pass(MINUTE_MS);
  const asked = console.asked.length;
  console.listsFail({ kind: 'timeout', afterMs: 30_000, reached: 'maybe' });
  await console.pass(HOUR_MS);
  expect(console.asked).toHaveLength(asked);
});

test('a price that was not read for 90 seconds is unknown', async () => {
  let answer: Answered = good;
  const console = readExtras([auctions], () => answer);
  await console.pass(1000);
  answer = 'never';
  await console.pass(80_000);
  expect(priceIn(console)).toBe('$2.31');
  await console.pass(20_000);
  expect(priceIn(console)).toBeNull();
});

const BAD: readonly (readonly [string, Answered])[] = [
  ['no such path', status(404)],
  ['a method that is not allowed', status(405)],
  ['a refusal', status(403)],
  ['parameters that are not understood', status(422)],
  ['a fault', status(500)],
  ['HTML', { response: () => new Response('<html>Not here</html>', { headers: { 'content-type': 'text/html' } }) }],
  ['an object in place of the list', { json: { data: 3 } }],
  ['null', { json: null }],
  ['a row that is null', { json: [null] }],
  ['a price as a number', row({ last_instance_price: 2.31 })],
  ['no price', row({ last_instance_price: null })],
  ['a price below zero', row({ last_instance_price: '$-2.31' })],
  ['a price that is no amount', row({ last_instance_price: 'cheap' })],
  ['a capacity below zero', row({ capacity: -1 })],
  ['a capacity as text', row({ capacity: '12' })],
  ['a capacity that is a fraction', row({ capacity: 1.5 })],
  ['a type that is no text', row({ instance_type: 8 })],
  ['one type twice in a region', { json: [AUCTION, AUCTION] }],
  ['a good row beside a bad one', { json: [AUCTION, { ...AUCTION, instance_type: null }] }],
  ['100,000 auctions', { json: Array.from({ length: 100_000 }, (_, n) => ({ ...AUCTION, fid: `auction_${n}` })) }],
];

test.each(BAD)('a service that first answers with %s is not asked again, and shows no price', async (_, answer) => {
  const console = readExtras([auctions], () => answer);
  await console.pass(3 * HOUR_MS);
  expect(priceIn(console)).toBeNull();
  expect(console.asked).toHaveLength(1);
});

test.each(BAD)(
  'after prices, %s stops them for ten minutes: the last one goes, then they come back',
  async (_, bad) => {
    let answer: Answered = good;
    const console = readExtras([auctions], () => answer);
    await console.pass(MINUTE_MS);
    expect(priceIn(console)).toBe('$2.31');
    answer = bad;
    await console.pass(2 * MINUTE_MS);
    const asked = console.asked.length;
    expect(priceIn(console)).toBeNull();
    answer = good;
    await console.pass(7 * MINUTE_MS);
    expect(console.asked).toHaveLength(asked);
    await console.pass(2 * MINUTE_MS);
    expect(priceIn(console)).toBe('$2.31');
  },
);

test.each([
  ['is asked too often', status(429, { 'retry-after': '3600' })],
  ['does not answer in 30 seconds', 'never' as const],
] as const)('a service that %s is asked again after ten minutes', async (_, answer) => {
  const console = readExtras([auctions], () => answer);
  await console.pass(9 * MINUTE_MS);
  expect(console.asked).toHaveLength(1);
  await console.pass(3 * MINUTE_MS);
  expect(console.asked).toHaveLength(2);
});

test('a reader that was stopped asks no more, and an answer that arrives then changes nothing', async () => {
  const console = readExtras([auctions], () => good);
  await console.pass(999);
  const passed = console.pass(1);
  console.stop();
  await passed;
  await console.pass(HOUR_MS);
  expect(console.asked.length).toBeLessThanOrEqual(1);
  expect(console.state().extras).toBeUndefined();
});

test('settings choose extras and their paths', () => {
  const own = (values = NO_VALUES) => allowedExtras({ own: values });
  expect(own().map(({ name }) => name)).toContain('auctions');
  expect(own(setting.put(NO_VALUES, 'off'))).toEqual([]);
  expect(own(setting.put(NO_VALUES, ['auctions'])).map(({ name }) => name)).toEqual(['auctions']);
  const moved = own(extraPaths.put(NO_VALUES, { auctions: '/v2/market/prices' }));
  expect(moved.find(({ name }) => name === 'auctions')?.path).toBe('/v2/market/prices');
});
