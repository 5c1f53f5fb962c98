import { expect, test } from 'vitest';
import { pause, resume } from '../../../src/market/engine/bids.ts';
import { advance } from '../../../src/market/engine/clock.ts';
import { changeLimit } from '../../../src/market/engine/commands.ts';
import type { BidRecord } from '../../../src/market/engine/model.ts';
import { notePrices } from '../../../src/market/engine/note.ts';
import { CENT, spotPrice } from '../../../src/market/engine/spot-price.ts';
import { instancesOf, poolOf, type World } from '../../../src/market/engine/world.ts';
import { chargesOf } from '../../../src/market/extras/charges.ts';
import { seedWorld } from '../../../src/market/world/seed.ts';
import { seedHistory } from '../../../src/market/world/seed-history.ts';
import { bidFor, DOLLAR, fixPrice, MINUTE, quietWorld, SECOND, START } from '../world.ts';

const HOUR = 60 * MINUTE;

/** The charges of an instance as the market answers them. */
function chargedIn(world: World, instance: string, bid: BidRecord) {
  const place = [...world.pools.keys()].indexOf(bid.pool);
  const states = world.history.states.entries.filter((entry) => entry.instance === instance);
  const limits = world.history.bids.entries.filter((entry) => entry.bid === bid.fid);
  return chargesOf(states, { entries: world.history.prices.entries, place, limits, now: world.now });
}

/** In cents times milliseconds: divided by an hour they are cents. */
const sumOf = (charges: ReturnType<typeof chargedIn>, now: number): number =>
  charges.reduce((sum, { cents, from, until }) => sum + cents * ((until ?? now) - from), 0);

/** Counts what instances cost, with what each pays now; it looks whenever a row has changed, and when prices are renewed. */
function meterOn(world: World, bids: readonly BidRecord[]) {
  const sums = new Map<string, { readonly bid: BidRecord; sum: number }>();
  let paid = new Map<string, { readonly spot: number; readonly pays: number }>();
  let lookedAt = world.now;
  const look = (): void => {
    const before = paid;
    for (const [fid, { pays }] of before) {
      const cost = sums.get(fid);
      if (cost !== undefined) cost.sum += pays * (world.now - lookedAt);
    }
    paid = new Map();
    lookedAt = world.now;
    const renews = world.now % (5 * MINUTE) === 0;
    for (const bid of bids) {
      for (const { fid, status } of instancesOf(world, bid)) {
        const known = before.get(fid);
        if (status !== 'STATUS_RUNNING' && !(status === 'STATUS_PREEMPTING' && known !== undefined)) continue;
        const now = Number(spotPrice(poolOf(world, bid)) / CENT);
        const spot = known === undefined || renews ? now : known.spot;
        paid.set(fid, { spot, pays: Math.min(spot, Number(bid.limit / CENT)) });
        if (!sums.has(fid)) sums.set(fid, { bid, sum: 0 });
      }
    }
  };
  const second = (): void => {
    const rows = [world.bids, world.instances];
    if (world.now % (5 * MINUTE) !== 0 && rows.every(({ unsaved }) => unsaved.size === 0)) return;
    look();
    for (const one of rows) one.saved();
  };
  return { sums, look, second };
}

test('charges add up to price times running time, over a week in which bids are outbid, paused and changed', () => {
  const world = seedWorld(START, 3, 0);
  world.slowRises = true;
  seedHistory(world);
  notePrices(world);
  const bids = world.bids.ordered.filter(({ status }) => status === 'Allocated');
  const meter = meterOn(world, bids);
  for (let n = 0; n < (7 * 24 * HOUR) / SECOND; n++) {
    const [pausing, changing] = [bids[(n / 20_000) % bids.length], bids[(n / 30_000) % bids.length]];
    if (pausing !== undefined) pause(world, pausing);
    if (n % 20_000 === 400) for (const bid of bids) resume(world, bid);
    if (changing !== undefined) changeLimit(world, changing, (changing.limit * (n % 60_000 === 0 ? 98n : 103n)) / 100n);
    meter.second();
    advance(world, START + (n + 1) * SECOND);
  }
  meter.look();
  expect(meter.sums.size).toBeGreaterThan(100);
  for (const [fid, { bid, sum }] of meter.sums)
    expect([fid, sumOf(chargedIn(world, fid, bid), world.now)]).toEqual([fid, sum]);
});

test('the start is free, a new price makes a new charge after five minutes, and the end ends it', () => {
  const world = quietWorld();
  fixPrice(world, 10n * DOLLAR);
  const bid = bidFor(world, 12n * DOLLAR, 1);
  advance(world, START + 2 * MINUTE);
  const [fid = ''] = bid.instances;
  const ran = world.history.states.entries.find(({ status }) => status === 'STATUS_RUNNING')?.at ?? 0;
  expect(ran - START).toBeGreaterThan(15 * SECOND);
  fixPrice(world, 11n * DOLLAR);
  advance(world, START + 9 * MINUTE + 30 * SECOND);
  pause(world, bid);
  advance(world, START + 20 * MINUTE);
  const renewed = Math.ceil(START / (5 * MINUTE)) * 5 * MINUTE + 5 * MINUTE;
  expect(chargedIn(world, fid, bid)).toEqual([
    { cents: 1000, from: ran, until: renewed },
    { cents: 1100, from: renewed, until: START + 9 * MINUTE + 30 * SECOND },
  ]);
});

test('nobody pays more than the limit price, also while being preempted and after lowering it', () => {
  const world = quietWorld();
  fixPrice(world, 10n * DOLLAR);
  const bid = bidFor(world, 12n * DOLLAR, 1);
  advance(world, START + 2 * MINUTE);
  const [fid = ''] = bid.instances;
  fixPrice(world, 20n * DOLLAR);
  advance(world, START + 6 * MINUTE);
  changeLimit(world, bid, 9n * DOLLAR);
  advance(world, START + 20 * MINUTE);
  expect(chargedIn(world, fid, bid).map(({ cents }) => cents)).toEqual([1000, 1200, 900]);
});
