import type { ServiceList } from '../resources/resource.ts';
import type { Write } from '../resources/write.ts';
import type { ConsoleState, PendingWrite } from './console.ts';

/** A write leaves: its row shows what was asked until an answer or a later poll settles it. */
export function writeSent(state: ConsoleState, id: number, write: Write): ConsoleState {
  const pending: PendingWrite = { id, write, state: 'sending', turn: null };
  return { ...state, pending: [...state.pending, pending] };
}

/** A write was answered with what the row is now, or refused: nothing is pending about it any more. */
export function writeSettled(state: ConsoleState, id: number): ConsoleState {
  return { ...state, pending: state.pending.filter((pending) => pending.id !== id) };
}

/** A write was done, or nobody knows; the first list that is asked for after this turn will tell. */
export function writeAwaitsList(
  state: ConsoleState,
  id: number,
  outcome: 'done' | 'unknown',
  turn: number,
): ConsoleState {
  return {
    ...state,
    pending: state.pending.map((pending) => (pending.id === id ? { ...pending, state: outcome, turn } : pending)),
  };
}

/** A list arrived that was asked for at a turn: it settles the writes to it that waited since before. */
export function listConfirmed(state: ConsoleState, list: ServiceList, turn: number): ConsoleState {
  const waiting = state.pending.filter(
    ({ write, turn: since }) => !(write.list === list && since !== null && since < turn),
  );
  return waiting.length === state.pending.length ? state : { ...state, pending: waiting };
}
