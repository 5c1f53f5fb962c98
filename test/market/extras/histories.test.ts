import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import { Log } from '../../../src/market/engine/log.ts';
import { openStore } from '../../../src/market/store.ts';
import { seedWorld } from '../../../src/market/world/seed.ts';
import { type Caller, openMarket, PROJECT } from '../caller.ts';
import { MINUTE, SECOND, START } from '../world.ts';
import { extrasOf } from './asking.ts';

const Bids = z.object({
  data: z.array(
    z.looseObject({ fid: z.string(), name: z.string(), instances: z.array(z.string()), status: z.string() }),
  ),
});

async function bidNamed(caller: Caller, name: string) {
  const { data } = Bids.parse((await caller.get(`/v2/spot/bids?${PROJECT}`)).body);
  const bid = data.find((one) => one.name === name);
  if (bid === undefined) throw new Error(`There is no bid ${name}.`);
  return bid;
}

const market = (options: object = {}) => openMarket({ extras: true, ...options });

function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'market-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a bid’s history says what happened, at which limit price, and who did it', async () => {
  await using caller = await market();
  const extras = extrasOf(caller);
  const { fid } = await bidNamed(caller, 'render');
  const volumes = z
    .array(z.looseObject({ fid: z.string(), name: z.string() }))
    .parse((await caller.get(`/v2/volumes?${PROJECT}`)).body);
  caller.market.advance(MINUTE);
  await caller.send('PATCH', `/v2/spot/bids/${fid}`, { volumes: [], limit_price: '$2.00', paused: true });
  caller.market.advance(MINUTE);
  await caller.send('PATCH', `/v2/spot/bids/${fid}`, {
    paused: false,
    volumes: volumes.filter(({ name }) => name === 'renders').map((one) => one.fid),
  });
  caller.market.advance(MINUTE);
  await caller.send('DELETE', `/v2/spot/bids/${fid}`);
  const told = (await extras.bidHistory(fid)).map(({ timestamp, event_type, limit_price, user_id }) => [
    timestamp - START,
    event_type,
    limit_price && formatMoney(limit_price),
    user_id,
  ]);
  const hours = (count: number) => -count * 60 * MINUTE;
  expect(told).toEqual([
    [hours(24), 'Placed', '$1.25', 'user_demo'],
    [hours(24) + SECOND, 'Allocated', '$1.25', null],
    [hours(15), 'Paused', '$1.25', 'user_demo'],
    [hours(12.5), 'Resumed', '$1.25', 'user_demo'],
    [hours(12.5) + SECOND, 'Allocated', '$1.25', null],
    [hours(7.2), 'Limit Price Changed', '$1.35', 'user_demo'],
    [MINUTE, 'Limit Price Changed', '$2.00', 'user_demo'],
    [MINUTE, 'Volumes Removed', '$2.00', 'user_demo'],
    [MINUTE, 'Paused', '$2.00', 'user_demo'],
    [2 * MINUTE, 'Volumes Attached', '$2.00', 'user_demo'],
    [2 * MINUTE, 'Resumed', '$2.00', 'user_demo'],
    [2 * MINUTE + SECOND, 'Allocated', '$2.00', null],
    [3 * MINUTE, 'Terminated', '$2.00', 'user_demo'],
  ]);
  caller.market.advance(20 * MINUTE);
  expect((await caller.get(`/v2/spot/bids?${PROJECT}`)).text).not.toContain(fid);
  expect(await extras.bidHistory(fid)).toHaveLength(told.length);
  await expect(extras.bidHistory('bid_x')).rejects.toThrow('answered 404');
});

test('some of it others did, and they have names', async () => {
  await using caller = await market();
  const extras = extrasOf(caller);
  const people = new Map((await extras.teammates()).map(({ fid, name }) => [fid, name]));
  const { fid } = await bidNamed(caller, 'distill');
  const paused = (await extras.bidHistory(fid)).find(({ event_type }) => event_type === 'Paused');
  expect(people.get(paused?.user_id ?? '')).toBe('Mara Lind');
  expect(people.get((await extras.me()).fid)).toBe('Robin Adler');
  expect(await extras.projects()).toMatchObject([{ fid: 'proj_demo', name: 'Research' }]);
  expect(await extras.types()).toContainEqual(
    expect.objectContaining({ fid: '8xh100.eu-north1-a', name: '8xh100', region: 'eu-north1-a' }),
  );
});

test('a quota is what there is for bids, and how much of it is used', async () => {
  await using caller = await market();
  const quotas = await extrasOf(caller).quotas();
  // Two of 24 are reserved, and distill is paused.
  expect(quotas.find(({ instance_type }) => instance_type === '8xa100.us-central1-a')).toMatchObject({
    total_quantity: 22,
    used_quantity: 0,
    units: 'instances',
  });
  expect(quotas.find(({ instance_type }) => instance_type === '8xh100.us-central1-a')?.used_quantity).toBe(8);
});

test('a preemption is in the histories of its bid and its instances, also when they are gone', async () => {
  await using caller = await market();
  const extras = extrasOf(caller);
  const { fid, instances } = await bidNamed(caller, 'sweep-a');
  caller.market.advance(40 * MINUTE);
  const told = (await extras.bidHistory(fid)).filter(({ timestamp }) => timestamp > START);
  expect(told.slice(0, 2).map(({ event_type, user_id }) => [event_type, user_id])).toEqual([
    ['Preempting', null],
    ['Preempted', null],
  ]);
  const [lost = ''] = instances;
  const states = (await extras.states({ bid_fid: fid })).events.get(lost) ?? [];
  expect(states.slice(-3).map(({ status }) => status)).toEqual([
    'STATUS_RUNNING',
    'STATUS_PREEMPTING',
    'STATUS_PREEMPTED',
  ]);
  expect(states.at(-2)?.timestamp).toBe(told[0]?.timestamp);
  expect(states.at(-1)?.timestamp).toBe(told[1]?.timestamp);
  const charges = (await extras.charges({ instance_fid: lost })).events.get(lost) ?? [];
  expect(charges.at(-1)?.end_time).toBe(told[1]?.timestamp);
  expect((await caller.get(`/v2/instances?${PROJECT}&bid_fid_in=${fid}`)).text).not.toContain(lost);
});

test('pages of histories hold each instance once, and an interval what is in it', async () => {
  await using caller = await market();
  const extras = extrasOf(caller);
  caller.market.advance(20 * MINUTE);
  const all = await extras.states();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof extras.states>> = await extras.states({
      limit: 9,
      ...(cursor === null ? {} : { next_cursor: cursor }),
    });
    seen.push(...page.events.keys());
    expect(page.events.size).toBeLessThanOrEqual(9);
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toEqual([...all.events.keys()]);
  const [from, to] = [START + 5 * MINUTE, START + 10 * MINUTE];
  const times = { start_time: new Date(from).toISOString(), end_time: new Date(to).toISOString() };
  const some = await extras.states(times);
  expect(some.events.size).toBeGreaterThan(0);
  expect(some.events.size).toBeLessThan(all.events.size);
  for (const [fid, events] of some.events)
    expect(events).toEqual(all.events.get(fid)?.filter(({ timestamp }) => timestamp >= from && timestamp <= to));
  const whole = await extras.charges();
  for (const [fid, charges] of (await extras.charges(times)).events)
    expect(charges).toEqual(
      whole.events.get(fid)?.filter(({ start_time, end_time }) => start_time <= to && (end_time ?? to) >= from),
    );
  await expect(extras.states({ start_time: 'yesterday' })).rejects.toThrow('answered 422');
});

test('the charges of ten thousand instances are answered page by page', async () => {
  await using caller = await market({ instances: 10_000 });
  caller.market.advance(10 * MINUTE);
  const { charges } = extrasOf(caller);
  const one = await charges();
  const next = await charges({ next_cursor: one.next ?? '' });
  expect([one.events.size, next.events.size]).toEqual([100, 100]);
  expect([...next.events.keys()].filter((fid) => one.events.has(fid))).toEqual([]);
});

test('in a new demo, too, what was charged is the spot price of the series at its begin', async () => {
  await using caller = await market();
  const extras = extrasOf(caller);
  const { fid } = await bidNamed(caller, 'train-llama');
  caller.market.advance(60 * MINUTE);
  const [series] = await extras.priceHistory({
    instance_types: '8xh100.us-central1-a',
    num_samples: 5000,
    start_time: new Date(START - 4 * DAY_MS).toISOString(),
  });
  if (series === undefined) throw new Error('There is no series.');
  const priceAt = (at: number) => series.spot_prices[series.timestamps.findLastIndex((time) => time <= at)];
  const { events } = await extras.charges({ bid_fid: fid });
  expect(events.size).toBe(8);
  for (const charges of events.values()) {
    expect(charges.length).toBeGreaterThan(100);
    expect(charges[0]?.start_time).toBeLessThan(START - 3 * DAY_MS + 30 * SECOND);
    for (const { start_time, price_cents } of charges) expect(price_cents).toEqual(priceAt(start_time));
    expect(charges.at(-1)?.end_time).toBeNull();
  }
});

test('nobody of a new demo ran below the spot price, and who is being preempted is outbid', async () => {
  await using caller = await market();
  const extras = extrasOf(caller);
  const { data } = Bids.parse((await caller.get(`/v2/spot/bids?${PROJECT}`)).body);
  for (const { fid, name } of data) {
    const events = await extras.bidHistory(fid);
    for (const [instance, charges] of (await extras.charges({ bid_fid: fid })).events)
      for (const { start_time, price_cents } of charges) {
        const limit = events.findLast(({ timestamp }) => timestamp <= start_time)?.limit_price;
        expect(limit?.micros, `${name} ${instance}`).toBeGreaterThanOrEqual(price_cents.micros);
      }
  }
  const { fid } = await bidNamed(caller, 'batch-embed');
  const outbid = (await extras.bidHistory(fid)).at(-1);
  expect(outbid?.event_type).toBe('Preempting');
  const [series] = await extras.priceHistory({ instance_types: '8xa100.eu-west4-a', num_samples: 5000 });
  const price = series?.spot_prices[series.timestamps.indexOf(outbid?.timestamp ?? 0)];
  expect(price?.micros).toBeGreaterThan(outbid?.limit_price?.micros ?? 0n);
});

test('the price history has so many samples as were asked for, in order, of the types and the region', async () => {
  await using caller = await market();
  const extras = extrasOf(caller);
  caller.market.advance(60 * MINUTE);
  const all = await extras.priceHistory();
  expect(all).toHaveLength(20);
  for (const { timestamps } of all) {
    expect(timestamps[0]).toBe(START + 60 * MINUTE - DAY_MS);
    expect(timestamps.length).toBeLessThanOrEqual(300);
  }
  const two = await extras.priceHistory({ instance_types: '8xh100.eu-north1-a,8xb200.eu-north1-a', num_samples: 7 });
  expect(two.map(({ instance_type, timestamps }) => [instance_type, timestamps.length])).toEqual([
    ['8xb200.eu-north1-a', 7],
    ['8xh100.eu-north1-a', 7],
  ]);
  expect(two[0]?.timestamps.at(-1)).toBe(START + 60 * MINUTE);
  expect(await extras.priceHistory({ region: 'eu-west4-a' })).toHaveLength(5);
  await expect(extras.priceHistory({ num_samples: 100_000 })).rejects.toThrow('answered 422');
  const [now] = await extras.priceHistory({ instance_types: '8xh100.eu-north1-a', num_samples: 5000 });
  const { spot_price_cents } = await extras.priceNow('8xh100.eu-north1-a');
  expect(now?.spot_prices.at(-1)).toEqual(spot_price_cents);
});

test('histories go on after the market was closed and opened', async () => {
  const db = join(folderOfTest(), 'market.db');
  const one = await market({ db, token: 't' });
  one.market.advance(17 * MINUTE);
  const { fid } = await bidNamed(one, 'sweep-a');
  const read = async (caller: Caller) => {
    const extras = extrasOf(caller);
    return [await extras.bidHistory(fid), await extras.states(), await extras.charges(), await extras.priceHistory()];
  };
  const before = await read(one);
  await one.market.stop();
  await using two = await market({ db, token: 't' });
  expect(await read(two)).toEqual(before);
  two.market.advance(17 * MINUTE);
  const after = await extrasOf(two).priceHistory({ num_samples: 5000 });
  expect(after[0]?.timestamps.at(-1)).toBeGreaterThan(START + 30 * MINUTE);
});

test('a file of a version without histories opens with empty ones', async () => {
  const db = join(folderOfTest(), 'market.db');
  await (await openMarket({ db })).market.stop();
  const file = new DatabaseSync(db);
  file.exec('DROP TABLE past_prices; DROP TABLE past_bids; DROP TABLE past_states; PRAGMA user_version = 1');
  file.close();
  await using caller = await market({ db });
  const extras = extrasOf(caller);
  const { fid } = await bidNamed(caller, 'sweep-a');
  expect(await extras.bidHistory(fid)).toEqual([]);
  expect((await extras.charges()).events.size).toBe(0);
  expect((await extras.priceHistory())[0]?.timestamps).toEqual([START]);
  caller.market.advance(MINUTE);
  expect((await extras.priceHistory())[0]?.timestamps.length).toBeGreaterThan(1);
});

test('a history keeps its newest entries, in memory and in the file', () => {
  const log = new Log<number>(100);
  for (let n = 0; n < 1050; n++) {
    log.add(n);
    expect(log.entries.length).toBeLessThanOrEqual(100);
  }
  expect([log.first, log.entries[0], log.entries.at(-1)]).toEqual([950, 950, 1049]);
  const db = join(folderOfTest(), 'market.db');
  const world = seedWorld(START, 1, 0);
  const store = openStore(db, false);
  for (let n = 0; n < 80_000; n++) {
    world.history.prices.add({ at: START + n, cents: [n] });
    if (n % 30_000 === 0) store.save(world);
  }
  store.save(world);
  store.close();
  const file = new DatabaseSync(db);
  const rows = z.object({ rows: z.int() }).parse(file.prepare('SELECT count(*) AS rows FROM past_prices').get()).rows;
  file.close();
  expect(rows).toBe(world.history.prices.entries.length);
  const again = openStore(db, false);
  expect(again.load()?.history.prices.entries).toEqual(world.history.prices.entries);
  again.close();
});
