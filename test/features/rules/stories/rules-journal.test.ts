import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { runByWords, statusOf } from '../../../../src/features/rules/rule-rows.ts';
import { rulesOf } from '../../../../src/features/rules/rules-state.ts';
import { calm } from '../../../faults/wire.ts';
import { begin, type Life, pass } from './rules-life.ts';
import { isWrite, RULES } from './rules-steps.ts';
import { openWorld, passUntilMet, release } from './rules-world.ts';

type JournalFault = { readonly breaks: string; readonly mends: string };

const TABLES = ['rules', 'rule_actions', 'leases'];

/** Refuses some changes, as SQLite refuses all of a file on a full disk. */
function refusing(
  changes: readonly (readonly [change: 'INSERT' | 'UPDATE' | 'DELETE', table: string])[],
): JournalFault {
  const named = changes.map(([change, table]) => ({ change, table, name: `no_${change}_${table}` }));
  return {
    breaks: named
      .map(
        ({ change, table, name }) =>
          `CREATE TRIGGER ${name} BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END;`,
      )
      .join('\n'),
    mends: named.map(({ name }) => `DROP TRIGGER ${name};`).join('\n'),
  };
}

const full = refusing(
  TABLES.flatMap((table) => (['INSERT', 'UPDATE', 'DELETE'] as const).map((change) => [change, table] as const)),
);
const locked: JournalFault = { breaks: 'BEGIN IMMEDIATE', mends: 'ROLLBACK' };
const unreadable = (table: string): JournalFault => ({
  breaks: `ALTER TABLE ${table} RENAME TO ${table}_away`,
  mends: `ALTER TABLE ${table}_away RENAME TO ${table}`,
});

const FULL = "the journal can't be written: database or disk is full";
const LOCKED = "the journal can't be written: another program has locked it";
const UNREADABLE = /^the journal can't be (read|written): no such table: /;

/** When the file breaks, and for how many seconds: until both rules would have acted. */
const SECONDS = { 'before the first list': 16, 'during a write': 30, 'before the second rule acts': 60 };
type When = keyof typeof SECONDS;

function whyWaiting(life: Life, rule: Rule): string | null {
  const status = statusOf(life.state(), rule, []);
  return 'why' in status ? status.why : null;
}

/** `says` is what the rules show then; null where only one step fails and others may go on. */
test.each<[step: string, when: When, fault: JournalFault, says: string | RegExp | null]>([
  ['any step', 'before the first list', full, FULL],
  ['any step', 'before the second rule acts', full, FULL],
  ['any step, while another program has locked the file,', 'during a write', locked, LOCKED],
  ['taking the lease', 'before the first list', refusing([['INSERT', 'leases']]), FULL],
  ['renewing the lease', 'during a write', refusing([['UPDATE', 'leases']]), FULL],
  ['renewing the lease', 'before the second rule acts', refusing([['UPDATE', 'leases']]), FULL],
  ['writing intents', 'before the first list', refusing([['INSERT', 'rule_actions']]), null],
  ['writing intents', 'before the second rule acts', refusing([['INSERT', 'rule_actions']]), null],
  ['writing outcomes', 'during a write', refusing([['UPDATE', 'rule_actions']]), null],
  ['writing what a rule remembers', 'before the first list', refusing([['UPDATE', 'rules']]), null],
  ['reading the rules', 'before the second rule acts', unreadable('rules'), UNREADABLE],
  ['reading the actions', 'before the first list', unreadable('rule_actions'), UNREADABLE],
  ['reading the lease', 'before the second rule acts', unreadable('leases'), UNREADABLE],
])(
  'when %s fails, from %s on: nothing is sent that is not kept, the rules say why, and they go on once it works',
  async (...[, when, fault, says]) => {
    await using opened = await openWorld(RULES);
    const { world, faults, sent } = opened;
    const { wire } = world;
    const writes = (): number => wire.asked.filter(isWrite).length;
    const life = begin(world);
    release(life, world);
    const other = new DatabaseSync(world.path);
    onTestFinished(() => other.close());
    if (when === 'before the first list') other.exec(fault.breaks);
    else if (when === 'before the second rule acts') {
      await pass(world, [life], 90);
      other.exec(fault.breaks);
    } else {
      const breaks = (struck: Parameters<typeof calm>[0]): void | Promise<void> => {
        other.exec(fault.breaks);
        return calm(struck);
      };
      wire.fault(breaks, { match: isWrite, times: 1 });
    }
    const begun = writes();
    await pass(world, [life], SECONDS[when]);
    const [first, second] = RULES.map((rule) => whyWaiting(life, rule));
    if (says !== null) {
      expect(first).toMatch(says);
      expect(second).toMatch(says);
      expect(runByWords(life.state())).toMatch(/^nobody runs them: the journal/);
    }
    if (when !== 'during a write') expect(writes(), 'writes while nothing can be kept').toBe(begun);
    expect(writes()).toBeLessThanOrEqual(sent.size);
    other.exec(fault.mends);
    await passUntilMet(world, life);
    expect(faults).toEqual([]);
    expect(writes(), 'requests of writes').toBeLessThanOrEqual(sent.size);
    expect(rulesOf(life.state()).problem).toBeNull();
    expect(RULES.map((rule) => statusOf(life.state(), rule, []).kind)).toEqual(['active', 'active']);
    life.kill();
  },
);

test('a pause set that can not be read is not taken for one that is gone', async () => {
  const [night] = RULES;
  if (night?.kind !== 'schedule') throw new Error('the first rule is a schedule');
  await using opened = await openWorld([{ ...night, bids: { kind: 'set', text: 'trains' } }]);
  const { world, faults } = opened;
  const life = begin(world);
  release(life, world);
  await pass(world, [life], 10);
  const members = [...life.state().lists.bids.rows.values()].flatMap(({ row: { fid, name } }) =>
    name?.includes('train') === true ? [{ fid, name, price: null, quantity: null }] : [],
  );
  expect(life.journal.beginSet(world.scope, { name: 'trains', at: world.clock.now(), members })).toBe('begun');
  await pass(world, [life], 60);
  using other = new DatabaseSync(world.path);
  other.exec(unreadable('sets').breaks);
  await pass(world, [life], 90);
  expect(world.wire.asked.filter(isWrite)).toEqual([]);
  other.exec(unreadable('sets').mends);
  await pass(world, [life], 30);
  expect(world.wire.asked.filter(isWrite)).toHaveLength(members.length);
  expect(faults).toEqual([]);
  life.kill();
});

test('when the journal is closed under the rules, nothing more is sent; another program goes on', async () => {
  await using opened = await openWorld(RULES);
  const { world, faults } = opened;
  const life = begin(world);
  release(life, world);
  await pass(world, [life], 90);
  const before = world.wire.asked.filter(isWrite).length;
  life.journal.close();
  await pass(world, [life], 90);
  expect(world.wire.asked.filter(isWrite)).toHaveLength(before);
  expect(runByWords(life.state())).toMatch(/^nobody runs them: the journal can't be (?:read|written): /);
  const next = begin(world);
  await passUntilMet(world, next);
  expect(faults).toEqual([]);
  next.kill();
});
