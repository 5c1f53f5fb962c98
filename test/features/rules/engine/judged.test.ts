import { expect, test } from 'vitest';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';
import { expectOnPage } from '../../../written-page.ts';
import { documentedRules } from './documented.ts';
import { type Fleet, judgedFleet, type Outcome } from './judged-fleet.ts';
import { cents } from './made-view.ts';

const SEEDS = 4;

const common = { allow: false, maxWrites: 1000, maxCost: cents(10_000_000) };
const all = { kind: 'filter', text: 'job' } as const;
/** The ladder of the example in docs/rules.md. */
const example = documentedRules('Example');
const schedule: Rule = {
  ...common,
  name: 'night',
  kind: 'schedule',
  bids: all,
  pause: '0 20 * * *',
  resume: '0 7 * * *',
  zone: 'UTC',
  missed: 'catch-up',
};
const idle: Rule = { ...common, name: 'idle', kind: 'idle', bids: all, afterMs: 30 * MINUTE_MS, maxCost: null };
const budget: Rule = {
  ...common,
  name: 'budget',
  kind: 'budget',
  perHour: cents(10_000),
  perDay: null,
  pause: ['job'],
  zone: 'UTC',
  maxCost: null,
};
const spread: Rule = {
  ...common,
  name: 'wide',
  kind: 'spread',
  like: 'job-0',
  quantity: 2,
  cancelRunning: true,
  places: ['gpu0', 'gpu1', 'gpu2'].map((type) => ({ type, region: 'eu', limit: cents(1000) })),
};

const usual: Omit<Fleet, 'seed'> = {
  ms: DAY_MS,
  pools: 2,
  capacity: 16,
  bids: 8,
  limits: [0.9, 1.2],
  rules: [],
};

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
const sums = new Map<string, readonly Outcome[]>();

/** Runs a fleet on several markets, once. */
function runs(fleet: Omit<Fleet, 'seed'>): readonly Outcome[] {
  const key = JSON.stringify(fleet, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
  const known = sums.get(key) ?? Array.from({ length: SEEDS }, (_, n) => judgedFleet({ ...fleet, seed: n + 1 }));
  sums.set(key, known);
  return known;
}

type Row = readonly [string, Omit<Fleet, 'seed'>];

const waiting = { ...usual, ms: 6 * HOUR_MS, pools: 3, bids: 1, limits: [0.85, 0.95] } as const;
const expensive = { ...usual, limits: [1.3, 1.6], budget: 100 } as const;
const lazy = { ...usual, limits: [1.3, 1.6], idle: 0.3 } as const;
const steady = { ...usual, limits: [1.3, 1.6] } as const;
const rows: readonly Row[] = [
  ['bids near the spot price', usual],
  ['with a ladder of 5 % after 5 min, cap $14.00', { ...usual, rules: example }],
  ['bids well above the spot price', steady],
  ['paused by a schedule from 20:00 to 7:00', { ...steady, rules: [schedule] }],
  ['the same bids, idle in 30 % of the hours', lazy],
  ['paused when idle for 30 min', { ...lazy, rules: [idle] }],
  ['the same bids, a budget of $100.00 per hour', expensive],
  ['paused by the budget', { ...expensive, rules: [budget] }],
  ['6 h: one bid that is too low, in one of three types', waiting],
  ['6 h: the same, spread over the three types at $10.00', { ...waiting, rules: [spread] }],
];

/** The first rows are the example of docs/rules.md. */
const EXAMPLE_ROWS = 2;

function table(shown: readonly Row[]): string {
  const head = [
    '24 h of 8 bids for 2 instances each',
    'Instance-hours',
    'Cost at most',
    'At the spot price',
    'Writes',
    'Also',
  ];
  const cells = shown.map(([name, fleet]) => {
    const found = runs(fleet);
    const of = (pick: (one: Outcome) => number): number => mean(found.map(pick));
    const filled = found.flatMap(({ filledAfter }) => filledAfter ?? []);
    const also =
      'idle' in fleet
        ? `${of(({ idleHours }) => idleHours).toFixed(0)} of them idle`
        : 'budget' in fleet
          ? `${of(({ overBudgetHours }) => overBudgetHours).toFixed(1)} h above the budget`
          : fleet.ms < DAY_MS
            ? `filled in ${filled.length} of ${SEEDS} markets${filled.length === 0 ? '' : `, after ${(mean(filled) * 60).toFixed(0)} min`}`
            : '';
    const dollars = (amount: number): string => `$${amount.toFixed(0)}`;
    return [
      ...[name, of(({ instanceHours }) => instanceHours).toFixed(0), dollars(of(({ most }) => most))],
      ...[dollars(of(({ spot }) => spot)), of(({ writes }) => writes).toFixed(0), also],
    ];
  });
  return [head, head.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

test('the page on rules shows what each kind does on the embedded market', () => {
  expectOnPage('test/features/rules/engine/README.md', 'judged', table(rows));
});

test('the example of docs/rules.md has the amounts that it comes to', () => {
  expectOnPage('docs/rules.md', 'example', table(rows.slice(0, EXAMPLE_ROWS)));
});

const total = (fleet: Omit<Fleet, 'seed'>, pick: (one: Outcome) => number): number => mean(runs(fleet).map(pick));

test('a ladder runs more instance-hours than the same bids without it, and never above its cap', () => {
  const climbing = { ...usual, rules: example };
  for (const [n, one] of runs(climbing).entries()) {
    expect(one.instanceHours).toBeGreaterThanOrEqual(runs(usual)[n]?.instanceHours ?? 0);
    expect(one.highest).toBeLessThanOrEqual(cents(1400).micros);
  }
  expect(total(climbing, ({ instanceHours }) => instanceHours)).toBeGreaterThan(
    1.05 * total(usual, ({ instanceHours }) => instanceHours),
  );
});

test('a schedule of 11 hours of each day saves nearly that part of the cost', () => {
  const part = total({ ...steady, rules: [schedule] }, ({ most }) => most) / total(steady, ({ most }) => most);
  expect(part).toBeGreaterThan(13 / 24 - 0.06);
  expect(part).toBeLessThan(13 / 24 + 0.06);
});

test('what idles is paused: at most the wait of each bid is idle', () => {
  expect(total({ ...lazy, rules: [idle] }, ({ idleHours }) => idleHours)).toBeLessThan(
    0.25 * total(lazy, ({ idleHours }) => idleHours),
  );
});

test('above a budget the fleet is paused until it is below, within two readings of the lists', () => {
  expect(total(expensive, ({ overBudgetHours }) => overBudgetHours)).toBeGreaterThan(20);
  expect(total({ ...expensive, rules: [budget] }, ({ overBudgetHours }) => overBudgetHours)).toBeLessThan(0.2);
});

test('a spread is filled sooner than a bid in one place, and leaves one bid beside the one that it is like', () => {
  const spreading = runs({ ...waiting, rules: [spread] });
  const alone = runs(waiting);
  const filled = (some: readonly Outcome[]): number => some.filter(({ filledAfter }) => filledAfter !== null).length;
  expect(filled(spreading)).toBeGreaterThanOrEqual(filled(alone));
  for (const { bidsLeft, filledAfter } of spreading) if (filledAfter !== null) expect(bidsLeft).toBeLessThanOrEqual(2);
});

test('all rules together, on any market: no rule sends more than its writes per hour', () => {
  const few = [...example, schedule, budget, idle].map((rule): Rule => ({ ...rule, maxWrites: 3 }));
  for (const { mostWrites } of runs({ ...lazy, ms: 4 * HOUR_MS, limits: [0.9, 1.3], rules: few }))
    expect(mostWrites).toBeLessThanOrEqual(3);
});
