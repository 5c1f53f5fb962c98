import * as z from 'zod';
import { type JournalAccess, recordsIn } from '../../../journal/access.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { HolderChange, StoredLease } from '../../../journal/leases.ts';
import { keyOf, type Scope } from '../../../journal/scope.ts';
import { DAY_MS } from '../../../lib/duration.ts';
import { jsonIn } from '../../../lib/values.ts';
import { RuleAction } from '../engine/decision.ts';
import { type ActionNews, createActionReader, type ReadActions, type StoredRuleAction } from './rule-actions.ts';

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

/** A hold that the one that runs the rules has yet to see. */
export type UnseenHold = Pick<StoredLease, 'holder' | 'runs' | 'asked'>;

/** Result of holding rules or letting them go on: those that were not so before, and `unseen`, which is null when nobody runs them. */
export type HoldResult =
  | { readonly kept: false }
  | { readonly kept: true; readonly names: readonly string[]; readonly unseen: UnseenHold | null };

/** Whether a rule may send a write now; otherwise who or what has changed since it decided. */
export type MaySend = 'yes' | 'not-run-here' | 'changed' | 'held' | 'not-kept';

/** What is kept of the rules of a project. */
type KeptRules = {
  readonly stored: readonly StoredRule[];
  readonly lease: StoredLease | null;
  readonly news: ActionNews;
};
/** Why something can't be read, as a sentence. */
export type Unreadable = { readonly unreadable: string };

/**
 * What is kept of each rule, and their actions. The one that runs them holds the lease of their project: each round, each intent, each
 * outcome and each write of its goes through `leases.asHolder`. A hold asks it to look at the journal.
 */
function createRuleRecords({ database: file, now, warning, read, inFile, leases }: JournalAccess) {
  const getRules = file.prepare(
    'SELECT name, version, released, held, memory, next FROM rules WHERE scope = ? ORDER BY name',
  );
  const getRule = file.prepare(
    'SELECT name, version, released, held, memory, next FROM rules WHERE scope = ? AND name = ?',
  );
  const putVersion = file.prepare(
    `INSERT INTO rules (scope, name, version, released) VALUES (?1, ?2, ?3, 0)
     ON CONFLICT (scope, name) DO UPDATE SET version = ?3, released = 0, memory = NULL, next = NULL WHERE version <> ?3`,
  );
  const putMemory = file.prepare('UPDATE rules SET memory = ?, next = ? WHERE scope = ? AND name = ?');
  const putMemoryAlone = file.prepare('UPDATE rules SET memory = ? WHERE scope = ? AND name = ?');
  const putReleased = file.prepare(
    `UPDATE rules SET memory = CASE released WHEN 0 THEN NULL ELSE memory END, released = ?
     WHERE scope = ? AND name = ? AND version = ?`,
  );
  const putHeld = file.prepare('UPDATE rules SET held = ? WHERE scope = ? AND name = ?');
  const readActions = createActionReader(file);
  const putAction = file.prepare(
    'INSERT INTO rule_actions (scope, rule, at, fid, action, outcome, ended) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id',
  );
  const endAction = file.prepare(
    'UPDATE rule_actions SET outcome = ?, ended = ?, fid = coalesce(?, fid) WHERE id = ? AND outcome IS NULL',
  );
  const getLast = file.prepare(
    `SELECT fid, rule, action FROM rule_actions WHERE id IN (
       SELECT max(id) FROM rule_actions WHERE scope = ? AND outcome = 'done' AND fid IS NOT NULL GROUP BY fid)`,
  );
  const prune = file.prepare('DELETE FROM rule_actions WHERE scope = ? AND at < ? AND outcome IS NOT NULL');
  const Id = z.object({ id: z.int() });

  const rulesOf = (scope: Scope): readonly StoredRule[] => getRules.all(keyOf(scope)).map((row) => RuleRow.parse(row));
  const ruleOf = (scope: Scope, name: string): StoredRule | undefined =>
    RuleRow.safeParse(getRule.get(keyOf(scope), name)).data;

  return {
    /** What is kept of the rules of a project. */
    rules: (scope: Scope): readonly StoredRule[] => read(() => rulesOf(scope)),

    /** What is kept of the rules of a project, who runs them, and what is new of their actions. */
    ruleRecords: (scope: Scope, known: ReadActions): KeptRules | Unreadable =>
      read(() => [{ stored: rulesOf(scope), lease: leases.of(scope), news: readActions(keyOf(scope), known) }])[0] ?? {
        unreadable: warning() ?? "The journal can't be read.",
      },

    /** The rules whose last action on a bid was to pause it, by the identifier of the bid; null when that can't be read. */
    pausedByRules: (scope: Scope): ReadonlyMap<string, string> | null =>
      read(() => [new Map(getLast.all(keyOf(scope)).flatMap(pausedIn))])[0] ?? null,

    /** Adds the rules of a config file. One that is new or was changed forgets what it knew and is not released. */
    declareRules: (scope: Scope, rules: readonly Pick<StoredRule, 'name' | 'version'>[]): boolean =>
      inFile(() => {
        for (const { name, version } of rules) putVersion.run(keyOf(scope), name, version);
      }),

    /**
     * Lets the rule act: it begins anew, without what it remembers of its rehearsal; one that acts already goes on. Only the text that
     * the operator has seen is released. When that was is kept: a file that takes the place of this one lets rules rehearse.
     */
    releaseRule: (scope: Scope, { name, version }: Pick<StoredRule, 'name' | 'version'>): boolean =>
      inFile(() => putReleased.run(Math.max(1, now()), keyOf(scope), name, version)),

    /** Holds rules that are not held, or lets held ones go on with null. `why` is a sentence. */
    holdRules: (scope: Scope, given: readonly string[], why: string | null): HoldResult => {
      let unseen: UnseenHold | null = null;
      let names: readonly string[] = [];
      const kept = inFile(() => {
        names = given.filter((name) => ((ruleOf(scope, name)?.held ?? null) === null) === (why !== null));
        for (const name of names) putHeld.run(why, keyOf(scope), name);
        if (why === null) return;
        leases.ask(scope);
        unseen = leases.of(scope);
      });
      return kept ? { kept, names, unseen } : { kept };
    },

    /**
     * Keeps that the holder of the lease has seen all holds: from now on it sends nothing for those rules. `sending` is the rule of a
     * write that is under way, or is about to be: while that one is held, nothing counts as seen.
     */
    seeHolds: (scope: Scope, holder: string, sending: string | null): void => {
      const lease = read(() => [leases.of(scope)])[0];
      if (lease?.holder !== holder || lease.seen >= lease.asked) return;
      inFile(() => {
        if (sending === null || ruleOf(scope, sending)?.held == null) leases.see(scope, holder);
      });
    },

    /** Whether a rule may send a write that it has decided: right before each one. */
    maySend: (scope: Scope, holder: string, { name, version }: Pick<StoredRule, 'name' | 'version'>): MaySend => {
      let may: MaySend = 'yes';
      const change = leases.asHolder(scope, holder, () => {
        const rule = ruleOf(scope, name);
        if (rule?.version !== version) may = 'changed';
        else if (rule.held !== null || !rule.released) may = 'held';
        return true;
      });
      return change === 'kept' ? may : change === 'lost' ? 'not-run-here' : change;
    },

    /**
     * Keeps what a rule has decided before anything is sent: its memory, and each action without an outcome, or with `rehearsed`;
     * unless the rule is no longer as it was when it decided. Returns the ids of the actions, in their order.
     */
    beginRuleActions: (
      scope: Scope,
      holder: string,
      { name, version, released, memory, next }: Omit<StoredRule, 'held'>,
      actions: readonly Pick<StoredRuleAction, 'fid' | 'action' | 'outcome'>[],
    ): { readonly change: HolderChange; readonly ids: readonly number[] } => {
      const ids: number[] = [];
      const change = leases.asHolder(scope, holder, () => {
        const at = now();
        const rule = ruleOf(scope, name);
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
    ): HolderChange =>
      leases.asHolder(scope, holder, () => {
        endAction.run(outcome, now(), fid, id);
        putMemoryAlone.run(memory, keyOf(scope), name);
        return true;
      }),
  };
}

const LastAction = z.object({ fid: z.string(), rule: z.string(), action: z.string() });

/** The bid and the rule of an action that paused it. */
function pausedIn(row: unknown): readonly (readonly [string, string])[] {
  const { fid, rule, action } = LastAction.parse(row);
  return RuleAction.safeParse(jsonIn(action)).data?.kind === 'pause' ? [[fid, rule]] : [];
}

/** Adds what is kept of the rules to a journal. */
export const rulesJournal = recordsIn('rules', createRuleRecords);
export type RulesJournal = Journal & ReturnType<typeof createRuleRecords>;
