import type { ServiceList } from '../../contract/lists.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import type { Place } from '../../resources/place.ts';
import type { Write } from '../../resources/write.ts';
import { addActivity, operatorActivity, showNotice } from '../activity.ts';
import { dialogChanged, topDialog } from '../dialogs/dialog-stack.ts';
import { placeOf } from '../projects.ts';
import { liveContextOf } from '../row-context.ts';
import type { ConsoleState, PendingWrite } from '../state.ts';
import { isShown, undoable, withOwnWrites } from './own-writes.ts';

/** Whether a write's row has a pending write, or one that is not sent yet: the responses could overtake each other, and the older one win. */
export function isBusy(
  { pending, queued }: Pick<ConsoleState, 'pending' | 'queued'>,
  { list, fid }: Pick<Write, 'list' | 'fid'>,
): boolean {
  const isOf = (write: Write): boolean => write.list === list && write.fid === fid;
  return fid !== null && (pending.some(({ write }) => isOf(write)) || queued.some(isOf));
}

const fidsOf = memoizeLast(
  (pending: ConsoleState['pending'], queued: ConsoleState['queued']): ReadonlySet<string> =>
    new Set([...pending.map(({ write }) => write), ...queued].flatMap(({ fid }) => fid ?? [])),
);

/** The identifiers of the rows that have a pending write, or one that is not sent yet. */
export const busyFids = ({ pending, queued }: Pick<ConsoleState, 'pending' | 'queued'>): ReadonlySet<string> =>
  fidsOf(pending, queued);

export const stillInProgress = (name: string): string => `The last change to ${name} is still in progress.`;

/** Adds a pending write: its row shows the requested change until a response or a later poll settles it. */
export function writeSent(
  state: ConsoleState,
  id: number,
  write: Write,
  at: number,
  place: Place = placeOf(state),
): ConsoleState {
  const { rows, fetchedAt } = state.lists[write.list];
  // A write that waited until another place was shown has no rows to compare with.
  const known = fetchedAt === null || !isShown(state, place) ? null : rows;
  const pending: PendingWrite = { id, write, state: 'sending', sequence: null, at, known };
  const queued = withoutQueued(state, [write]);
  return withOwnWrites(queued, place, (own) => ({ ...own, pending: [...own.pending, pending] }));
}

/** Adds writes that are sent one after the other. */
export const writesQueued = (state: ConsoleState, writes: readonly Write[]): ConsoleState => ({
  ...state,
  queued: [...state.queued, ...writes],
});

/** Removes writes from those that are not sent yet. */
export const withoutQueued = (state: ConsoleState, writes: readonly Write[]): ConsoleState =>
  state.queued.length === 0 ? state : { ...state, queued: state.queued.filter((one) => !writes.includes(one)) };

/** Removes a pending write after a response with the row, or a refusal. */
export function writeSettled<Of extends Pick<ConsoleState, 'pending'>>(state: Of, id: number): Of {
  return { ...state, pending: state.pending.filter((pending) => pending.id !== id) };
}

/** Marks a pending write as done or unknown; the first list requested after this sequence number settles it. */
export function writeAwaitsList<Of extends Pick<ConsoleState, 'pending'>>(
  state: Of,
  id: number,
  outcome: 'done' | 'unknown',
  sequence: number,
): Of {
  return {
    ...state,
    pending: state.pending.map((pending) => (pending.id === id ? { ...pending, state: outcome, sequence } : pending)),
  };
}

/**
 * Settles the pending writes that ended before the request of a list or a part of it that arrived, if it brought their row
 * (`isRead`; null for a row that a write creates).
 */
export function listConfirmed(
  state: ConsoleState,
  list: ServiceList,
  sequence: number,
  isRead: (fid: string | null) => boolean,
): ConsoleState {
  const settled = state.pending.filter(
    ({ write, sequence: since }) => write.list === list && since !== null && since < sequence && isRead(write.fid),
  );
  if (settled.length === 0) return state;
  const waiting = state.pending.filter((pending) => !settled.includes(pending));
  const unknown = settled.filter((pending) => pending.state === 'unknown');
  const creations = unknown.filter(({ write }) => write.fid === null);
  const others = unknown.filter(({ write }) => write.fid !== null);
  return creations.reduce(creationSought, outcomesInList({ ...state, pending: waiting }, others));
}

/** Most outcomes that one notice names. */
const MAX_NAMED = 4;

/** Shows how changes with lost responses ended, by the list that arrived. Successful ones can be undone. */
function outcomesInList(state: ConsoleState, settled: readonly PendingWrite[]): ConsoleState {
  const context = liveContextOf(state);
  const found = settled.flatMap((pending) => {
    const { write } = pending;
    const verdict = state.features.panes[write.list].verdictOn?.(write, context) ?? null;
    return verdict === null ? [] : [{ ...pending, verdict }];
  });
  if (found.length === 0) return state;
  const recorded = found.reduce(
    (now, { id, write, at, verdict }) =>
      addActivity(now, operatorActivity(id, write, at, verdict.succeeded ? 'done' : 'unknown', `: ${verdict.text}`)),
    state,
  );
  const undo = found.flatMap(({ write, verdict }) => (verdict.succeeded && write.undo !== null ? [write.undo] : []));
  const messages = found.slice(0, MAX_NAMED).map(({ write, verdict }) => `${write.name} ${verdict.text}.`);
  const more = found.length - messages.length;
  return showNotice(
    undoable(recorded, undo, recorded.now),
    [...messages, ...(more > 0 ? [`${more} more are in the activity list.`] : [])].join(' '),
    found.every(({ verdict }) => verdict.succeeded) ? 'good' : 'warn',
  );
}

/**
 * Looks for the row of a creation with a lost response in the list that arrived: a new row of that name is probably it. No
 * write has an idempotency key by which the service could recognise a repetition.
 */
function creationSought(state: ConsoleState, { id, write, at, known }: PendingWrite): ConsoleState {
  const made = [...state.lists[write.list].rows.values()].find(
    ({ row }) => row.name === write.name && known?.has(row.fid) !== true,
  );
  const again =
    write.list === 'apiKeys' ? 'Its secret is lost: revoke it and create another.' : 'Do not send it again.';
  const found =
    made === undefined
      ? `${write.name} is not in the list, so it was probably not made. Send it again if you still want it.`
      : known === null
        ? `The list has ${write.name} (${made.row.fid}), but it was not complete when this was sent: the row may have been there before. Compare it before you send again.`
        : `The list now has ${write.name} (${made.row.fid}): this is probably what was sent. ${again}`;
  const isFound = made !== undefined && known !== null;
  const line = operatorActivity(
    id,
    write,
    at,
    isFound ? 'done' : 'unknown',
    made === undefined ? ': not in the list' : isFound ? ': found in the list' : ': may have been in the list before',
  );
  const about = made === undefined ? null : { pane: write.list, fid: made.row.fid };
  const next = addActivity(state, { ...line, about });
  const top = topDialog(next);
  if (top?.kind !== 'form' || top.form.list !== write.list) return showNotice(next, found, 'warn');
  return dialogChanged(next, 'form', (form) => ({ ...form, refusal: found }));
}
