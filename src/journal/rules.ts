import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { DAY_MS } from '../lib/duration.ts';
import { Ran } from './claims.ts';
import type { JournalAccess } from './database.ts';
import { createActionReader, type StoredRuleAction } from './rule-actions.ts';
import { keyOf, type Scope } from './scope.ts';

/** Oldest ended action that is kept, in milliseconds. */
const OLDEST_MS = 90 * DAY_MS;

const RuleRow = z.object({
  name: z.string(),
  version: z.string(),
  released: z.int().transform((value) => value !== 0),
  held: z.string().nullable(),
  memory: z.string().nullable(),
  next: z.string().nullable(),
});
/**
 * What is kept of a rule. `version` identifies its text in the config file; `released` says that it may act and not only rehearse;
 * `held` is why it does nothing, null while it runs; `memory` and `next` are the JSON of what it remembers and does next.
 */
export type StoredRule = z.output<typeof RuleRow>;

const LeaseRow = z.object({ holder: z.string(), beats: z.int(), at: z.int(), runs: z.string() });
/** Who runs the rules of a project: an identifier, a counter that grows while it runs, and words for the operator. */
export type StoredLease = z.output<typeof LeaseRow>;

/** What is kept of the rules of a project, their actions, and who runs them. */
export type RuleRecords = {
  readonly stored: readonly StoredRule[];
  readonly actions: readonly StoredRuleAction[];
  readonly lease: StoredLease | null;
};

/**
 * Result of a change by the runner: `lost` when somebody else holds the lease by now, or the operator has changed, released or held
 * the rule; `not-kept` when the file is busy or can't be written.
 */
export type RunnerChange = 'kept' | 'lost' | 'not-kept';

/** The tables of rules: what is kept of each, their actions, and the lease of the one that runs them. */
export function createRuleRecords(database: DatabaseSync, now: () => number, { read, atOnce }: JournalAccess) {
  const getRules = database.prepare(
    'SELECT name, version, released, held, memory, next FROM rules WHERE scope = ? ORDER BY name',
  );
  const getRule = database.prepare(
    'SELECT name, version, released, held, memory, next FROM rules WHERE scope = ? AND name = ?',
  );
  const putVersion = database.prepare(
    `INSERT INTO rules (scope, name, version, released) VALUES (?1, ?2, ?3, 0)
     ON CONFLICT (scope, name) DO UPDATE SET version = ?3, released = 0, memory = NULL, next = NULL WHERE version <> ?3`,
  );
  const putMemory = database.prepare('UPDATE rules SET memory = ?, next = ? WHERE scope = ? AND name = ?');
  const putMemoryAlone = database.prepare('UPDATE rules SET memory = ? WHERE scope = ? AND name = ?');
  const putReleased = database.prepare(
    'UPDATE rules SET released = 1, memory = NULL WHERE scope = ? AND name = ? AND version = ?',
  );
  const putHeld = database.prepare('UPDATE rules SET held = ? WHERE scope = ? AND name = ?');
  const readActions = createActionReader(database);
  const putAction = database.prepare(
    'INSERT INTO rule_actions (scope, rule, at, fid, action, outcome, ended) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id',
  );
  const endAction = database.prepare(
    'UPDATE rule_actions SET outcome = ?, ended = ?, fid = coalesce(?, fid) WHERE id = ? AND outcome IS NULL',
  );
  const prune = database.prepare('DELETE FROM rule_actions WHERE scope = ? AND at < ? AND outcome IS NOT NULL');
  const getLease = database.prepare('SELECT holder, beats, at, runs FROM leases WHERE scope = ?');
  const putLease = database.prepare('INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?)');
  const takeOver = database.prepare('DELETE FROM leases WHERE scope = ? AND holder = ? AND beats = ?');
  const beat = database.prepare('UPDATE leases SET beats = beats + 1, at = ? WHERE scope = ? AND holder = ?');
  const endLease = database.prepare('DELETE FROM leases WHERE scope = ? AND holder = ?');
  const Id = z.object({ id: z.int() });

  /** Runs a change of the runner in the same transaction that finds its lease still there. */
  const asHolder = (scope: Scope, holder: string, act: () => boolean): RunnerChange => {
    let done = false;
    const kept = atOnce(() => {
      done = LeaseRow.safeParse(getLease.get(keyOf(scope))).data?.holder === holder && act();
    });
    return !kept ? 'not-kept' : done ? 'kept' : 'lost';
  };

  const rulesOf = (scope: Scope): readonly StoredRule[] => getRules.all(keyOf(scope)).map((row) => RuleRow.parse(row));
  const leaseOf = (scope: Scope): StoredLease | null => LeaseRow.safeParse(getLease.get(keyOf(scope))).data ?? null;

  return {
    /** Returns what is kept of the rules of a project. */
    rules: (scope: Scope): readonly StoredRule[] => read(() => rulesOf(scope)),

    /** Returns all that is kept of the rules of a project, with the actions since a time; null when it can't be read. */
    ruleRecords: (scope: Scope, since: number): RuleRecords | null =>
      read(() => [{ stored: rulesOf(scope), actions: readActions(keyOf(scope), since), lease: leaseOf(scope) }])[0] ??
      null,

    /** Adds the rules of a config file. One that is new or was changed forgets what it knew and is not released. */
    declareRules: (scope: Scope, rules: readonly Pick<StoredRule, 'name' | 'version'>[]): boolean =>
      atOnce(() => {
        for (const { name, version } of rules) putVersion.run(keyOf(scope), name, version);
      }),

    /** Lets the rule act: it begins anew, without what it remembers of its rehearsal. Only the text that the operator has seen is released. */
    releaseRule: (scope: Scope, { name, version }: Pick<StoredRule, 'name' | 'version'>): boolean =>
      atOnce(() => putReleased.run(keyOf(scope), name, version)),

    /** Holds rules, or lets them go on with null. `why` is a sentence. */
    holdRules: (scope: Scope, names: readonly string[], why: string | null): boolean =>
      atOnce(() => {
        for (const name of names) putHeld.run(why, keyOf(scope), name);
      }),

    /** Returns the actions since a time, and those without an outcome: the same array until something has changed. */
    ruleActions: (scope: Scope, since: number): readonly StoredRuleAction[] =>
      read(() => readActions(keyOf(scope), since)),

    /**
     * Keeps what a rule has decided before anything is sent: its memory, and each action without an outcome, or with `rehearsed`;
     * unless the rule is no longer as it was when it decided. Returns the ids of the actions, in their order.
     */
    beginRuleActions: (
      scope: Scope,
      holder: string,
      { name, version, released, memory, next }: Omit<StoredRule, 'held'>,
      actions: readonly Pick<StoredRuleAction, 'fid' | 'action' | 'outcome'>[],
    ): { readonly change: RunnerChange; readonly ids: readonly number[] } => {
      const ids: number[] = [];
      const change = asHolder(scope, holder, () => {
        const at = now();
        const rule = RuleRow.safeParse(getRule.get(keyOf(scope), name)).data;
        if (rule?.version !== version || rule.released !== released || rule.held !== null) return false;
        putMemory.run(memory, next, keyOf(scope), name);
        for (const { fid, action, outcome } of actions)
          ids.push(
            Id.parse(putAction.get(keyOf(scope), name, at, fid, action, outcome, outcome === null ? null : at)).id,
          );
        prune.run(keyOf(scope), at - OLDEST_MS);
        return true;
      });
      return { change, ids: change === 'kept' ? ids : [] };
    },

    /** Keeps the outcome of an action and what the rule remembers of it. An outcome is never replaced. */
    endRuleAction: (
      scope: Scope,
      holder: string,
      { id, outcome, fid }: { readonly id: number; readonly outcome: string; readonly fid: string | null },
      { name, memory }: Pick<StoredRule, 'name' | 'memory'>,
    ): RunnerChange =>
      asHolder(scope, holder, () => {
        endAction.run(outcome, now(), fid, id);
        putMemoryAlone.run(memory, keyOf(scope), name);
        return true;
      }),

    /** Returns who runs the rules of a project; null when nobody does, or that can't be read. */
    lease: (scope: Scope): StoredLease | null => read(() => [leaseOf(scope)])[0] ?? null,

    /**
     * Takes the lease when nobody has it, or renews it. `stale` is the lease that the caller has watched standing still: it is
     * ended, unless it has been renewed in the meantime. Returns whether the caller holds it.
     */
    takeLease: (scope: Scope, holder: string, runs: string, stale: StoredLease | null): boolean => {
      let mine = false;
      const kept = atOnce(() => {
        if (stale !== null) takeOver.run(keyOf(scope), stale.holder, stale.beats);
        mine = Ran.parse(beat.run(now(), keyOf(scope), holder)).changes > 0;
        if (mine || getLease.get(keyOf(scope)) !== undefined) return;
        putLease.run(keyOf(scope), holder, 0, now(), runs);
        mine = true;
      });
      return kept && mine;
    },

    endLease: (scope: Scope, holder: string): void => {
      atOnce(() => endLease.run(keyOf(scope), holder));
    },
  };
}
