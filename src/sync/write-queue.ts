import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../api/client.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Clock } from '../lib/clock.ts';
import { readList } from '../resources/project-lists.ts';
import type { ActivityRow, Place } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';
import { addActivity, operatorActivity, showNotice } from '../store/activity.ts';
import { type ConsoleState, placeOf, projectsOf } from '../store/state.ts';
import { stillUndoable } from '../store/undo.ts';
import {
  endedActivity,
  type FinishedWrite,
  undoableIn,
  withoutMarks,
  withUndo,
  withUndoAgain,
  writeFinished,
} from '../store/writes/finished-write.ts';
import {
  beforeWrite,
  isBusy,
  isShown,
  undoable,
  withoutQueued,
  writeSent,
  writesQueued,
} from '../store/writes/pending-writes.ts';
import {
  finishNoticed,
  formAnswered,
  formHeldBack,
  heldBack,
  leftNoticed,
  progressNoticed,
  undoFailed,
} from '../store/writes/write-notices.ts';
import { sendWrite } from './send-write.ts';

const CONCURRENT_WRITES = 8;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly client: () => Client;
  readonly clock: Clock;
  readonly nextSequence: () => number;
  readonly poke: (list: ServiceList) => void;
  /** Ends requests with the program; their outcome is then unknown. */
  readonly signal?: AbortSignal;
  /** Called with writes not sent because the program ends. */
  readonly onLeft?: (writes: readonly Write[]) => void;
  readonly onEnded?: (finished: FinishedWrite) => void;
  /** Called for a write answered under another profile: its own journal has the line. */
  readonly answeredLate?: (row: ActivityRow, project: string) => void;
};

export function createWriting(parts: Parts) {
  const { store, clock, signal } = parts;
  const options = signal === undefined ? {} : { signal };
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);

  const sendOne = async (write: Write, place: Place): Promise<FinishedWrite> => {
    const sentAt = clock.now();
    const before = beforeWrite(store.getState(), write, sentAt, place);
    const id = parts.nextSequence();
    change((state) =>
      addActivity(
        writeSent(state, id, write, sentAt, place, before),
        operatorActivity(id, write, sentAt, 'sent', '', place),
      ),
    );
    const finished = { write, outcome: await sendWrite(parts.client(), write, before, options), place };
    const sequence = parts.nextSequence();
    parts.onEnded?.(finished);
    change((state) => writeFinished(state, finished, { id, sentAt, sequence, now: clock.now() }));
    if (place.profile !== store.getState().connected.profile)
      parts.answeredLate?.(endedActivity(finished, { id, sentAt }), place.projects[0] ?? '');
    parts.poke(write.list);
    if (write.list === 'bids') parts.poke('instances');
    return finished;
  };

  const sendEach = async (writes: readonly Write[]): Promise<readonly FinishedWrite[]> => {
    const queue = [...writes];
    change((state) => writesQueued(state, queue));
    const place = placeOf(store.getState());
    const finished: FinishedWrite[] = [];
    const worker = async (): Promise<void> => {
      while (signal?.aborted !== true) {
        const write = queue.shift();
        if (write === undefined) return;
        finished.push(await sendOne(write, place));
        if (writes.length > 1) change((state) => progressNoticed(state, writes, finished));
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENT_WRITES, writes.length) }, worker));
    if (queue.length > 0) {
      parts.onLeft?.(queue);
      change((state) => withoutQueued(state, queue));
    }
    return finished;
  };

  const splitBusy = (
    writes: readonly Write[],
  ): { readonly busy: readonly Write[]; readonly free: readonly Write[] } => {
    const busy = writes.filter((write) => isBusy(store.getState(), write));
    return { busy, free: writes.filter((write) => !busy.includes(write)) };
  };

  const send = async (writes: readonly Write[]): Promise<readonly Write[]> => {
    const { busy, free } = splitBusy(writes);
    if (busy.length > 0) change((state) => heldBack(state, busy));
    const finished = await sendEach(free);
    change((state) => finishNoticed(withoutMarks(withUndo(state, finished, clock.now()), finished), finished));
    return finished.flatMap(({ write, outcome }) => (outcome.kind === 'made' ? [write] : []));
  };

  const withoutBusy = (writes: readonly Write[]): readonly Write[] => {
    const { busy, free } = splitBusy(writes);
    if (busy.length > 0) change((state) => undoable(heldBack(state, busy), busy, state.now));
    return free;
  };

  const undo = async (requested: readonly Write[]): Promise<void> => {
    const place = placeOf(store.getState());
    const writes = withoutBusy(requested);
    if (writes.length === 0) return;
    change((state) => showNotice(state, 'Reading the rows again before undoing.'));
    const bids = await readBids();
    // Undo then offers it again in its own place.
    if (!isShown(store.getState(), place)) {
      change((state) => undoableIn(state, place, writes, clock.now()));
      return;
    }
    if (!bids.ok) {
      change((state) => undoFailed(state, writes, bids.error));
      return;
    }
    // Only for the check: the poller decides between lists on screen.
    const { left, kept } = stillUndoable(store.getState(), writes, (fid) => bids.value.rows.get(fid)?.row);
    if (kept.length > 0) parts.poke('bids');
    if (left.length === 0) {
      change((state) => showNotice(state, kept.join(' '), 'warn'));
      return;
    }
    const finished = await sendEach(withoutBusy(left));
    change((state) =>
      leftNoticed(finishNoticed(withoutMarks(withUndoAgain(state, finished, clock.now()), finished), finished), kept),
    );
  };

  const readBids = (): ReturnType<typeof readList<'bids'>> =>
    readList(parts.client(), 'bids', projectsOf(store.getState().connected), {});

  const submit = async (write: Write): Promise<void> => {
    if (isBusy(store.getState(), write)) {
      change((state) => formHeldBack(state, write));
      return;
    }
    const finished = await sendOne(write, placeOf(store.getState()));
    change((state) => formAnswered(withUndo(state, [finished], clock.now()), finished));
  };

  const sendNext = async (write: Write): Promise<FinishedWrite['outcome'] | null> => {
    if (signal?.aborted === true) {
      parts.onLeft?.([write]);
      return null;
    }
    if (isBusy(store.getState(), write)) {
      change((state) => heldBack(state, [write]));
      return null;
    }
    const finished = await sendOne(write, placeOf(store.getState()));
    change((state) => withUndo(state, [finished], clock.now()));
    return finished.outcome;
  };

  /** A rule's write can't be undone by the operator. */
  const sendForAgent = (write: Write): Promise<FinishedWrite> =>
    sendOne({ ...write, undo: null }, placeOf(store.getState()));

  return { send, undo, submit, sendNext, sendForAgent };
}
