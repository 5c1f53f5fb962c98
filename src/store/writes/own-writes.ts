import { bytesOf } from '../../lib/values.ts';
import { type Place, placeKey } from '../../resources/rows.ts';
import type { Write } from '../../resources/write.ts';
import { placeOf } from '../projects.ts';
import type { ConnectionState, ConsoleState, OwnWrites } from '../state.ts';

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

/** The newest groups that fit, at least the last one. */
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
