import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hindrance } from '../../../../src/features/rules/engine/decision.ts';
import type { RuleBid, RuleView } from '../../../../src/features/rules/engine/view.ts';
import { HINDRANCES, SAY_AFTER_MS, type Trouble, troublesAfter } from '../../../../src/features/rules/hindrances.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';
import { budgetRule, headroomRule, idleRule, ladderRule, scheduleRule, spreadRule } from './made-rules.ts';
import { cents, madeBid, NOON } from './made-view.ts';
import { runRule } from './run-rule.ts';

const ladder = ladderRule();
const budget = budgetRule({ perHour: cents(6000) });
const night = scheduleRule({ pause: '0 13 * * *', resume: null });
const idle = idleRule();
const ahead = headroomRule();
const wide = spreadRule();

const at = (minutes: number): number => NOON + minutes * MINUTE_MS;
const running = (fid: string, more: Partial<RuleBid> = {}): RuleBid =>
  madeBid(fid, { state: 'allocated', running: 2, ...more });
const train = madeBid('train');

type Run = ReturnType<typeof runRule>;
type Way = readonly [reason: string, rule: Rule, way: (run: Run) => ReturnType<Run['step']>];

const priceOf = (price: number): Partial<RuleView> => ({ priceNow: () => cents(price).micros });

/** Refuses each action of a step. */
function refused(run: Run, now: number, all: readonly RuleBid[]): ReturnType<Run['step']> {
  const step = run.step(now, all);
  for (const action of step.actions) run.ended(action, 'refused', now);
  return step;
}

/** Places the bids of a spread and returns them as they are listed then. */
function placed(run: Run): readonly RuleBid[] {
  const { actions } = run.step(NOON, [train]);
  for (const action of actions) run.ended(action, 'done', NOON);
  return actions.map((action) =>
    madeBid(action.name, action.kind === 'place' ? { type: action.type, region: action.region } : {}),
  );
}

const WAYS: readonly Way[] = [
  ['at-cap', ladder, (run) => run.step(NOON, [madeBid('train', { limit: cents(1400) })])],
  ['unusable-price', ladder, (run) => run.step(NOON, [madeBid('train', { limit: cents(1150, '€') })])],
  ['unusable-price', ladder, (run) => run.step(NOON, [madeBid('train', { limit: null })])],
  [
    'not-raised',
    { ...ladder, step: { kind: 'held' } },
    (run) => {
      run.step(NOON, [train]);
      return run.step(at(5), [train]);
    },
  ],
  [
    'not-lowered',
    { ...ladder, lower: { afterMs: 2 * HOUR_MS, floor: cents(800) } },
    (run) => {
      for (let minute = 0; minute < 120; minute += 4) run.step(at(minute), [running('train')]);
      return run.step(at(120), [running('train')]);
    },
  ],
  [
    'resumed-by-hand',
    budget,
    (run) => {
      const costly = running('train', { limit: cents(4050) });
      for (const action of run.step(NOON, [costly]).actions) run.ended(action, 'done', NOON);
      run.step(at(1), [madeBid('train', { state: 'paused' })]);
      return run.step(at(2), [costly]);
    },
  ],
  [
    'left-alone',
    budget,
    (run) => {
      const [one, other] = [running('train', { limit: cents(2000) }), running('train-2', { limit: cents(2000) })];
      for (const action of run.step(NOON, [one, other]).actions) run.ended(action, 'done', NOON);
      run.step(at(1), [madeBid('train', { state: 'paused' }), other]);
      return run.step(at(2), [one, other]);
    },
  ],
  ['nothing-to-pause', budget, (run) => run.step(NOON, [running('eval', { limit: cents(9000) })])],
  ['spending-unknown', { ...budget, perDay: cents(100) }, (run) => run.step(NOON, [])],
  [
    'not-done',
    night,
    (run) => {
      run.step(NOON, [running('train')]);
      for (const minute of [60, 62, 65]) refused(run, at(minute), [running('train')]);
      return run.step(at(70), [running('train')]);
    },
  ],
  ['capped', ahead, (run) => run.step(NOON, [running('train', { limit: cents(1400) })], priceOf(1350))],
  ['no-price', ahead, (run) => run.step(NOON, [running('train')])],
  ['uncomparable', ahead, (run) => run.step(NOON, [running('train', { limit: cents(1400, '€') })], priceOf(1350))],
  ['not-read', idle, (run) => run.step(NOON, [running('train')])],
  ['no-launch', wide, (run) => run.step(NOON, [])],
  ['no-launch', wide, (run) => run.step(NOON, [train, { ...madeBid('other'), name: 'train' }])],
  ['left-out', wide, (run) => run.step(NOON, [{ ...train, volumeRegions: ['us'] }])],
  [
    'retries',
    wide,
    (run) => {
      refused(run, NOON, [train]);
      return run.step(NOON + 1000, [train]);
    },
  ],
  [
    'runs-on',
    wide,
    (run) => {
      const own = placed(run);
      return run.step(at(1), [train, ...own.map((bid) => ({ ...bid, state: 'allocated' as const, running: 2 }))]);
    },
  ],
  [
    'none-left',
    wide,
    (run) => {
      placed(run);
      return run.step(at(1), [train]);
    },
  ],
  [
    'max-writes',
    { ...budget, maxWrites: 1 },
    (run) => run.step(NOON, [running('train', { limit: cents(9000) }), running('train-2', { limit: cents(9000) })]),
  ],
  ['max-cost', { ...wide, maxCost: cents(1) }, (run) => run.step(NOON, [train])],
];

describe('a rule that can not do what it is for knows why', () => {
  test.each(WAYS)('%s', (reason, rule, way) => {
    const { troubles, hindered, hold } = way(runRule(rule));
    expect(hindered ?? hold).toMatch(/\.$/);
    const { isSaid = false, of = [] } = HINDRANCES.get(reason) ?? {};
    expect(troubles.map((trouble) => trouble.reason)).toEqual(isSaid ? [reason] : []);
    expect(of === 'all' || of.some((kind) => kind === rule.kind)).toBe(true);
    // A rehearsal acts on nothing, so nothing keeps it from that.
    expect(way(runRule(rule, false)).troubles).toEqual([]);
  });

  test('each reason is in the table above, but those that depend on when rows were read and on other rules', () => {
    const tried = new Set<string>(WAYS.map(([reason]) => reason));
    expect([...HINDRANCES.keys()].filter((reason) => !tried.has(reason))).toEqual([
      'not-allowed',
      'fights',
      'old-rows',
    ]);
  });
});

test('a ladder that is at its cap for less than a minute says nothing', () => {
  const run = runRule(ladder);
  for (let minute = 0; minute < 60; minute += 2) {
    expect(run.step(at(minute), [madeBid('train', { limit: cents(1400) })]).says).toBeNull();
    expect(run.step(at(minute + 0.5), [running('train', { limit: cents(1400) })]).says).toBeNull();
  }
});

const SAID = (['at-cap', 'not-raised', 'unusable-price'] as const).map(
  (reason): Hindrance => ({ reason, why: `why of ${reason}` }),
);
const QUIET: Hindrance = { reason: 'not-lowered', why: 'as always' };

test('whatever comes and goes: each reason is said once while the rule is hindered, what is usual never, and the end once', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          found: fc.subarray([...SAID, QUIET]),
          seconds: fc.integer({ min: 1, max: 200 }),
          jump: fc.constantFrom(0, 0, 0, -DAY_MS),
        }),
        { maxLength: 40 },
      ),
      (steps) => {
        let [now, troubles, isSaying]: [number, readonly Trouble[], boolean] = [NOON, [], false];
        let told = new Set<string>();
        for (const { found, seconds, jump } of steps) {
          now += seconds * 1000 + jump;
          const after = troublesAfter(troubles, found, now);
          const { says } = after;
          const saying = found.filter((one) => one !== QUIET);
          if (says?.kind === 'hindered') {
            expect(saying.some(({ reason }) => !told.has(reason))).toBe(true);
            expect(says.why).not.toContain(QUIET.why);
            isSaying = true;
          }
          if (says?.kind === 'free') {
            expect([isSaying, saying]).toEqual([true, []]);
            isSaying = false;
          }
          if (isSaying && saying.length === 0) throw new Error('it was not said that nothing hinders it');
          // What has gone may come again, and is said again then.
          told = new Set(after.troubles.flatMap(({ reason, isSaid }) => (isSaid ? [reason] : [])));
          troubles = after.troubles;
        }
      },
    ),
  );
});

test('a reason that stands for a minute is said then, whatever the clock does', () => {
  const [cap] = SAID;
  if (cap === undefined) throw new Error();
  const first = troublesAfter([], [cap], NOON);
  expect(first.says).toBeNull();
  expect(troublesAfter(first.troubles, [cap], NOON + SAY_AFTER_MS).says).toEqual({
    kind: 'hindered',
    why: `${cap.why}.`,
  });
  const back = troublesAfter(first.troubles, [cap], NOON - DAY_MS);
  expect(back.says).toBeNull();
  expect(troublesAfter(back.troubles, [cap], NOON - DAY_MS + SAY_AFTER_MS).says).not.toBeNull();
});
