import { expect, test } from 'vitest';
import type { PriceBand } from '../../../../src/features/money/price.ts';
import { priceBandsOf } from '../../../../src/features/money/prices/bands.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/lib/duration.ts';
import { advance } from '../../../../src/market/engine/clock.ts';
import { emptyWorld } from '../../../../src/market/engine/world.ts';
import { bidFor, DOLLAR, pool, SECOND, START } from '../../../market/world.ts';
import { expectOnPage } from '../../../written-page.ts';
import { chanceOf, createWatch } from '../../money/watched-market.ts';
import { documentedRules } from './documented.ts';
import { cents } from './made-view.ts';
import { bidsIn, ruleOnMarket } from './rule-market.ts';

const SEEDS = [1, 2, 3, 4];
const TYPES = ['gpu0', 'gpu1'];
/** How often lists are read. */
const LOOK_MS = 30 * SECOND;

/** What eight bids near the spot price do in a day. Money in dollars; `highest` is the highest limit price of one that runs. */
function day(seed: number, rules: readonly Rule[]) {
  const chance = chanceOf(seed);
  const pools = TYPES.map((type) => pool(type, 16, 10n * DOLLAR));
  const world = emptyWorld(START, seed, pools);
  for (let n = 0; n < 8; n++) {
    const limit = BigInt(Math.round(1000 * chance.between(0.9, 1.2))) * 10_000n;
    bidFor(world, limit, 2, { pool: TYPES[n % 2] ?? '', name: `job-${n}` });
  }
  const watch = createWatch(world);
  const runners = rules.map((rule) => ruleOnMarket(world, rule, chance, { refused: 0, lost: 0, killed: 0 }));
  let bands: readonly PriceBand[] = [];
  let [hours, most, spot, highest] = [0, 0, 0, 0n];
  for (let at = START; at < START + DAY_MS; at += LOOK_MS) {
    advance(world, at);
    watch.look();
    if ((at - START) % HOUR_MS === 0) bands = priceBandsOf([watch.record()], { from: START, to: at });
    for (const { type, running, limit } of bidsIn(world)) {
      const ran = (running * LOOK_MS) / HOUR_MS;
      hours += ran;
      most += (ran * Number(limit?.micros ?? 0n)) / 1e6;
      spot += (ran * Number(world.pools.get(type)?.price ?? 0n)) / 1e6;
      if (running > 0 && limit !== null && limit.micros > highest) highest = limit.micros;
    }
    for (const { round } of runners) round({ band: (type) => bands.find((one) => one.type === type) ?? null });
  }
  return { hours, most, spot, highest, writes: runners.reduce((sum, { sent }) => sum + sent.length, 0) };
}

/** The ladder of the example in docs/rules.md. */
const alone = SEEDS.map((seed) => day(seed, []));
const climbing = SEEDS.map((seed) => day(seed, documentedRules('Example')));

test('the example of docs/rules.md has the amounts that it comes to', () => {
  const row = (name: string, days: typeof alone): readonly string[] => {
    const mean = (of: (one: (typeof alone)[number]) => number): string =>
      (days.reduce((sum, one) => sum + of(one), 0) / days.length).toFixed(0);
    const [hours, most] = [mean((one) => one.hours), mean((one) => one.most)];
    return [name, hours, `$${most}`, `$${mean(({ spot }) => spot)}`, mean(({ writes }) => writes)];
  };
  const head = ['24 h of 8 bids for 2 instances each', 'Instance-hours', 'Cost at most', 'At the spot price', 'Writes'];
  const rows = [row('bids near the spot price', alone), row('with a ladder of 5 % after 5 min, cap $14.00', climbing)];
  const table = [head, head.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n');
  expectOnPage('docs/rules.md', 'example', table);
});

test('a ladder runs more instance-hours than the same bids without it, and never above its cap', () => {
  for (const [n, { hours, highest }] of climbing.entries()) {
    expect(hours).toBeGreaterThan(alone[n]?.hours ?? 0);
    expect(highest).toBeLessThanOrEqual(cents(1400).micros);
  }
});
