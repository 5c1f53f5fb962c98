import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BidFid } from '../../../../src/contract/fid.ts';
import type { BidRecord, BidState, BidStep } from '../../../../src/features/money/bid-record.ts';
import { type DoneAction, effectsOf as sumsOf } from '../../../../src/features/rules/engine/effects.ts';
import { HOUR_MS } from '../../../../src/lib/duration.ts';
import type { Sum } from '../../../../src/lib/sum.ts';

const dollars = (amount: number) => ({ sign: '$', micros: BigInt(Math.round(amount * 1e6)) });
const fid = BidFid.parse('bid_a');

/** A list at an hour that shows the bid so for the first time; the list before was at the same time, so that nothing is unsure. */
function step(hour: number, state: BidState, limit: number, running: number): BidStep {
  return { at: hour * HOUR_MS, since: hour * HOUR_MS, state, limit: dollars(limit), quantity: 8, running };
}

/** The effects as amounts, where all of them are known. */
const amountsIn = (sum: Sum<number>) =>
  sum.kind === 'known' ? sum.amounts.map(({ sign, micros }) => ({ sign, micros })) : [];
const effectsOf = (...given: Parameters<typeof sumsOf>) => {
  const { since, cost, saved } = sumsOf(...given);
  return { since, cost: amountsIn(cost), saved: amountsIn(saved) };
};

const record = (steps: readonly BidStep[], observed = [{ from: 0, to: 100 * HOUR_MS }]): readonly BidRecord[] => [
  { project: 'p', bids: [{ traits: { bid: fid, name: 'a', type: 't', region: 'r' }, steps }], observed },
];

const act = (hour: number, kind: 'pause' | 'resume' | 'cancel'): DoneAction => ({
  at: hour * HOUR_MS,
  fid,
  action: { kind, fid, name: 'a', reason: '' },
});
const limit = (hour: number, amount: number): DoneAction => ({
  at: hour * HOUR_MS,
  fid,
  action: { kind: 'limit', fid, name: 'a', reason: '', limit: dollars(amount) },
});

test('a raise of a bid that waits costs all that it then gets, of one that runs only the difference', () => {
  const waits = [step(0, 'open', 2, 0), step(1, 'open', 3, 0), step(2, 'allocated', 3, 4)];
  expect(effectsOf([limit(1, 3)], record(waits), 4 * HOUR_MS).cost).toEqual([dollars(24)]);
  const runs = [step(0, 'allocated', 2, 4), step(1, 'allocated', 3, 4)];
  expect(effectsOf([limit(1, 3)], record(runs), 4 * HOUR_MS).cost).toEqual([dollars(12)]);
});

test('a lowered limit price saves the difference, until somebody changes the price', () => {
  const steps = [step(0, 'allocated', 3, 4), step(1, 'allocated', 2, 4), step(3, 'allocated', 1, 4)];
  expect(effectsOf([limit(1, 2)], record(steps), 9 * HOUR_MS)).toMatchObject({ cost: [], saved: [dollars(8)] });
});

test('where two standings are possible between two lists, the higher amount counts', () => {
  const resumed: BidStep = { ...step(2, 'allocated', 1, 8), since: HOUR_MS };
  const steps = [step(0, 'paused', 1, 0), resumed, { ...step(4, 'paused', 1, 0), since: 3 * HOUR_MS }];
  expect(effectsOf([act(1, 'resume')], record(steps), 9 * HOUR_MS).cost).toEqual([dollars(24)]);
});

test('what a rule let run at a price that can not be read has cost at least the rest; what it paused has saved an unknown amount', () => {
  const strange = { ...step(2, 'allocated', 1, 8), limit: null };
  const resumed = [step(0, 'paused', 1, 0), step(1, 'allocated', 2, 4), strange];
  expect(sumsOf([act(1, 'resume')], record(resumed), 4 * HOUR_MS).cost).toMatchObject({
    kind: 'at-least',
    least: [dollars(8)],
  });
  const paused = [
    { ...step(0, 'allocated', 1, 8), limit: null },
    { ...step(1, 'paused', 1, 0), limit: null },
  ];
  expect(sumsOf([act(1, 'pause')], record(paused), 4 * HOUR_MS).saved.kind).toBe('unknown');
});

test('amounts of two currencies are never added up', () => {
  const other = BidFid.parse('bid_b');
  const [first] = record([step(0, 'allocated', 1, 1), step(1, 'paused', 1, 0)]);
  const euros = { ...step(0, 'allocated', 1, 1), limit: { sign: '€', micros: 2_000_000n } };
  const bids = [
    ...(first?.bids ?? []),
    {
      traits: { bid: other, name: 'b', type: 't', region: 'r' },
      steps: [euros, { ...euros, ...({ at: HOUR_MS, since: HOUR_MS, state: 'paused', running: 0 } as const) }],
    },
  ];
  const both = [
    act(1, 'pause'),
    { at: HOUR_MS, fid: other, action: { kind: 'pause', fid: other, name: 'b', reason: '' } as const },
  ];
  const observed = [{ from: 0, to: 100 * HOUR_MS }];
  expect(effectsOf(both, [{ project: 'p', bids, observed }], 3 * HOUR_MS).saved).toEqual([
    dollars(2),
    { sign: '€', micros: 4_000_000n },
  ]);
});

test('what a rule never did has no time and no amounts', () => {
  expect(effectsOf([], record([step(0, 'allocated', 1, 1)]), HOUR_MS)).toEqual({ since: null, cost: [], saved: [] });
});

/** One hour of a made-up life of a bid: what the rule does at its beginning, and what somebody else does. */
type Hour = {
  readonly rule: 'pause' | 'resume' | null;
  readonly other: 'pause' | 'resume' | null;
  readonly seen: boolean;
};

/** Computes the effects hour by hour, with one answer to each question: who paused it, and who let it run. */
function oracle(hours: readonly Hour[], price: number, instances: number): { cost: number; saved: number } {
  let [paused, byRule, cost, saved] = [false, 'nobody', 0, 0];
  for (const { rule, other, seen } of hours) {
    if (rule === 'pause' && !paused) [paused, byRule] = [true, 'paused'];
    else if (rule === 'resume' && paused) [paused, byRule] = [false, 'resumed'];
    else if (other === 'pause' && !paused) [paused, byRule] = [true, 'nobody'];
    else if (other === 'resume' && paused) [paused, byRule] = [false, 'nobody'];
    if (!seen) continue;
    if (byRule === 'paused') saved += price * instances;
    if (byRule === 'resumed') cost += price * instances;
  }
  return { cost, saved };
}

test('the sums are those of a computation hour by hour, for any order of what the rule and somebody else do', () => {
  const hour = fc.record({
    rule: fc.constantFrom('pause' as const, 'resume' as const, null, null),
    other: fc.constantFrom('pause' as const, 'resume' as const, null, null),
    seen: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(hour, { maxLength: 40 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 9 }),
      (hours, price, instances) => {
        const steps: BidStep[] = [step(0, 'allocated', price, instances)];
        const actions: DoneAction[] = [];
        let paused = false;
        for (const [n, { rule, other }] of hours.entries()) {
          const at = n + 1;
          const does: Hour['rule'] = rule !== null && (rule === 'pause') !== paused ? rule : null;
          const change: Hour['rule'] = does ?? (other !== null && (other === 'pause') !== paused ? other : null);
          if (does !== null) actions.push(act(at, does));
          if (change === null) continue;
          paused = change === 'pause';
          steps.push(step(at, paused ? 'paused' : 'allocated', price, paused ? 0 : instances));
        }
        const observed = [
          { from: 0, to: HOUR_MS },
          ...hours.flatMap(({ seen }, n) => (seen ? [{ from: (n + 1) * HOUR_MS, to: (n + 2) * HOUR_MS }] : [])),
        ];
        const effects = effectsOf(actions, record(steps, observed), (hours.length + 1) * HOUR_MS);
        const { cost, saved } = oracle(hours, price, instances);
        expect(effects.cost).toEqual(cost === 0 ? [] : [dollars(cost)]);
        expect(effects.saved).toEqual(saved === 0 ? [] : [dollars(saved)]);
      },
    ),
    { numRuns: 500 },
  );
});
