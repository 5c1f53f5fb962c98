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

/** The actions that a reader has: the file they are from, the last one, and those without an outcome. */
export type ReadActions = { readonly file: string; readonly last: number; readonly open: readonly number[] };
export const NONE_READ: ReadActions = { file: '', last: 0, open: [] };

/**
 * What a reader does not have yet: the actions that have ended since, and new ones; all of them when its actions are from another file.
 * Those before `first` are deleted, and all of them when it is null.
 */
export type ActionNews = {
  readonly file: string;
  readonly isWhole: boolean;
  readonly first: number | null;
  readonly ended: readonly StoredRuleAction[];
  readonly added: readonly StoredRuleAction[];
};

/** The function that reads what is new of the actions of a project. An action that has ended never changes. */
export function createActionReader(database: JournalDatabase) {
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

/** Actions with what is new of them: the same array while nothing is. */
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
