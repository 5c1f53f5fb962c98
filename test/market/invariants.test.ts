import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancel, KEPT_AFTER_END, PREEMPTION, pause, resume } from '../../src/market/engine/bids.ts';
import { advance } from '../../src/market/engine/clock.ts';
import { changeLimit } from '../../src/market/engine/commands.ts';
import type { BidRecord } from '../../src/market/engine/model.ts';
import { emptyWorld, instancesOf, occupies, type World } from '../../src/market/engine/world.ts';
import { openStore } from '../../src/market/store.ts';
import { bidFor, DOLLAR, historyOf, pool, SECOND, START } from './world.ts';

type Step =
  | { readonly does: 'place'; readonly cents: number; readonly quantity: number; readonly pool: number }
  | { readonly does: 'pause' | 'resume' | 'cancel'; readonly bid: number }
  | { readonly does: 'change'; readonly bid: number; readonly cents: number }
  | { readonly does: 'wait'; readonly milliseconds: number };

const cents = fc.integer({ min: 300, max: 2500 });
const bid = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('place'),
      cents,
      quantity: fc.integer({ min: 1, max: 5 }),
      pool: fc.nat({ max: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('pause', 'resume', 'resume', 'cancel'), bid }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('change'), bid, cents }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('wait'), milliseconds: fc.integer({ min: 0, max: 240_000 }) }),
  },
);
const steps = fc.array(step, { minLength: 5, maxLength: 40 });

const POOLS = ['gpu.eu', 'gpu.us'] as const;
const CENT = DOLLAR / 100n;

function busyWorld(seed: number): World {
  return emptyWorld(START, seed, [pool('gpu.eu', 6, 10n * DOLLAR), pool('gpu.us', 4, 12n * DOLLAR)]);
}

function act(world: World, done: Step, wait: (milliseconds: number) => void): void {
  if (done.does === 'wait') {
    wait(done.milliseconds);
    return;
  }
  if (done.does === 'place') {
    bidFor(world, BigInt(done.cents) * CENT, done.quantity, { pool: POOLS[done.pool] ?? 'gpu.eu' });
    return;
  }
  const one = world.bids.ordered[done.bid % Math.max(1, world.bids.size)];
  if (one === undefined || one.status === 'Terminated') return;
  switch (done.does) {
    case 'pause':
      pause(world, one);
      break;
    case 'resume':
      resume(world, one);
      break;
    case 'cancel':
      cancel(world, one);
      break;
    case 'change':
      changeLimit(world, one, BigInt(done.cents) * CENT);
      break;
  }
}

/** Invariants after every second of market time. */
function check(world: World): void {
  for (const pool of world.pools.values()) {
    const holders = world.instances.ordered.filter(({ pool: at, status }) => at === pool.id && occupies(status));
    expect(pool.held, 'the count of instances').toBe(holders.length);
    expect(pool.held, 'never more than there is').toBeLessThanOrEqual(pool.capacity);
  }
  for (const one of world.bids.ordered) checkBid(world, one);
  for (const one of world.instances.ordered) {
    const ended = one.status === 'STATUS_TERMINATED' || one.status === 'STATUS_PREEMPTED';
    const owner = one.bid === null ? undefined : world.bids.get(one.bid);
    if (!ended) expect(owner?.instances, 'a live instance is its bid’s').toContain(one.fid);
    if (ended) expect([one.privateIp, one.sshDestination]).toEqual([null, null]);
    if (one.status === 'STATUS_RUNNING') expect(one.privateIp !== null && one.sshDestination !== null).toBe(true);
    if (ended) expect(world.now - one.since).toBeLessThanOrEqual(KEPT_AFTER_END + 10 * SECOND);
  }
}

function checkBid(world: World, one: BidRecord): void {
  const has = instancesOf(world, one);
  const running = has.filter(({ status }) => occupies(status) && status !== 'STATUS_STOPPING');
  expect(has.length, 'never more instances than wanted').toBeLessThanOrEqual(one.quantity);
  switch (one.status) {
    case 'Allocated':
      expect(one.limit, 'no winner below the spot price').toBeGreaterThanOrEqual(priceOf(world, one));
      expect(running.length, 'a winner has all it wants').toBe(one.quantity);
      break;
    case 'Preempting':
      expect(has.map(({ status }) => status)).toEqual(has.map(() => 'STATUS_PREEMPTING'));
      expect(world.now - one.since).toBeLessThan(PREEMPTION + SECOND);
      break;
    default:
      expect(running, `a bid that is ${one.status} runs nothing`).toEqual([]);
  }
}

function priceOf(world: World, one: BidRecord): bigint {
  return world.pools.get(one.pool)?.price ?? 0n;
}

test('for any placed, paused, changed and cancelled bids, capacity, prices and counts are right at every second', () => {
  fc.assert(
    fc.property(fc.integer(), steps, (seed, done) => {
      const world = busyWorld(seed);
      for (const step of done) {
        act(world, step, (milliseconds) => {
          const until = world.now + milliseconds;
          for (let at = world.now + SECOND; at <= until; at += SECOND) {
            advance(world, at);
            check(world);
          }
          advance(world, until);
        });
      }
    }),
    { numRuns: 40 },
  );
});

test('the same seed and the same steps make the same history, at any frequency of requests', () => {
  fc.assert(
    fc.property(fc.integer(), steps, (seed, done) => {
      const often = busyWorld(seed);
      const rarely = busyWorld(seed);
      for (const step of done) {
        act(often, step, (milliseconds) => {
          const until = often.now + milliseconds;
          for (let at = often.now; at < until; at += 370) advance(often, at);
          advance(often, until);
        });
        act(rarely, step, (milliseconds) => advance(rarely, rarely.now + milliseconds));
      }
      expect(historyOf(often)).toBe(historyOf(rarely));
    }),
    { numRuns: 30 },
  );
});

test('another seed makes another history', () => {
  const [one, other] = [busyWorld(1), busyWorld(2)];
  for (const world of [one, other]) advance(world, START + 60 * SECOND);
  expect(historyOf(one)).not.toBe(historyOf(other));
});

test('a world that was saved and opened in between has the same history', () => {
  fc.assert(
    fc.property(fc.integer(), steps, steps, (seed, before, after) => {
      const whole = busyWorld(seed);
      const saved = busyWorld(seed);
      for (const world of [whole, saved]) {
        for (const step of before) act(world, step, (milliseconds) => advance(world, world.now + milliseconds));
      }
      const store = openStore(':memory:', false);
      store.save(saved);
      const opened = store.load();
      store.close();
      if (opened === null) throw new Error('nothing was saved');
      expect(historyOf(opened)).toBe(historyOf(saved));
      for (const world of [whole, opened]) {
        for (const step of after) act(world, step, (milliseconds) => advance(world, world.now + milliseconds));
      }
      expect(historyOf(opened)).toBe(historyOf(whole));
    }),
    { numRuns: 30 },
  );
});
