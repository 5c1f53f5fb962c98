import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyOf } from '../../../src/journal/scope.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { openFeatureJournal } from './open-journal.ts';

const RULE = { name: 'night', version: '1' };
const STORED = { ...RULE, released: true, memory: 'null', next: null };
const intent = (outcome: string | null) => ({ fid: 'bid_a', action: '{}', outcome });

/** A journal of this console whose runner is `a`, and the journal of another console on the same file. */
function two() {
  const path = newPath();
  let now = NOON;
  const [own, other] = [path, path].map((one) => openFeatureJournal(one, () => now));
  if (own === undefined || other === undefined) throw new Error('there are two journals');
  onTestFinished(() => {
    own.close();
    other.close();
  });
  own.declareRules(HERE, [RULE]);
  own.releaseRule(HERE, RULE);
  own.takeLease(HERE, 'a', 'a test', null);
  const begin = (...outcomes: readonly (string | null)[]) =>
    own.beginRuleActions(HERE, 'a', STORED, outcomes.map(intent)).ids;
  const end = (id: number, outcome: string) =>
    own.endRuleAction(HERE, 'a', { id, outcome, fid: null }, { name: RULE.name, memory: 'null' });
  const wait = (ms: number): void => {
    now += ms;
  };
  return { path, own, other, begin, end, wait };
}

/** Counts the rows that are read from the file while a function runs. */
function rowsRead(act: () => void): number {
  let rows = 0;
  const { all, get } = StatementSync.prototype;
  const spies = [
    vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
      const found = all.apply(this, values);
      rows += found.length;
      return found;
    }),
    vi.spyOn(StatementSync.prototype, 'get').mockImplementation(function (this: StatementSync, ...values) {
      const found = get.apply(this, values);
      // Which version the file is of is asked each time, and is no row.
      rows += found === undefined || this.sourceSQL.startsWith('PRAGMA') ? 0 : 1;
      return found;
    }),
  ];
  act();
  for (const spy of spies) spy.mockRestore();
  return rows;
}

test('with 10,000 actions in the journal, reading them again reads one row, and one more for each that is new or without an outcome', () => {
  const { own, other, begin, end } = two();
  begin(...Array.from({ length: 10_000 }, () => 'done'));
  expect(rowsRead(() => void other.ruleActions(HERE, 0))).toBe(10_001);
  const before = other.ruleActions(HERE, 0);
  expect(rowsRead(() => expect(other.ruleActions(HERE, 0)).toBe(before))).toBe(1);
  expect(rowsRead(() => expect(other.ruleActions(HERE, NOON)).toBe(before))).toBe(1);
  const ids = begin(null, null);
  expect(rowsRead(() => expect(other.ruleActions(HERE, 0)).toHaveLength(10_002))).toBe(3);
  expect(rowsRead(() => void other.ruleActions(HERE, 0))).toBe(3);
  for (const id of ids) end(id, 'done');
  expect(rowsRead(() => void other.ruleActions(HERE, 0))).toBe(3);
  expect(rowsRead(() => void other.ruleActions(HERE, 0))).toBe(1);
  expect(other.ruleActions(HERE, 0)).toEqual(own.ruleActions(HERE, 0));
});

test('what another program adds, ends and deletes is read, and what is as it was stays the same object', () => {
  const { path, own, other, begin, end, wait } = two();
  const [first, second] = begin(null, null);
  const [seen] = other.ruleActions(HERE, 0);
  expect(other.ruleActions(HERE, 0).map(({ outcome }) => outcome)).toEqual([null, null]);
  end(second ?? 0, 'missed');
  expect(other.ruleActions(HERE, 0).map(({ outcome }) => outcome)).toEqual([null, 'missed']);
  expect(other.ruleActions(HERE, 0)[0]).toBe(seen);
  end(first ?? 0, 'done');
  begin('rehearsed');
  expect(other.ruleActions(HERE, 0).map(({ outcome }) => outcome)).toEqual(['done', 'missed', 'rehearsed']);
  wait(91 * DAY_MS);
  begin('done');
  expect(other.ruleActions(HERE, 0).map(({ outcome }) => outcome)).toEqual(['done']);
  own.forget(HERE.service);
  expect(other.ruleActions(HERE, 0)).toEqual([]);
  using another = new DatabaseSync(path);
  another.prepare("INSERT INTO rule_actions (scope, rule, at, action) VALUES (?, 'night', 0, '{}')").run(keyOf(HERE));
  expect(other.ruleActions(HERE, NOON).map(({ outcome }) => outcome)).toEqual([null]);
});

test('older actions are left out as time passes, and those without an outcome never', () => {
  const { own, begin, wait } = two();
  begin('done', null);
  wait(DAY_MS);
  begin('refused');
  const outcomesSince = (since: number) => own.ruleActions(HERE, since).map(({ outcome }) => outcome);
  expect(outcomesSince(NOON)).toEqual(['done', null, 'refused']);
  expect(outcomesSince(NOON + 1)).toEqual([null, 'refused']);
  expect(own.ruleActions(HERE, NOON + DAY_MS)).toBe(own.ruleActions(HERE, NOON + 1));
  expect(outcomesSince(NOON + DAY_MS + 1)).toEqual([null]);
  // A clock that was set back.
  expect(outcomesSince(NOON)).toEqual(['done', null, 'refused']);
});

test('an intent is kept only by the holder, and only while the rule is as it was when it decided', () => {
  const path = newPath();
  const [a, b] = [path, path].map((one) => openFeatureJournal(one, () => NOON));
  if (a === undefined || b === undefined) throw new Error('there are two journals');
  onTestFinished(a.close);
  onTestFinished(b.close);
  const begin = (journal: typeof a, holder: string) => journal.beginRuleActions(HERE, holder, STORED, [intent(null)]);
  a.takeLease(HERE, 'a', 'program a', null);
  a.declareRules(HERE, [RULE]);
  expect(begin(a, 'a').change).toBe('lost');
  a.releaseRule(HERE, RULE);
  expect(begin(b, 'b')).toEqual({ change: 'lost', ids: [] });
  expect(begin(a, 'a').change).toBe('kept');
  b.holdRules(HERE, ['night'], 'Held by the operator.');
  expect(begin(a, 'a').change).toBe('lost');
  b.holdRules(HERE, ['night'], null);
  b.declareRules(HERE, [{ name: 'night', version: '2' }]);
  expect(begin(a, 'a').change).toBe('lost');
  expect(b.ruleActions(HERE, 0)).toHaveLength(1);
});
