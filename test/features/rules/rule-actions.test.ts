import { rmSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRecent } from '../../../src/features/rules/follow-rules.ts';
import type { StoredRuleAction } from '../../../src/features/rules/journal/rules.ts';
import { createRuleReader, type RuleReader } from '../../../src/features/rules/rule-reader.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { keyOf } from '../../../src/journal/scope.ts';
import { DAY_MS } from '../../../src/lib/duration.ts';
import { jsonWithBigints } from '../../../src/lib/values.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';

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

async function rowsRead(act: () => Promise<unknown>): Promise<number> {
  let rows = 0;
  const { all, get } = StatementSync.prototype;
  const spies = [
    vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (this: StatementSync, ...values) {
      const found = all.apply(this, values);
      rows += this.sourceSQL.includes('FROM rule_actions') ? found.length : 0;
      return found;
    }),
    vi.spyOn(StatementSync.prototype, 'get').mockImplementation(function (this: StatementSync, ...values) {
      const found = get.apply(this, values);
      rows += found !== undefined && this.sourceSQL.includes('FROM rule_actions') ? 1 : 0;
      return found;
    }),
  ];
  await act();
  for (const spy of spies) spy.mockRestore();
  return rows;
}

const actionsIn = (kept: Awaited<ReturnType<RuleReader>>): readonly StoredRuleAction[] =>
  'unreadable' in kept ? [] : kept.actions;

/** The actions as a program reads them again and again. */
const readerOf = (journal: FeatureJournal) => {
  const read = createRuleReader(sameThread(journal));
  return async () => actionsIn(await read(HERE));
};

test('with 10,000 actions in the journal, reading them again reads one row, and one more for each that is new or without an outcome', async () => {
  const { own, other, begin, end } = two();
  const actions = readerOf(other);
  begin(...Array.from({ length: 10_000 }, () => 'done'));
  expect(await rowsRead(actions)).toBe(10_001);
  const before = await actions();
  expect(await rowsRead(async () => expect(await actions()).toBe(before))).toBe(1);
  const ids = begin(null, null);
  expect(await rowsRead(async () => expect(await actions()).toHaveLength(10_002))).toBe(3);
  expect(await rowsRead(actions)).toBe(3);
  for (const id of ids) end(id, 'done');
  expect(await rowsRead(actions)).toBe(3);
  expect(await rowsRead(actions)).toBe(1);
  expect(await actions()).toEqual(own.ruleActions(HERE));
});

test('what another program adds, ends and deletes is read, and what is as it was stays the same object', async () => {
  const { path, own, other, begin, end, wait } = two();
  const actions = readerOf(other);
  const outcomes = async () => (await actions()).map(({ outcome }) => outcome);
  const [first, second] = begin(null, null);
  const [seen] = await actions();
  expect(await outcomes()).toEqual([null, null]);
  end(second ?? 0, 'missed');
  expect(await outcomes()).toEqual([null, 'missed']);
  expect((await actions())[0]).toBe(seen);
  end(first ?? 0, 'done');
  begin('rehearsed');
  expect(await outcomes()).toEqual(['done', 'missed', 'rehearsed']);
  wait(91 * DAY_MS);
  begin('done');
  expect(await outcomes()).toEqual(['done']);
  own.forget(HERE.service);
  expect(await outcomes()).toEqual([]);
  using another = new DatabaseSync(path);
  another.prepare("INSERT INTO rule_actions (scope, rule, at, action) VALUES (?, 'night', 0, '{}')").run(keyOf(HERE));
  expect(await outcomes()).toEqual([null]);
});

test('of another project, and of another file, all actions are read', async () => {
  const { path, other, begin, end } = two();
  const read = createRuleReader(sameThread(other));
  const outcomes = async (scope = HERE) => actionsIn(await read(scope)).map(({ outcome }) => outcome);
  const [first] = begin(null);
  end(first ?? 0, 'done');
  expect(await outcomes()).toEqual(['done']);
  expect(await outcomes({ ...HERE, project: 'another' })).toEqual([]);
  expect(await outcomes()).toEqual(['done']);
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  const after = openFeatureJournal(path, () => NOON);
  onTestFinished(after.close);
  after.declareRules(HERE, [RULE]);
  after.releaseRule(HERE, RULE);
  after.takeLease(HERE, 'b', 'a test', null);
  after.beginRuleActions(HERE, 'b', STORED, ['rehearsed', 'refused'].map(intent));
  expect(await outcomes()).toEqual(['rehearsed', 'refused']);
});

test('older actions are left out as time passes, and those without an outcome never', () => {
  const action = (id: number, at: number, outcome: string | null): StoredRuleAction => ({
    ...intent(outcome),
    id,
    at,
    rule: 'night',
    ended: null,
  });
  const all = [action(1, NOON, 'done'), action(2, NOON, null), action(3, NOON + DAY_MS, 'refused')];
  const recent = createRecent();
  const outcomesSince = (since: number) => recent(all, since).map(({ outcome }) => outcome);
  expect(outcomesSince(NOON)).toEqual(['done', null, 'refused']);
  expect(outcomesSince(NOON + 1)).toEqual([null, 'refused']);
  expect(recent(all, NOON + DAY_MS)).toBe(recent(all, NOON + 1));
  expect(outcomesSince(NOON + DAY_MS + 1)).toEqual([null]);
  // A clock that was set back.
  expect(outcomesSince(NOON)).toEqual(['done', null, 'refused']);
});

test('a hold counts as seen once no write of its rule is under way', () => {
  const { own, other } = two();
  const unseen = () => (own.lease(HERE)?.asked ?? 0) - (own.lease(HERE)?.seen ?? 0);
  other.holdRules(HERE, ['night'], 'Held by the operator.');
  own.seeHolds(HERE, 'a', 'night');
  expect(unseen()).toBe(1);
  own.seeHolds(HERE, 'b', null);
  expect(unseen()).toBe(1);
  own.seeHolds(HERE, 'a', 'noon');
  expect(unseen()).toBe(0);
});

test('the rule that has paused a bid is the one whose write to it was the last', () => {
  const { own, end } = two();
  const act = (fid: string, kind: 'pause' | 'resume', outcome: string | null): number => {
    const action = jsonWithBigints({ kind, fid, name: fid, reason: 'it is time' });
    return own.beginRuleActions(HERE, 'a', STORED, [{ fid, action, outcome }]).ids[0] ?? 0;
  };
  end(act('bid_a', 'pause', null), 'done');
  end(act('bid_b', 'pause', null), 'done');
  end(act('bid_b', 'resume', null), 'done');
  end(act('bid_a', 'resume', null), 'refused');
  act('bid_a', 'resume', 'rehearsed');
  act('bid_a', 'resume', null);
  end(act('bid_c', 'pause', null), 'missed');
  expect(own.pausedByRules(HERE)).toEqual(new Map([['bid_a', 'night']]));
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
  expect(b.ruleActions(HERE)).toHaveLength(1);
});
