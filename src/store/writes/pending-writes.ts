import { BEHIND_MS, LATE_MS } from '../../changes/newer.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { bytesOf } from '../../lib/values.ts';
import type { Context } from '../../resources/context.ts';
import { type Before, knownBefore, LOOKED_FOR_MS, madeInList, nothingKnown } from '../../resources/made.ts';
import { type Place, placeKey } from '../../resources/rows.ts';
import type { Verdict, Write } from '../../resources/write.ts';
import { addActivity, operatorActivity, showNotice } from '../activity.ts';
import { dialogChanged, topDialog } from '../dialogs/dialog-stack.ts';
import { hasMore } from '../list.ts';
import { liveContextOf } from '../row-context.ts';
import { type ConnectionState, type ConsoleState, type OwnWrites, type PendingWrite, placeOf } from '../state.ts';

/** Accepted, but no list shows it yet. */
export const isAccepted = ({ state }: Pick<PendingWrite, 'state'>): boolean => state === 'done' || state === 'accepted';

/** Whether its row has an unanswered or unsent write: answers could overtake each other, and the older one win. */
export function isBusy(
  { pending, queued }: Pick<ConsoleState, 'pending' | 'queued'>,
  { list, fid }: Pick<Write, 'list' | 'fid'>,
): boolean {
  const isOf = (write: Write): boolean => write.list === list && write.fid === fid;
  return fid !== null && (pending.some((one) => !isAccepted(one) && isOf(one.write)) || queued.some(isOf));
}

const fidsOf = memoizeLast(
  (pending: ConsoleState['pending'], queued: ConsoleState['queued']): ReadonlySet<string> =>
    new Set([...pending.map(({ write }) => write), ...queued].flatMap(({ fid }) => fid ?? [])),
);

export const busyFids = ({ pending, queued }: Pick<ConsoleState, 'pending' | 'queued'>): ReadonlySet<string> =>
  fidsOf(pending, queued);

export const stillInProgress = (name: string): string => `The last change to ${name} is still in progress.`;

/** Only creations compare: a change has its row's identifier. */
export function beforeWrite(state: ConsoleState, { list, fid }: Write, at: number, place: Place): Before {
  // Another place's rows can't be compared.
  if (fid !== null || !isShown(state, place)) return nothingKnown(at);
  const { rows, fetchedAt, removing, unreadable, warnings } = state.lists[list];
  const gone = new Set([...removing.keys(), ...unreadable.flatMap((row) => row.fid ?? [])]);
  const isWhole = fetchedAt !== null && !hasMore({ warnings });
  return knownBefore(rows, { isWhole, at, also: gone });
}

export function writeSent(
  state: ConsoleState,
  id: number,
  write: Write,
  at: number,
  place: Place = placeOf(state),
  before: Before = beforeWrite(state, write, at, place),
): ConsoleState {
  const pending: PendingWrite = { id, write, state: 'sending', sequence: null, at, endedAt: null, before };
  const queued = withoutQueued(state, [write]);
  // A new request replaces an accepted one.
  const isReplaced = (one: PendingWrite): boolean =>
    isAccepted(one) && write.fid !== null && one.write.list === write.list && one.write.fid === write.fid;
  return withOwnWrites(queued, place, (own) => ({
    ...own,
    pending: [...own.pending.filter((one) => !isReplaced(one)), pending],
  }));
}

export const writesQueued = (state: ConsoleState, writes: readonly Write[]): ConsoleState => ({
  ...state,
  queued: [...state.queued, ...writes],
});

export const withoutQueued = (state: ConsoleState, writes: readonly Write[]): ConsoleState =>
  state.queued.length === 0 ? state : { ...state, queued: state.queued.filter((one) => !writes.includes(one)) };

export function writeSettled<Of extends Pick<ConsoleState, 'pending'>>(state: Of, id: number): Of {
  return { ...state, pending: state.pending.filter((pending) => pending.id !== id) };
}

/** A list requested after `sequence` settles it once it shows the change. */
export function writeAwaitsList<Of extends Pick<ConsoleState, 'pending'>>(
  state: Of,
  id: number,
  outcome: Exclude<PendingWrite['state'], 'sending'>,
  sequence: number,
  endedAt: number,
): Of {
  return {
    ...state,
    pending: state.pending.map((pending) =>
      pending.id === id ? { ...pending, state: outcome, sequence, endedAt } : pending,
    ),
  };
}

type Shown = { readonly pending: PendingWrite; readonly verdict: Verdict | null; readonly made: MadeInList };
type MadeInList = ReturnType<typeof madeInList>;

/** Carried out late, and the list's answer is behind. In milliseconds. */
const SHOWS_MS = LATE_MS + BEHIND_MS;

/**
 * Settles writes from before the request of an arrived list, if it brought their row (`isRead`; null for a creation).
 * Later lists are searched too.
 */
export function listConfirmed(
  state: ConsoleState,
  list: ServiceList,
  sequence: number,
  isRead: (fid: string | null) => boolean,
): ConsoleState {
  const ended = state.pending.filter(
    ({ write, sequence: since }) => write.list === list && since !== null && since < sequence && isRead(write.fid),
  );
  if (ended.length === 0) return state;
  const context = liveContextOf(state);
  const shown = ended.map((pending) => shownIn(state, context, pending));
  const isNotShown = ({ pending: { write }, verdict }: Shown): boolean =>
    verdict?.succeeded === false && write.fid !== null && state.lists[list].rows.has(write.fid);
  const isSought = (one: Shown): boolean => {
    const {
      pending: { endedAt },
      verdict,
      made,
    } = one;
    const waitedMs = Math.abs(state.now - (endedAt ?? 0));
    if (isAccepted(one.pending)) return isNotShown(one) && waitedMs < SHOWS_MS;
    return verdict?.succeeded !== true && made === null && waitedMs < LOOKED_FOR_MS;
  };
  const settled = shown.filter((one) => !isSought(one));
  const sought = shown.filter(isSought).map(({ pending }) => pending);
  const waiting = state.pending.filter((pending) => !ended.includes(pending) || sought.includes(pending));
  if (waiting.length === state.pending.length) return state;
  const told = settled.filter((one) => one.pending.state !== 'done' || isNotShown(one));
  const creations = told.filter(({ pending: { write } }) => write.fid === null);
  const others = told.filter(({ pending: { write } }) => write.fid !== null);
  return creations.reduce(creationSettled, outcomesInList({ ...state, pending: waiting }, others));
}

function shownIn(state: ConsoleState, context: Context, pending: PendingWrite): Shown {
  const { write, before } = pending;
  if (write.fid === null)
    return { pending, verdict: null, made: isAccepted(pending) ? null : madeInList(write, context, before) };
  return { pending, verdict: state.features.panes[write.list].verdictOn?.(write, context) ?? null, made: null };
}

const MAX_NAMED = 4;

/** How unknown outcomes ended. Successful ones can be undone. */
function outcomesInList(state: ConsoleState, settled: readonly Shown[]): ConsoleState {
  const found = settled.flatMap(({ pending, verdict }) => (verdict === null ? [] : [{ ...pending, verdict }]));
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

/** No write has an idempotency key for the service to recognise a repetition. */
function creationSettled(state: ConsoleState, { pending: { id, write, at }, made }: Shown): ConsoleState {
  const row = made?.kind === 'made' && made.written.kind === 'row' ? made.written.row.row : null;
  const again =
    write.list === 'apiKeys' ? 'If its secret was not shown, revoke it and create another.' : 'Do not send it again.';
  const doubt = made?.kind === 'unknown' ? made.why : null;
  const found =
    row !== null
      ? `The list now has ${write.name} (${row.fid}): this is probably what was sent. ${again}`
      : doubt !== null
        ? `${doubt} Compare it before you send again.`
        : `${write.name} is not in the list, so it was probably not made. Send it again if you still want it.`;
  const line = operatorActivity(
    id,
    write,
    at,
    row === null ? 'unknown' : 'done',
    row !== null ? ': found in the list' : `: ${doubt ?? 'not in the list'}`,
  );
  const about = row === null ? line.about : { pane: write.list, fid: row.fid };
  const next = addActivity(state, { ...line, about });
  const top = topDialog(next);
  if (top?.kind !== 'form' || top.form.list !== write.list) return showNotice(next, found, 'warn');
  return dialogChanged(next, 'form', (form) => ({ ...form, refusal: found }));
}

const NONE: OwnWrites = { pending: [], undo: [] };

const keyOf = (state: Pick<ConsoleState, 'connected'>): string => placeKey(placeOf(state));

export const isShown = (state: Pick<ConsoleState, 'connected'>, place: Place): boolean =>
  placeKey(place) === keyOf(state);

export function withOwnWrites(state: ConsoleState, place: Place, change: (own: OwnWrites) => OwnWrites): ConsoleState {
  const key = placeKey(place);
  if (isShown(state, place)) {
    const { pending, undo } = change(state);
    return { ...state, pending, undo };
  }
  return { ...state, elsewhere: new Map(state.elsewhere).set(key, change(state.elsewhere.get(key) ?? NONE)) };
}

/** Puts the shown place's writes aside and returns the next one's. */
export function writesKept(
  state: ConsoleState,
  connected: ConnectionState,
): Pick<ConsoleState, 'pending' | 'undo' | 'elsewhere'> {
  const { pending, undo } = state;
  const elsewhere = new Map(state.elsewhere).set(keyOf(state), { pending, undo });
  const { pending: waiting, undo: left } = elsewhere.get(keyOf({ connected })) ?? NONE;
  return { pending: waiting, undo: left, elsewhere };
}

/** Unanswered writes of all profiles and projects. */
export function writesUnderWay({ pending, elsewhere, connected }: ConsoleState): OwnWrites['pending'] {
  const shown = keyOf({ connected });
  const others = [...elsewhere].flatMap(([key, own]) => (key === shown ? [] : own.pending));
  return [...pending, ...others].filter(({ state }) => state === 'sending');
}

export const isSendingChanges = (state: ConsoleState): boolean =>
  state.queued.length > 0 || writesUnderWay(state).length > 0;

/** Most changes to undo in a row, and most bytes of their writes in a place. */
const UNDO_LIMIT = 50;
export const MAX_UNDO_BYTES = 16_000_000;

/** Later changes to the bid are newer. */
const changedBefore = (write: Write, now: number): Write =>
  write.undoOf === null ? write : { ...write, undoOf: { changedAt: now, ...write.undoOf } };

/** `undo` offers these writes next. */
export function undoable<Of extends Pick<ConsoleState, 'undo'>>(state: Of, writes: readonly Write[], now: number): Of {
  const group = writes.map((write) => changedBefore(write, now));
  return group.length === 0 ? state : { ...state, undo: withinBytes([...state.undo, group].slice(-UNDO_LIMIT)) };
}

/** The newest groups within the limit, at least the last one. */
function withinBytes(groups: ConsoleState['undo']): ConsoleState['undo'] {
  let bytes = 0;
  const last = groups.length - 1;
  const tooMany = groups.findLastIndex((group) => {
    bytes += bytesOfGroup(group);
    return bytes > MAX_UNDO_BYTES;
  });
  return groups.slice(Math.min(tooMany + 1, last));
}

const counted = new WeakMap<readonly Write[], number>();

function bytesOfGroup(group: readonly Write[]): number {
  const bytes = counted.get(group) ?? bytesOf(group);
  counted.set(group, bytes);
  return bytes;
}
