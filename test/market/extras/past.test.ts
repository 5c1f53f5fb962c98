import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { type Caller, openMarket, PROJECT } from '../caller.ts';
import { START } from '../world.ts';
import { extrasOf } from './asking.ts';

const PAST = String(brotliDecompressSync(readFileSync('dist/past.json.br')));
const Bids = z.object({ data: z.array(z.looseObject({ fid: z.string(), name: z.string() })) });

const fidsByName = async (caller: Caller): Promise<ReadonlyMap<string, string>> => {
  const { data } = Bids.parse((await caller.get(`/v2/spot/bids?${PROJECT}`)).body);
  return new Map(data.map(({ fid, name }) => [name, fid]));
};

/** All charges, page by page. */
async function allCharges(caller: Caller) {
  const { charges } = extrasOf(caller);
  const first = await charges();
  const all = new Map(first.events);
  for (let next = first.next; next !== null; ) {
    const page = await charges({ next_cursor: next });
    for (const [fid, events] of page.events) all.set(fid, events);
    next = page.next;
  }
  return all;
}

test('a demo with a past has the history of its weeks, with the bids that have ended', async () => {
  await using caller = await openMarket({ extras: true, past: PAST });
  const extras = extrasOf(caller);
  const [series] = await extras.priceHistory({
    instance_types: '8xh100.us-central1-a',
    start_time: new Date(START - 20 * DAY_MS).toISOString(),
    num_samples: 5000,
  });
  expect(series?.timestamps[0]).toBeLessThan(START - 13 * DAY_MS);
  const charges = await allCharges(caller);
  const begins = [...charges.values()].flatMap((events) => events.map(({ start_time }) => start_time));
  expect(charges.size).toBeGreaterThan(60);
  expect(Math.min(...begins)).toBeLessThan(START - 13 * DAY_MS);
  const fids = await fidsByName(caller);
  const told = async (name: string) =>
    (await extras.bidHistory(fids.get(name) ?? '')).map(({ timestamp, event_type, user_id }) => [
      event_type,
      Math.round((START - timestamp) / HOUR_MS),
      user_id,
    ]);
  expect(await told('distill')).toContainEqual(['Paused', 5, 'user_mara']);
  expect((await told('train-llama')).slice(0, 2)).toEqual([
    ['Placed', 72, 'user_demo'],
    ['Allocated', 72, null],
  ]);
  // Placed a moment ago: no past tells of it.
  expect((await told('gpu-ci')).map(([event]) => event)).toEqual(['Placed', 'Allocated']);
});

test('what runs in the past goes on in the demo', async () => {
  await using caller = await openMarket({ extras: true, past: PAST });
  const extras = extrasOf(caller);
  caller.market.advance(20 * MINUTE_MS);
  const fids = await fidsByName(caller);
  const { events } = await extras.charges({ bid_fid: fids.get('pretrain-b200') ?? '' });
  expect(events.size).toBe(4);
  for (const charges of events.values()) {
    expect(charges[0]?.start_time).toBeLessThan(START - 25 * HOUR_MS);
    expect(charges.at(-1)?.end_time).toBeNull();
    expect(charges.at(-1)?.start_time).toBeGreaterThan(START);
  }
});

test('a text that can’t be read leaves the prices that a new world has', async () => {
  for (const past of ['damaged', '{"fids":[],"market":{}}']) {
    await using caller = await openMarket({ extras: true, past });
    expect((await extrasOf(caller).priceHistory())[0]?.timestamps[0]).toBe(START - DAY_MS);
  }
});
