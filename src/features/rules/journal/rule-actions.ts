import * as z from 'zod';
import type { JournalDatabase } from '../../../journal/file.ts';

const ActionRow = z.object({
  id: z.int(),
  rule: z.string(),
  at: z.int(),
  fid: z.string().nullable(),
  action: z.string(),
  outcome: z.string().nullable(),
  ended: z.int().nullable(),
});
/** An action of a rule: what it did as JSON, and how that ended; without an outcome it is under way, or its program has ended. */
export type StoredRuleAction = z.output<typeof ActionRow>;

type Actions = readonly StoredRuleAction[];
/** The actions of a project as they were read last, and those of them without an outcome. */
type KnownActions = { readonly all: Actions; readonly open: Actions };
/** The actions since a time; they are the same ones for a later time until `oldest`. */
type RecentActions = { readonly since: number; readonly oldest: number; readonly actions: Actions };

const NONE: KnownActions = { all: [], open: [] };

/**
 * The function that reads the actions of a project since a time, and those without an outcome. An action that has ended never
 * changes, so only new ones and those without an outcome are read again; the same array is returned until something has changed.
 */
export function createActionReader(database: JournalDatabase) {
  const getFirst = database.prepare('SELECT id FROM rule_actions WHERE scope = ? ORDER BY id LIMIT 1');
  const getOne = database.prepare('SELECT id, rule, at, fid, action, outcome, ended FROM rule_actions WHERE id = ?');
  const getNew = database.prepare(
    'SELECT id, rule, at, fid, action, outcome, ended FROM rule_actions WHERE scope = ? AND id > ? ORDER BY id',
  );
  const known = new Map<string, KnownActions>();
  database.onOther(() => known.clear());
  const recent = new WeakMap<Actions, RecentActions>();

  const readAll = (key: string): Actions => {
    const before = known.get(key) ?? NONE;
    const ended = new Map(
      before.open.flatMap(({ id }) => {
        const now = ActionRow.safeParse(getOne.get(id)).data;
        return now?.outcome == null ? [] : [[id, now] as const];
      }),
    );
    const added = getNew.all(key, before.all.at(-1)?.id ?? 0).map((row) => ActionRow.parse(row));
    // Old ones are deleted, and all of them when the service is started anew.
    const first = ActionRow.pick({ id: true }).safeParse(getFirst.get(key)).data?.id ?? Number.POSITIVE_INFINITY;
    const hasDeleted = (before.all[0]?.id ?? first) < first;
    if (ended.size === 0 && added.length === 0 && !hasDeleted) return before.all;
    const kept = before.all.flatMap((one) => (one.id < first ? [] : [ended.get(one.id) ?? one]));
    const all = [...kept, ...added];
    known.set(key, { all, open: all.filter(({ outcome }) => outcome === null) });
    return all;
  };

  return (key: string, since: number): Actions => {
    const all = readAll(key);
    const last = recent.get(all);
    if (last !== undefined && last.since <= since && since <= last.oldest) return last.actions;
    const young = all.filter(({ at, outcome }) => at >= since || outcome === null);
    const oldest = young.reduce(
      (least, { at, outcome }) => (outcome === null ? least : Math.min(least, at)),
      Number.POSITIVE_INFINITY,
    );
    const actions = young.length === all.length ? all : young;
    recent.set(all, { since, oldest, actions });
    return actions;
  };
}
