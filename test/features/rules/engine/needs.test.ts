import { expect, test } from 'vitest';
import { BidFid } from '../../../../src/contract/fid.ts';
import { readAtOnce, waitsText } from '../../../../src/features/rules/engine/needs.ts';
import type { ReadTimes, RuleBid } from '../../../../src/features/rules/engine/view.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import type { RuleStep } from '../../../../src/features/rules/runner/step-rule.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';
import { budgetRule, idleRule, ladderRule, scheduleRule, spreadRule } from './made-rules.ts';
import { cents, madeBid, NOON } from './made-view.ts';
import { runRule } from './run-rule.ts';

const climb = ladderRule();
const night = scheduleRule({ pause: '5 12 * * *', resume: null });
const wide = spreadRule({ quantity: 1, places: [{ type: '8xa100', region: 'eu', limit: cents(300) }] });
const lazy = idleRule({ name: 'lazy', afterMs: 5 * MINUTE_MS });
const cap = budgetRule({ name: 'cap', perHour: cents(100) });

const outbid = (more: Partial<RuleBid> = {}): RuleBid => madeBid('train', more);
const running = outbid({ state: 'allocated', running: 2, machinesRead: true, idleSince: NOON - 30 * MINUTE_MS });
const stopped = (bid: RuleBid): RuleBid => ({ ...bid, state: 'paused', running: 0, idleSince: null });
/** Five minutes later each of the rules wants to act. */
const DUE = NOON + 5 * MINUTE_MS;

/** What rules decide from when only some of it was read some time ago. */
const read = (more: Partial<ReadTimes>) => ({ read: { ...readAtOnce(DUE), ...more } });
const before = (ms: number) => () => DUE - ms;

const said = ({ waits }: Pick<RuleStep, 'waits'>): string => (waits === null ? '' : waitsText(waits, DUE));

/** A rule at the time when it wants to act. */
function due(rule: Rule) {
  const run = runRule(rule);
  if (rule.kind !== 'spread') run.step(NOON, [rule.kind === 'ladder' ? outbid() : running]);
  return (more: Partial<ReadTimes>) => {
    const bid = rule.kind === 'ladder' ? outbid() : running;
    return run.step(DUE, [bid, madeBid('other', { running: 9 })], read(more));
  };
}

test.each<[Rule]>([[night], [climb], [wide], [lazy], [cap]])(
  'a $kind does nothing while the bid that it would change was read 48 s ago, remembers nothing of it, says so, and acts on the next reading',
  (rule) => {
    const step = due(rule);
    const known = step({ bidAt: before(48_000) });
    expect(known).toMatchObject({ actions: [], rehearsed: [], next: null, hindered: null, reads: ['train'] });
    expect(said(known)).toBe('train was last read 48s ago, and it decides on bids at most 15s old');
    expect(step({ bidAt: before(16_000) }).memory, 'what it remembers').toBe(known.memory);
    expect(step({ bidAt: before(15_000) })).toMatchObject({ actions: [{}], waits: null });
  },
);

test.each<[Rule, number]>([
  [night, 1],
  [climb, 1],
  [lazy, 0],
  [cap, 0],
])(
  'a $kind that looks at instances waits for those of the bid that it would change, another one does not',
  (rule, actions) => {
    const { actions: done, waits } = due(rule)({ instancesAt: before(31_000) });
    expect(done).toHaveLength(actions);
    if (actions === 0)
      expect(said({ waits })).toBe(
        'the instances of train were last read 31s ago, and it decides on instances at most 30s old',
      );
  },
);

test('a rule acts on a bid that was just read, however old the other ones are', () => {
  expect(due(climb)({ bidAt: (fid) => (fid === 'train' ? DUE : DUE - 9 * MINUTE_MS) }).actions).toHaveLength(1);
});

test.each<[Rule]>([[night], [climb], [lazy], [cap]])(
  'of several bids a $kind changes those that were just read, and goes on with the others once they were',
  (rule) => {
    const run = runRule(rule);
    const both = ['train-a', 'train-b'].map((fid) =>
      madeBid(fid, rule.kind === 'ladder' ? {} : { ...running, fid: BidFid.parse(fid), name: fid }),
    );
    run.step(NOON, both);
    const first = run.step(DUE, both, read({ bidAt: (fid) => (fid === 'train-a' ? DUE : DUE - 48_000) }));
    expect(first).toMatchObject({ actions: [{ fid: 'train-a' }], reads: ['train-b'] });
    expect(said(first)).toMatch(/^train-b was last read 48s ago/);
    for (const action of first.actions) run.ended(action, 'done', DUE);
    const paused = both.map((bid) => (bid.name === 'train-a' && rule.kind !== 'ladder' ? stopped(bid) : bid));
    const then = run.step(DUE + 5000, paused, { read: readAtOnce(DUE + 5000) });
    expect(then).toMatchObject({ actions: [{ fid: 'train-b' }], waits: null, reads: [] });
  },
);

test.each<[Rule]>([[night], [climb], [wide], [lazy], [cap]])(
  'a $kind decides nothing from complete lists that are more than ten minutes old, also when its bids were just read',
  (rule) => {
    const step = due(rule);
    const { actions, waits } = step({ listsAt: DUE - 10 * MINUTE_MS - 1 });
    expect(actions).toEqual([]);
    expect(said({ waits })).toBe(
      'the complete lists were last read more than 10m ago, and it decides on lists at most 10m old',
    );
    expect(step({ listsAt: DUE - 10 * MINUTE_MS }).actions).toHaveLength(1);
  },
);

test('a spread places nothing before the complete list shows the bids that rules have placed', () => {
  const step = due(wide);
  expect(step({ showsPlaced: false })).toMatchObject({ actions: [], waits: { old: null } });
  expect(step({}).actions).toHaveLength(1);
});

test('rows from before the clock was set back are not new', () => {
  const { actions, waits } = due(climb)({ bidAt: () => DUE + 60_000 });
  expect(actions).toEqual([]);
  expect(said({ waits })).toBe(
    'train was last read before the clock was set back, and it decides on bids at most 15s old',
  );
});

test('a rule that only rehearses does not say from old rows what it would do', () => {
  const run = runRule(climb, false);
  run.step(NOON, [outbid()]);
  expect(run.step(DUE, [outbid()], read({ bidAt: before(48_000) })).rehearsed).toEqual([]);
  expect(run.step(DUE, [outbid()], read({})).rehearsed).toHaveLength(1);
});

test('that it waits for its bids is said once when it has lasted for a minute, with the age, and again when they were read', () => {
  const run = runRule(climb);
  for (let minute = 0; minute < 5; minute++) run.step(NOON + minute * MINUTE_MS, [outbid()]);
  const said: unknown[] = [];
  for (let seconds = 0; seconds <= 180; seconds += 5) {
    const now = DUE + seconds * 1000;
    const bidAt = (): number => (seconds < 120 ? DUE - 48_000 : now);
    const { says } = run.step(now, [outbid()], { read: { ...readAtOnce(now), bidAt } });
    if (says !== null) said.push([seconds, says]);
  }
  const why = 'train was last read 1m ago, and it decides on bids at most 15s old.';
  expect(said).toEqual([
    [60, { kind: 'hindered', why }],
    [120, { kind: 'free' }],
  ]);
});

test('what hinders a rule and was said is not said again after it has waited for rows', () => {
  const run = runRule({ ...cap, pause: ['no-such-bid'] });
  const said: unknown[] = [];
  for (let seconds = 0; seconds <= 300; seconds += 10) {
    const now = NOON + seconds * 1000;
    const listsAt = seconds >= 100 && seconds < 200 ? now - 11 * MINUTE_MS : now;
    const { says } = run.step(now, [running], { read: { ...readAtOnce(now), listsAt } });
    if (says !== null) said.push([seconds, says.kind]);
  }
  expect(said).toEqual([
    [60, 'hindered'],
    [160, 'hindered'],
  ]);
});

test('a ladder does nothing while prices are computed, says so, and acts once they are known; other rules go on', () => {
  const run = runRule(climb);
  run.step(NOON, [outbid()]);
  const during = run.step(DUE, [outbid()], { isComputing: true });
  expect(during).toMatchObject({ actions: [], next: null, reads: [] });
  expect(said(during)).toBe('the prices of the last days are still being computed');
  expect(run.step(DUE, [outbid()]).actions).toHaveLength(1);
  const other = runRule(lazy);
  other.step(NOON, [running]);
  expect(other.step(DUE, [running], { isComputing: true }).actions).toHaveLength(1);
});
