import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RuleBid } from '../../../../src/features/rules/engine/view.ts';
import { actionFinished, stepRule } from '../../../../src/features/rules/runner/step-rule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/lib/duration.ts';
import { documentedRules } from './documented.ts';
import { by, scheduleRule } from './made-rules.ts';
import { madeBid, madeView, RELEASED } from './made-view.ts';
import { runRule } from './run-rule.ts';

const night = scheduleRule({ bids: by('eval') });
const at = (time: string): number => Date.parse(`2026-11-${time}:00Z`);

const running = (name = 'eval-a', more: Partial<RuleBid> = {}): RuleBid =>
  madeBid(name, { state: 'allocated', running: 2, ...more });
const paused = (name = 'eval-a'): RuleBid => madeBid(name, { state: 'paused' });

function pausedAtEight(rule = night) {
  const run = runRule(rule);
  run.step(at('23T19:59'), [running()]);
  const [action] = run.step(at('23T20:00'), [running()]).actions;
  if (action === undefined) throw new Error('It paused nothing.');
  run.ended(action, 'done', at('23T20:00'));
  return run;
}

test('bids are paused and resumed at their times, and only those of the rule', () => {
  const run = runRule(night);
  const other = madeBid('train', { state: 'allocated' });
  expect(run.step(at('23T19:59'), [running(), other])).toMatchObject({
    actions: [],
    next: { at: at('23T20:00'), text: 'pause at 20:00 UTC' },
  });
  const { actions, next } = run.step(at('23T20:00'), [running(), other]);
  expect(actions).toEqual([{ kind: 'pause', fid: 'eval-a', name: 'eval-a', reason: 'pause at 20:00 UTC, 2 running' }]);
  expect(next?.text).toBe('resume at 07:00 UTC');
  if (actions[0] !== undefined) run.ended(actions[0], 'done', at('23T20:00'));
  expect(run.step(at('23T20:01'), [paused(), other]).actions).toEqual([]);
  expect(run.step(at('24T07:00'), [paused(), other]).actions).toMatchObject([
    { kind: 'resume', reason: 'resume at 07:00 UTC, paused by this rule' },
  ]);
});

test('a bid that a service never lists as paused is resumed all the same', () => {
  const run = pausedAtEight();
  run.step(at('23T20:01'), [running()]);
  run.step(at('23T20:05'), [madeBid('eval-a', { state: 'other' })]);
  expect(run.step(at('24T07:00'), [madeBid('eval-a', { state: 'other' })]).actions).toMatchObject([{ kind: 'resume' }]);
});

test('times that passed while nothing ran are caught up once, the last one only, or skipped', () => {
  const late = at('26T21:30');
  const run = pausedAtEight();
  run.step(at('23T20:01'), [paused()]);
  expect(run.step(at('25T06:00'), [paused()]).actions, 'resumed and paused again in between').toEqual([]);
  expect(run.step(late - 12 * HOUR_MS, [paused()]).actions).toMatchObject([
    { kind: 'resume', reason: 'resume at 07:00 UTC, done late, paused by this rule' },
  ]);
  const skipping = runRule({ ...night, missed: 'skip' });
  skipping.step(at('23T19:00'), [running()]);
  expect(skipping.step(at('23T20:03'), [running()]).actions).toEqual([]);
  expect(skipping.step(at('24T20:01'), [running()]).actions).toHaveLength(1);
});

test('a new rule does nothing about times before it', () => {
  expect(runRule(night).step(at('23T20:00'), [running()]).actions).toEqual([]);
});

test('a bid with a write under way is paused afterwards', () => {
  const run = runRule(night);
  run.step(at('23T19:59'), [running('eval-a', { isBusy: true })]);
  expect(run.step(at('23T20:00'), [running('eval-a', { isBusy: true })]).actions).toEqual([]);
  expect(run.step(at('23T20:07'), [running()]).actions).toMatchObject([
    { kind: 'pause', reason: 'pause at 20:00 UTC, 2 running' },
  ]);
});

test('a write that fails is tried again after one and after two more minutes, and then named', () => {
  const run = runRule(night);
  run.step(at('23T19:59'), [running()]);
  const tries: number[] = [];
  for (let n = 0; n < 20; n++) {
    const now = at('23T20:00') + n * (MINUTE_MS / 2);
    const [action] = run.step(now, [running()]).actions;
    if (action === undefined) continue;
    tries.push(n);
    run.ended(action, n === 0 ? 'missed' : 'refused', now);
  }
  expect(tries).toEqual([0, 2, 6]);
  const { hindered } = run.step(at('23T21:00'), [running()]);
  expect(hindered).toBe('Not done after 3 tries: pause eval-a.');
  expect(run.step(at('24T20:00'), [running()]).actions, 'the next day it is tried again').toHaveLength(1);
});

test('a pause set that the operator has resumed is remembered by the rule', () => {
  const run = runRule({ ...night, bids: { kind: 'set', text: 'evals' } });
  const group = { pauseSet: (name: string) => (name === 'evals' ? new Set(['eval-a']) : null) };
  run.step(at('23T18:00'), [paused(), paused('eval-b')], group);
  run.step(at('23T19:00'), [running(), running('eval-b')]);
  expect(run.step(at('23T20:00'), [running(), running('eval-b')]).actions).toMatchObject([{ fid: 'eval-a' }]);
});

test('of two bids with one name the one that was paused meanwhile is left alone while the other is named as not done', () => {
  const run = runRule(night);
  const twins = (more: Partial<RuleBid>): RuleBid[] => [running('eval-a', more), running('eval-b', { name: 'eval-a' })];
  run.step(at('23T19:59'), twins({}));
  for (let n = 0; n < 10; n++) {
    const now = at('23T20:00') + n * MINUTE_MS;
    const { actions } = run.step(now, twins(n < 5 ? { isBusy: true } : { state: 'paused', running: 0 }));
    for (const action of actions) run.ended(action, 'refused', now);
  }
  const resumed = run.step(at('23T21:00'), twins({}));
  expect(resumed.hindered).toBe('Not done after 3 tries: pause eval-a.');
  expect(resumed.actions, 'resumed by the operator').toEqual([]);
});

test('a clock that was a year ahead and is put right does not stop the schedule; one put back by an hour does no time twice', () => {
  const run = runRule(night);
  run.step(at('23T19:00') + 365 * 24 * HOUR_MS, [running()]);
  run.step(at('23T19:01'), [running()]);
  expect(run.step(at('23T20:00'), [running()]).actions).toMatchObject([{ reason: 'pause at 20:00 UTC, 2 running' }]);
  const again = pausedAtEight();
  again.step(at('23T20:30'), [paused()]);
  again.step(at('23T20:31'), [running()]);
  again.step(at('23T19:31'), [running()]);
  expect(again.step(at('23T20:01'), [running()]).actions).toEqual([]);
});

describe('a clock that was put forward, and put right', () => {
  const day = (time: string): number => at(`23T${time}`);
  /** Follows the rule minute by minute, by a clock that is ahead for some minutes from a time on. Returns what it did, and when. */
  function followedFrom(start: string, until: string, wrong: { from: string; minutes: number; aheadMs: number }) {
    const run = runRule(night);
    const done: string[] = [];
    let bid = running();
    for (let now = at(start); now < at(until); now += MINUTE_MS) {
      const isWrong = now >= day(wrong.from) && now < day(wrong.from) + wrong.minutes * MINUTE_MS;
      const shown = isWrong ? now + wrong.aheadMs : now;
      for (const action of run.step(shown, [bid]).actions) {
        done.push(`${new Date(now).toISOString().slice(8, 16)} ${action.kind}`);
        bid = action.kind === 'pause' ? paused() : running();
        run.ended(action, 'done', shown);
      }
    }
    return done;
  }

  test.each([
    ['23 h', '10:00', 23 * HOUR_MS],
    ['23 h, over the time of the pause', '19:58', 23 * HOUR_MS],
    ['a year', '10:00', 365 * 24 * HOUR_MS],
    ['11 h, over nothing', '08:00', 11 * HOUR_MS],
  ])('by %s at %s: the pause of that evening and the resume of the morning are done', (_, from, aheadMs) => {
    const done = followedFrom('23T07:30', '24T09:00', { from, minutes: 5, aheadMs });
    expect(done).toEqual([from === '19:58' ? '23T20:03 pause' : '23T20:00 pause', '24T07:00 resume']);
  });

  test('by 3 h: the pause was done too early, and is in force in the evening all the same', () => {
    const done = followedFrom('23T07:30', '24T09:00', { from: '18:00', minutes: 5, aheadMs: 3 * HOUR_MS });
    expect(done).toEqual(['23T18:00 pause', '24T07:00 resume']);
  });
});

test('a pause and a resume that daylight saving moves to one moment are done in their order: the later one is what stays', () => {
  const gap = (pause: string, resume: string): string[] => {
    const run = runRule({ ...night, pause, resume, zone: 'Europe/Berlin' });
    const moment = Date.parse('2026-03-29T01:00:00Z');
    const first = run.step(Date.parse('2026-03-29T00:00:00Z'), [running()]);
    const { actions } = run.step(moment, [running()]);
    return [first.next?.text ?? '', ...actions.map(({ kind }) => kind)];
  };
  expect(gap('15 2 * * *', '45 2 * * *')).toEqual(['resume at 03:00 Europe/Berlin']);
  expect(gap('45 2 * * *', '15 2 * * *')).toEqual(['pause at 03:00 Europe/Berlin', 'pause']);
  expect(gap('45 2 * * *', '0 3 * * *')).toEqual(['resume at 03:00 Europe/Berlin']);
});

describe('daylight saving', () => {
  const early = { ...night, pause: '30 2 * * *', resume: null, zone: 'Europe/Berlin' };
  test.each([
    ['a time that is skipped', '2026-03-28T23:00:00Z'],
    ['a time that comes twice', '2026-10-24T22:00:00Z'],
  ])('%s is done once', (_, from) => {
    const run = runRule(early);
    let done = 0;
    for (let now = Date.parse(from); now < Date.parse(from) + 8 * HOUR_MS; now += 5 * MINUTE_MS) {
      for (const action of run.step(now, [running()]).actions) {
        done += 1;
        run.ended(action, 'done', now);
      }
    }
    expect(done).toBe(1);
  });
});

/** What happens between two steps of a schedule, in any order. */
const happening = fc.oneof(
  fc.record({ does: fc.constant('time' as const), minutes: fc.integer({ min: -90, max: 900 }) }),
  fc.record({ does: fc.constantFrom('pause' as const, 'resume' as const), bid: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ does: fc.constant('outcomes' as const), outcome: fc.constantFrom('done', 'refused', 'missed') }),
);

test('whatever the operator, the clock and the service do: a schedule resumes only what it has paused, and sends at most three writes for a time and bid until the clock is put back', () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 5, maxLength: 60 }), (steps) => {
      const names = ['eval-a', 'eval-b', 'eval-c'];
      const isPaused = names.map(() => false);
      /** Who has paused each bid. */
      const by: ('rule' | 'operator' | null)[] = names.map(() => null);
      const sent = new Map<string, number>();
      let now = at('23T12:00');
      let memory: string | null = null;
      let outcome: 'done' | 'refused' | 'missed' = 'done';
      for (const one of steps) {
        if (one.does === 'time') {
          now += one.minutes * MINUTE_MS;
          // A clock that is put right passes times again that were done while it was wrong.
          if (one.minutes < 0) sent.clear();
        } else if (one.does === 'outcomes')
          outcome = one.outcome === 'done' || one.outcome === 'refused' ? one.outcome : 'missed';
        else {
          isPaused[one.bid] = one.does === 'pause';
          by[one.bid] = one.does === 'pause' ? (by[one.bid] ?? 'operator') : null;
        }
        const bids = names.map((name, n) => (isPaused[n] === true ? paused(name) : running(name)));
        const view = madeView(now, bids);
        const step = stepRule(night, { ...RELEASED, memory }, view);
        memory = step.memory;
        for (const action of step.actions) {
          if (action.kind !== 'pause' && action.kind !== 'resume') throw new Error(action.kind);
          const n = names.indexOf(action.fid);
          if (action.kind === 'resume') expect(by[n]).toBe('rule');
          const [, due] = /"due":\{[^}]*"at":(\d+)/.exec(step.memory) ?? [];
          const key = `${due} ${action.kind} ${action.fid}`;
          sent.set(key, (sent.get(key) ?? 0) + 1);
          expect(sent.get(key)).toBeLessThanOrEqual(3);
          if (outcome === 'done') {
            isPaused[n] = action.kind === 'pause';
            by[n] = action.kind === 'pause' ? 'rule' : null;
          }
          memory = actionFinished(night, memory, action, outcome, { now, fid: action.fid });
        }
        const shown = names.map((name, n) => (isPaused[n] === true ? paused(name) : running(name)));
        memory = stepRule(night, { ...RELEASED, memory }, madeView(now, shown)).memory;
      }
    }),
    { numRuns: 150 },
  );
});

test('the example in docs/rules.md is a schedule', () => {
  expect(documentedRules('Schedule')).toMatchObject([{ kind: 'schedule', missed: 'catch-up' }]);
});
