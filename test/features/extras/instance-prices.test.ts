import { expect, test } from 'vitest';
import { auctions } from '../../../src/features/extras/auctions.ts';
import { chargesWanted, instancePrices } from '../../../src/features/extras/instance-prices.ts';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '../../../src/lib/duration.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { type Answered, readExtras } from './answering.ts';

const PROJECT = 'proj_demo';
const PRICES = '/v2/instances/pricing/history';

type Event = { readonly price_cents: unknown; readonly start_time: unknown; readonly end_time: unknown };
const at = (minutes: number): string => isoTime(NOON + minutes * MINUTE_MS);
const charge = (cents: unknown, from: number, to: number | null): Event => ({
  price_cents: cents,
  start_time: at(from),
  end_time: to === null ? null : at(to),
});
const charged = (instance_fid: string, ...events: readonly Event[]) => ({ instance_fid, bid_fid: 'one', events });
const page = (instances: readonly object[], next_cursor: string | null = null): Answered => ({
  json: { instances, next_cursor },
});

/** A bid for eight GPUs an instance at a limit price of $20, whose charges the journal has until an hour ago. */
const started = (limit = '$20.00', type = '8xh100'): ConsoleState =>
  chargesWanted(
    consoleWith({
      bids: [bid('one', { limit_price: limit, instance_type: type })],
      instances: [instance('one-0', { bid: 'one', instance_type: type })],
    }),
    new Map([[PROJECT, { from: NOON - 40 * DAY_MS, to: NOON - HOUR_MS }]]),
  );

const auctionOf = (price: string, type = '8xh100') => ({
  ...{ fid: 'auction_1', instance_type: type, region: 'eu-n1' },
  ...{ capacity: 12, last_instance_price: price, lowest_allocated_price: null },
});

/** A service that says charges, and perhaps the price now. */
function serving(answer: (query: URLSearchParams) => Answered, start = started(), price: string | null = null) {
  const queries: URLSearchParams[] = [];
  const extras = price === null ? [instancePrices] : [auctions, instancePrices];
  const console = readExtras(
    extras,
    (path, query) => {
      if (path !== PRICES) return { json: [auctionOf(price ?? '')] };
      queries.push(query);
      return answer(query);
    },
    start,
  );
  const reading = () => console.state().extras?.charges?.get(PROJECT)?.last ?? null;
  return {
    ...console,
    queries,
    reading,
    rates: () =>
      reading()?.instances.map(({ charges }) =>
        charges.map(({ from, to, rate }) => [(from - NOON) / MINUTE_MS, (to - NOON) / MINUTE_MS, formatMoney(rate)]),
      ) ?? null,
  };
}

test('charges are asked for since the last known quarter hours, page by page, and again every five minutes', async () => {
  const console = serving((query) =>
    query.get('next_cursor') === 'more'
      ? page([charged('one-1', charge(300, -30, -10), charge(400, -10, null))])
      : page([charged('one-0', charge(300, -90, null))], 'more'),
  );
  await console.pass(5000);
  expect(console.queries[0]?.get('start_time')).toBe(at(-75));
  expect(console.queries[0]?.get('project')).toBe(PROJECT);
  expect(console.reading()).toBeNull();
  await console.pass(10_000);
  const end = (console.reading()?.time.to ?? 0) - NOON;
  expect(end).toBeLessThan(2000);
  expect(console.rates()).toEqual([
    [[-75, end / MINUTE_MS, '$3.00']],
    [
      [-30, -10, '$3.00'],
      [-10, end / MINUTE_MS, '$4.00'],
    ],
  ]);
  expect(console.queries).toHaveLength(2);
  await console.pass(6 * MINUTE_MS);
  expect(console.queries[2]?.get('start_time')).toBe(at(-15));
});

test('a charge per GPU is one of all GPUs of the instance, as the price now or a limit price shows', async () => {
  const open = () => page([charged('one-0', charge(200, -30, null))]);
  const rateOf = (console: ReturnType<typeof serving>) =>
    console.reading()?.instances[0]?.charges[0]?.rate.text ?? null;
  const perGpu = serving(open, started('$20.00'), '$16.00');
  const perInstance = serving(open, started('$20.00'), '$2.00');
  const byLimit = serving(open, started('$15.99'));
  const notShown = serving(open, started('$20.00'));
  for (const console of [perGpu, perInstance, byLimit, notShown]) await console.pass(MINUTE_MS);
  expect([perGpu, perInstance, byLimit, notShown].map(rateOf)).toEqual(
    ['16.00', '2.00', '2.00', null].map((text) => text && `$${text}`),
  );
  // It is asked again: a later price may show it.
  await notShown.pass(10 * MINUTE_MS);
  expect(notShown.queries.length).toBeGreaterThan(1);
});

const bad: Readonly<Record<string, Answered>> = {
  'cents as text': page([charged('one-0', charge('300', -30, null))]),
  'negative cents': page([charged('one-0', charge(-300, -30, null))]),
  'no time': page([charged('one-0', { ...charge(300, -30, null), start_time: null })]),
  'an end before its beginning': page([charged('one-0', charge(300, -10, -30))]),
  'two charges of one time': page([charged('one-0', charge(300, -30, -10), charge(400, -20, null))]),
  'times without order': page([charged('one-0', charge(300, -10, -5), charge(400, -30, -20))]),
  'a charge after one that goes on': page([charged('one-0', charge(300, -30, null), charge(400, -20, null))]),
  'a charge of tomorrow': page([charged('one-0', charge(300, 1440, null))]),
  'an instance twice': page([charged('one-0', charge(300, -30, null)), charged('one-0', charge(300, -30, null))]),
  'a charge above the limit price': page([charged('one-0', charge(2100, -30, null))]),
  'another shape': { json: { data: [] } },
  HTML: { response: () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }) },
};

test.each(Object.entries(bad))('%s: no charge is used, and it is not asked again', async (_, answer) => {
  const console = serving(() => answer);
  await console.pass(HOUR_MS);
  expect(console.reading()).toBeNull();
  expect(console.queries.length).toBe(1);
});

test('pages without an end are given up', async () => {
  let n = 0;
  const console = serving(() => page([charged(`one-${n++}`, charge(300, -30, null))], 'same'));
  await console.pass(HOUR_MS);
  expect(console.reading()).toBeNull();
  expect(console.queries.length).toBeLessThan(15);
});

test('a reading whose pages stopped begins again from its first page', async () => {
  let fails = true;
  const console = serving((query) => {
    if (query.get('next_cursor') === null) return page([charged('one-0', charge(300, -30, null))], 'more');
    return fails ? 'never' : page([charged('one-1', charge(300, -30, null))]);
  });
  await console.pass(MINUTE_MS);
  fails = false;
  await console.pass(12 * MINUTE_MS);
  expect(console.reading()?.instances).toHaveLength(2);
  expect(console.queries.slice(2).map((query) => query.get('next_cursor'))).toEqual(
    [null, 'more', null, 'more'].slice(0, console.queries.length - 2),
  );
});

test('without a journal the last day is read first, then the days before it, up to a month', async () => {
  const console = serving(
    () => page([charged('one-0', charge(300, -60 * 24 * 60, null))]),
    chargesWanted(started(), new Map([[PROJECT, null]])),
  );
  await console.pass(20 * MINUTE_MS);
  const days = console.queries.map((query) => [query.get('start_time'), query.get('end_time')]);
  expect(days[0]).toEqual([at(-24 * 60), null]);
  expect(days[1]).toEqual([at(-2 * 24 * 60), at(-24 * 60)]);
  const known = console.state().extras?.charges?.get(PROJECT)?.known;
  expect((NOON - (known?.from ?? NOON)) / DAY_MS).toBeGreaterThan(31.9);
  expect((known?.to ?? 0) - NOON).toBeGreaterThan(14 * MINUTE_MS);
});

test('an answer that is too large is asked for with fewer instances', async () => {
  const console = serving((query) =>
    Number(query.get('limit')) > 5
      ? {
          response: () =>
            new Response(`"${'x'.repeat(9_000_000)}"`, { headers: { 'content-type': 'application/json' } }),
        }
      : page([charged('one-0', charge(300, -30, null))]),
  );
  await console.pass(MINUTE_MS);
  expect(console.queries.map((query) => query.get('limit'))).toEqual(['25', '5']);
  expect(console.reading()?.instances).toHaveLength(1);
});

test('a day of 25 instances whose price changes every five minutes is one answer', async () => {
  const day = Array.from({ length: 288 }, (_, n) => charge(300 + (n % 2), n * 5 - 1440, n * 5 - 1435));
  const console = serving(
    () => page(Array.from({ length: 25 }, (_, n) => charged(`one-${n}`, ...day, charge(300, 0, null)))),
    chargesWanted(started('$15.99'), new Map([[PROJECT, { from: NOON - 40 * DAY_MS, to: NOON - HOUR_MS }]])),
  );
  await console.pass(5000);
  expect(console.queries).toHaveLength(1);
  expect(console.reading()?.instances).toHaveLength(25);
});
