import { expect, test } from 'vitest';
import type { SpreadRule } from '../../../../src/features/rules/kinds/spread.ts';
import type { RuleStep } from '../../../../src/features/rules/runner/step-rule.ts';
import { cancel, pause } from '../../../../src/market/engine/bids.ts';
import { advance } from '../../../../src/market/engine/clock.ts';
import { emptyWorld, type World } from '../../../../src/market/engine/world.ts';
import { bidFor, DOLLAR, fixPrice, MINUTE, pool, SECOND, START } from '../../../market/world.ts';
import { chanceOf, OTHERS } from '../../money/watched-market.ts';
import { spreadRule } from './made-rules.ts';
import { cents } from './made-view.ts';
import { ruleOnMarket } from './rule-market.ts';

const POOLS = ['a100.eu', 'a100.us', 'h100.eu'] as const;
const SEEDS = 30;

type Chance = ReturnType<typeof chanceOf>;

function market(seed: number, chance: Chance): World {
  const world = emptyWorld(
    START,
    seed,
    POOLS.map((id) => pool(id, Math.round(chance.between(3, 8)), BigInt(Math.round(chance.between(2, 12))) * DOLLAR)),
  );
  pause(world, bidFor(world, DOLLAR, 1, { name: 'train', pool: POOLS[0], createdBy: 'operator' }));
  for (const id of POOLS)
    for (let n = 0; n < 3; n++)
      bidFor(world, BigInt(Math.round(chance.between(200, 1800))) * 10_000n, Math.round(chance.between(1, 4)), {
        pool: id,
        createdBy: OTHERS,
      });
  return world;
}

function ruleFor(chance: Chance, cancelRunning: boolean): SpreadRule {
  const places = [...POOLS, ...(chance.is(0.3) ? ['none.eu'] : [])].map((id) => {
    const [type = '', region = ''] = id.split('.');
    return { type, region, limit: cents(Math.round(chance.between(300, 1500))) };
  });
  return spreadRule({ quantity: Math.round(chance.between(1, 3)), places, cancelRunning });
}

/** Runs a spread for an hour of a restless market, then for a time in which all that is open is filled. */
function night(seed: number, cancelRunning: boolean) {
  const chance = chanceOf(seed);
  const world = market(seed, chance);
  const rule = ruleFor(chance, cancelRunning);
  const runner = ruleOnMarket(world, rule, chance, { refused: 0.1, lost: 0.3, killed: 0.05 });
  const names = new Map<string, string>();
  const twice = new Set<string>();
  let last: RuleStep | null = null;
  const run = (minutes: number): void => {
    for (const end = world.now + minutes * MINUTE; world.now < end; ) {
      advance(world, world.now + 5 * SECOND);
      runner.round({}, (step) => {
        last = step;
      });
      for (const { name, fid, createdBy } of world.bids.ordered) {
        if (createdBy === OTHERS) continue;
        if ((names.get(name) ?? fid) !== fid) twice.add(name);
        names.set(name, fid);
      }
    }
  };
  run(60);
  for (const bid of [...world.bids.ordered]) if (bid.createdBy === OTHERS) cancel(world, bid);
  for (const one of world.pools.values()) one.base = DOLLAR;
  fixPrice(world, DOLLAR);
  run(90);
  const own = world.bids.ordered.filter(
    ({ createdBy, name, status }) => createdBy !== OTHERS && name !== 'train' && status !== 'Terminated',
  );
  return { world, rule, runner, run, own, twice, last: () => last, placed: names.size - 1 };
}

test.for([true, false])(
  'whatever answers are lost, one filled bid is left and none of its others is open (cancel_running = %s)',
  { timeout: 60_000 },
  (cancelRunning) => {
    let [ended, lost] = [0, 0];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { world, rule, runner, run, own, twice, last, placed } = night(seed, cancelRunning);
      lost += runner.sent.filter(({ outcome }) => outcome === 'missed').length;
      expect([...twice], `seed ${seed}: names of two bids`).toEqual([]);
      expect(placed).toBeLessThanOrEqual(rule.places.length);
      const step = last();
      if (own.length === 0) {
        // Each place was refused three times.
        expect(step?.hindered, `seed ${seed}`).toContain('None of its bids is left');
        continue;
      }
      ended++;
      expect(
        own.map(({ status }) => status),
        `seed ${seed}`,
      ).toEqual(own.map(() => 'Allocated'));
      if (cancelRunning) expect(own, `seed ${seed}`).toHaveLength(1);
      const stays = own.find(({ name }) => step?.next?.text.includes(`${name} stays`));
      expect(stays, `seed ${seed}`).toBeDefined();
      for (const { name } of own) if (name !== stays?.name) expect(step?.hindered).toContain(`${name} has`);
      if (own.length > 1) continue;
      const before = runner.sent.length;
      fixPrice(world, 100n * DOLLAR);
      run(30);
      expect(runner.sent.length, `seed ${seed}: writes after it was done`).toBe(before);
    }
    expect(ended).toBeGreaterThan(SEEDS * 0.8);
    expect(lost).toBeGreaterThan(SEEDS / 2);
  },
);
