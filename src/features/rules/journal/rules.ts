import * as z from 'zod';
import { type JournalAccess, recordsIn } from '../../../journal/access.ts';
import type { JournalDatabase } from '../../../journal/file.ts';
import type { Journal } from '../../../journal/journal.ts';
import type { HolderChange, StoredLease } from '../../../journal/leases.ts';
import { keyOf, type Scope } from '../../../journal/scope.ts';
import { DAY_MS } from '../../../lib/duration.ts';
import { jsonIn } from '../../../lib/values.ts';
import { RuleAction } from '../engine/decision.ts';

const ActionRow = z.object({
  id: z.int(),
  rule: z.string(),
  at: z.int(),
  fid: z.string().nullable(),
  action: z.string(),
  outcome: z.string().nullable(),
  ended: z.int().nullable(),
});
/** `action` is JSON. Without an outcome it is under way, or its program has ended. */
export type StoredRuleAction = z.output<typeof ActionRow>;

/** What a reader has already. */
export type ReadActions = { readonly file: string; readonly last: number; readonly open: readonly number[] };
export const NONE_READ: ReadActions = { file: '', last: 0, open: [] };

/** What a reader lacks. Actions before `first` are deleted, all of them when it is null. */
type ActionNews = {
  readonly file: string;
  readonly isWhole: boolean;
  readonly first: number | null;
  readonly ended: readonly StoredRuleAction[];
  readonly added: readonly StoredRuleAction[];
};

/** Reads the news of a project's actions. An ended action never changes. */
function createActionReader(database: JournalDatabase) {
  const getFirst = database.prepare('SELECT id FROM rule_actions WHERE scope = ? ORDER BY id LIMIT 1');
  const getOne = database.prepare('SELECT id, rule, at, fid, action, outcome, ended FROM rule_actions WHERE id = ?');
  const getNew = database.prepare(
    'SELECT id, rule, at, fid, action, outcome, ended FROM rule_actions WHERE scope = ? AND id > ? ORDER BY id',
  );
  let file = crypto.randomUUID();
  database.onOther(() => {
    file = crypto.randomUUID();
  });

  return (key: string, read: ReadActions): ActionNews => {
    const isWhole = read.file !== file;
    const { last, open } = isWhole ? NONE_READ : read;
    return {
      file,
      isWhole,
      first: ActionRow.pick({ id: true }).safeParse(getFirst.get(key)).data?.id ?? null,
      ended: open.flatMap((id) => {
        const now = ActionRow.safeParse(getOne.get(id)).data;
        return now?.outcome == null ? [] : [now];
      }),
      added: getNew.all(key, last).map((row) => ActionRow.parse(row)),
    };
  };
}

/** The same array while there are no news. */
export function actionsWith(
  before: readonly StoredRuleAction[],
  { isWhole, first, ended, added }: ActionNews,
): readonly StoredRuleAction[] {
  if (isWhole) return added;
  const oldest = first ?? Number.POSITIVE_INFINITY;
  const hasDeleted = (before[0]?.id ?? oldest) < oldest;
  if (ended.length === 0 && added.length === 0 && !hasDeleted) return before;
  const now = new Map(ended.map((one) => [one.id, one]));
  return [...before.flatMap((one) => (one.id < oldest ? [] : [now.get(one.id) ?? one])), ...added];
}

const OLDEST_MS = 90 * DAY_MS;

const RuleRow = z.object({
  name: z.string(),
  version: z.string(),
  released: z.int().transform((value) => value !== 0),
  held: z.string().nullable(),
  memory: z.string().nullable(),
  next: z.string().nullable(),
});
/** `version`: its text in the config file. `released`: it may act. `held`: why it does nothing. `memory` and `next`: JSON. */
export type StoredRule = z.output<typeof RuleRow>;

/** A hold the running program has yet to see. */
export type UnseenHold = Pick<StoredLease, 'holder' | 'runs' | 'asked'>;

/** `names`: the changed ones. `unseen` is null when no program runs the rules. */
export type HoldResult =
  | { readonly kept: false }
  | { readonly kept: true; readonly names: readonly string[]; readonly unseen: UnseenHold | null };

export type MaySend = 'yes' | 'not-run-here' | 'changed' | 'held' | 'not-kept';

type KeptRules = {
  readonly stored: readonly StoredRule[];
  readonly lease: StoredLease | null;
  readonly news: ActionNews;
};
/** A sentence. */
export type Unreadable = { readonly unreadable: string };

/** Rules and their actions. The running program holds the lease, and writes through `leases.asHolder`. */
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
    rules: (scope: Scope): readonly StoredRule[] => read(() => rulesOf(scope)),

    ruleRecords: (scope: Scope, known: ReadActions): KeptRules | Unreadable =>
      read(() => [{ stored: rulesOf(scope), lease: leases.of(scope), news: readActions(keyOf(scope), known) }])[0] ?? {
        unreadable: warning() ?? "The journal can't be read.",
      },

    /** The rule of each paused bid, by fid; null when unreadable. */
    pausedByRules: (scope: Scope): ReadonlyMap<string, string> | null =>
      read(() => [new Map(getLast.all(keyOf(scope)).flatMap(pausedIn))])[0] ?? null,

    /** Adds rules. A new or changed one forgets everything, and is not released. */
    declareRules: (scope: Scope, rules: readonly Pick<StoredRule, 'name' | 'version'>[]): boolean =>
      inFile(() => {
        for (const { name, version } of rules) putVersion.run(keyOf(scope), name, version);
      }),

    /** Lets a rule act, without the memory of its rehearsal. Only the text the operator has seen is released; the time is kept, because rules rehearse in a file that replaces this one. */
    releaseRule: (scope: Scope, { name, version }: Pick<StoredRule, 'name' | 'version'>): boolean =>
      inFile(() => putReleased.run(Math.max(1, now()), keyOf(scope), name, version)),

    /** Holds free rules, or with null lets held ones go on. `why` is a sentence. */
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

    /** The holder has seen all holds, unless the rule of the write under way (`sending`) is held. */
    seeHolds: (scope: Scope, holder: string, sending: string | null): void => {
      const lease = read(() => [leases.of(scope)])[0];
      if (lease?.holder !== holder || lease.seen >= lease.asked) return;
      inFile(() => {
        if (sending === null || ruleOf(scope, sending)?.held == null) leases.see(scope, holder);
      });
    },

    /** Asked right before each write. */
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

    /** Keeps a decision before anything is sent, if the rule is still as it was. Returns the ids of the actions. */
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

    /** An outcome is never replaced. */
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

function pausedIn(row: unknown): readonly (readonly [string, string])[] {
  const { fid, rule, action } = LastAction.parse(row);
  return RuleAction.safeParse(jsonIn(action)).data?.kind === 'pause' ? [[fid, rule]] : [];
}

export const rulesJournal = recordsIn('rules', createRuleRecords);
export type RulesJournal = Journal & ReturnType<typeof createRuleRecords>;
