import * as z from 'zod';
import { isOneOf, type TrackedFields } from '../changes/diff-rows.ts';
import { BEHIND_MS, isNewer, isResting, isRunning, type RowState } from '../changes/newer.ts';
import type { JournalDatabase } from './file.ts';

const Change = z.object({
  at: z.int(),
  change: z.enum(['appeared', 'gone', 'lost', 'changed']),
  field: z.string().nullable(),
  from: z.string().nullable(),
});
type Change = z.output<typeof Change>;

/** A recorded change stands for so many answers: its console has judged it. */
const ANSWERS = 2;

/** Another program recently recorded the row leaving this state: our answer may be behind. */
export function createOthersChanges(database: JournalDatabase, by: string) {
  const getChanges = database.prepare(
    `SELECT at, payload->>'$.change' AS change, payload->>'$.field' AS field, payload->>'$.from' AS "from" FROM entries
     WHERE scope = ? AND fid = ? AND by <> ? AND at >= ? AND json_valid(payload) AND payload->>'$.kind' = 'seen' ORDER BY id DESC`,
  );
  return (
    scope: string,
    fid: string,
    before: TrackedFields | undefined,
    now: TrackedFields | undefined,
    requestedAt: number,
  ): boolean => {
    const changes = getChanges
      .all(scope, fid, by, requestedAt - BEHIND_MS)
      .flatMap((row) => Change.safeParse(row).data ?? []);
    const [last] = changes;
    if (last === undefined) return false;
    return !isNewer({
      was: stateIn(before),
      is: stateIn(now),
      isBefore: isLeft(changes, before, now),
      isOwn: false,
      trueBy: now === undefined ? (changes.find(({ change }) => change === 'appeared')?.at ?? NEVER) : last.at,
      requestedAt,
      doubtedSince: requestedAt,
      answers: ANSWERS,
      isAskedFor: () => false,
      elsewhere: () => 'denied',
    });
  };
}

/** The last change comes first. */
function isLeft(
  changes: readonly Change[],
  before: TrackedFields | undefined,
  now: TrackedFields | undefined,
): boolean {
  let fields: TrackedFields | undefined = before;
  for (const { change, field, from } of changes) {
    // Nothing is kept of a gone row.
    if (field === null) return change !== 'appeared' || now === undefined;
    if (fields === undefined) return true;
    fields = { ...fields, [field]: from };
    if (now !== undefined && isSame(fields, now)) return true;
  }
  return false;
}

const isSame = (one: TrackedFields, other: TrackedFields): boolean =>
  Object.keys({ ...one, ...other }).every((field) => (one[field] ?? null) === (other[field] ?? null));

const NEVER = Number.NEGATIVE_INFINITY;

const ENDED = ['terminated', 'preempted', 'replaced'];

function stateIn(fields: TrackedFields | undefined): RowState | null {
  if (fields === undefined) return null;
  const status = fields['status'] ?? null;
  return {
    holds: isRunning(status) ? 'runs' : '',
    rests: isResting(status),
    hasEnded: isOneOf(status, ENDED),
    isKnown: true,
    version: null,
  };
}
