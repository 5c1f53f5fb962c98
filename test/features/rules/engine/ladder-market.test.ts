import { expect, test } from 'vitest';
import { type PriceBand, priceBandsOf } from '../../../../src/features/money/price-bands.ts';
import { advisedLimit } from '../../../../src/features/money/suggest-limit.ts';
import type { LadderRule, Step } from '../../../../src/features/rules/kinds/ladder/ladder-rule.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/lib/duration.ts';
import { cancel, pause, resume } from '../../../../src/market/engine/bids.ts';
import { advance } from '../../../../src/market/engine/clock.ts';
import { changeLimit } from '../../../../src/market/engine/commands.ts';
import { emptyWorld, type World } from '../../../../src/market/engine/world.ts';
import { bidFor, DOLLAR, MINUTE, pool, SECOND, START } from '../../../market/world.ts';
import { chanceOf, createWatch, OTHERS } from '../../money/watched-market.ts';
import { cents } from './made-view.ts';
import { ruleOnMarket } from './rule-market.ts';

const POOLS = ['a100.eu', 'h100.eu'] as const;
const SEEDS = 12;
const HOURS = 4;
const STEPS: readonly Step[] = [
  { kind: 'amount', micros: 330_000n },
  { kind: 'percent', percent: 4.5 },
  { kind: 'held' },
];

type Chance = ReturnType<typeof chanceOf>;

/** Lets others place and cancel bids, and the operator change, pause and resume one of the rule's. */
function act(world: World, chance: Chance): void {
  const id = POOLS[chance.is(0.5) ? 0 : 1];
  const others = world.bids.ordered.filter(({ createdBy, status }) => createdBy === OTHERS && status !== 'Terminated');
  const [oldest] = others;
  if (oldest !== undefined && others.length > 8) cancel(world, oldest);
  bidFor(world, BigInt(Math.round(chance.between(400, 1400))) * 10_000n, Math.round(chance.between(1, 3)), {
    pool: id,
    createdBy: OTHERS,
  });
  const own = world.bids.ordered.filter(({ name }) => name.startsWith('train'));
  const bid = own[Math.floor(chance.next() * own.length)];
  if (bid === undefined || !chance.is(0.2)) return;
  if (bid.status === 'Paused') resume(world, bid);
  else if (chance.is(0.3)) pause(world, bid);
  else changeLimit(world, bid, BigInt(Math.round(chance.between(400, 1600))) * 10_000n);
}

/** Runs a ladder on a restless market and checks each step that it decides. Returns the numbers of steps up and down. */
function night(seed: number): readonly [number, number] {
  const chance = chanceOf(seed);
  const world = emptyWorld(START, seed, [pool(POOLS[0], 6, 6n * DOLLAR), pool(POOLS[1], 8, 8n * DOLLAR)]);
  for (const id of POOLS)
    for (let n = 0; n < 4; n++)
      bidFor(world, BigInt(Math.round(chance.between(500, 1200))) * 10_000n, 1, {
        pool: id,
        name: n === 0 ? 'other' : `train-${n}`,
        createdBy: 'operator',
      });
  const rule: LadderRule = {
    name: 'climb',
    kind: 'ladder',
    allow: false,
    maxWrites: 100_000,
    maxCost: cents(10_000_000),
    bids: { kind: 'filter', text: 'train' },
    waitMs: 3 * MINUTE,
    step: STEPS[seed % STEPS.length] ?? { kind: 'held' },
    cap: cents(1300),
    lower: { afterMs: 20 * MINUTE, floor: cents(450) },
  };
  const runner = ruleOnMarket(world, rule, chance, { refused: 0.1, lost: 0.2, killed: 0.05 });
  const watch = createWatch(world);
  const raisedAt = new Map<string, number>();
  let [ups, downs] = [0, 0];
  let bands: readonly PriceBand[] = [];
  let readAt = 0;
  while (world.now < START + HOURS * HOUR_MS) {
    advance(world, world.now + 10 * SECOND);
    watch.look();
    if (world.now % MINUTE === 0 && chance.is(0.3)) act(world, chance);
    const band = (type: string, region: string) => {
      if (readAt < world.now - MINUTE) {
        bands = priceBandsOf([watch.record()], { from: world.now - 7 * DAY_MS, to: world.now });
        readAt = world.now;
      }
      return bands.find((one) => one.type === `${type}.${region}`) ?? null;
    };
    runner.round({ band }, ({ actions }, { bids, now }) => {
      for (const action of actions) {
        if (action.kind !== 'limit') throw new Error(`A ladder wants to ${action.kind}.`);
        const bid = bids.get(action.fid);
        const before = bid?.limit?.micros ?? 0n;
        const to = action.limit.micros;
        const where = `seed ${seed}: ${action.reason}`;
        expect(bid?.isBusy, where).toBe(false);
        if (to > before) {
          ups++;
          expect(bid?.state, where).toMatch(/open|preempting/);
          expect(to <= rule.cap.micros, where).toBe(true);
          expect(now - (raisedAt.get(action.fid) ?? 0), where).toBeGreaterThanOrEqual(rule.waitMs);
          expect(to % 10_000n, where).toBe(0n);
          raisedAt.set(action.fid, now);
        } else {
          downs++;
          const known = band(bid?.type ?? '', bid?.region ?? '');
          const highs = known?.slots.flatMap(({ to, high }) => (to > now - HOUR_MS ? (high ?? []) : [])) ?? [];
          expect(bid?.state, where).toBe('allocated');
          expect(to >= (rule.lower?.floor.micros ?? 0n), where).toBe(true);
          expect(known === null ? null : to >= (advisedLimit(known, 0.99, now) ?? to + 1n), where).toBe(true);
          expect(highs.length > 0 && highs.every((high) => to > high), where).toBe(true);
        }
      }
    });
  }
  expect(ups).toBeLessThanOrEqual(6 * ((HOURS * HOUR_MS) / rule.waitMs + 1));
  return [ups, downs];
}

test('a ladder keeps to its wait, its cap and its floor, and never raises what has its instances', () => {
  let [ups, downs] = [0, 0];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [up, down] = night(seed);
    ups += up;
    downs += down;
  }
  expect(ups).toBeGreaterThan(SEEDS);
  expect(downs).toBeGreaterThan(0);
});
