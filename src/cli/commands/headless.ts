import type { StoreApi } from 'zustand/vanilla';
import type { Client } from '../../api/client.ts';
import { errorMessage } from '../../api/error-messages.ts';
import type { ServiceError } from '../../api/result.ts';
import { filterFaultLine } from '../../app/log-list-errors.ts';
import { sendNotifications } from '../../app/notifications.ts';
import type { NotifySetting } from '../../config/notify-setting.ts';
import type { Journal } from '../../journal/journal.ts';
import { machineClock as clock } from '../../lib/clock.ts';
import { serviceLists } from '../../resources/index.ts';
import { problemOf } from '../../state/header.ts';
import { timePassed } from '../../state/lists/transitions.ts';
import { notifyEventAdded } from '../../state/notify/notices.ts';
import { notifyEventText } from '../../state/notify/notify-event.ts';
import type { Notifications } from '../../state/notify/sender.ts';
import type { FilterFaultListener } from '../../state/parts/part-requests.ts';
import type { ConsoleState } from '../../state/state.ts';
import type { Pace } from '../../state/sync/defaults.ts';
import { createPoller, type Poller } from '../../state/sync/poller.ts';
import { EXIT, exitCodeFor } from '../../system/exit.ts';
import { writeErrorLine, writeErrorLines } from '../../system/streams.ts';
import type { Environment } from '../../system/terminal.ts';

/** Size of the screen that a program without one has: all lists are on it, so that the poller reads all of them. */
export const NO_SCREEN = { columns: 160, rows: 45 };

const TICK_MS = 1000;

type Store = StoreApi<ConsoleState>;

/** What keeps the state of a program without a screen up to date. */
export type Headless = {
  readonly poller: Poller;
  readonly nextSequence: () => number;
  /** Ends the poller and the clock. */
  readonly stop: () => void;
};

const printFilterFault: FilterFaultListener = (list, unusable, fault) =>
  writeErrorLine(`${filterFaultLine(list, unusable, fault)}.`);

/** Lets time pass in the state, and creates its poller, which the caller starts. */
export function keepUpToDate(
  store: Store,
  client: Client,
  pace: Pace,
  onFilterFault: FilterFaultListener = printFilterFault,
): Headless {
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const poller = createPoller({
    ...{ store, clock, nextSequence, random: Math.random, onFilterFault },
    ...{ client: () => client, pace: () => pace },
  });
  const ticking = setInterval(() => store.setState(timePassed(store.getState(), clock.now()), true), TICK_MS);
  return {
    poller,
    nextSequence,
    stop: () => {
      poller.stop();
      clearInterval(ticking);
    },
  };
}

type NotificationParts = {
  readonly store: Store;
  readonly journal: Journal;
  readonly service: string;
  readonly environment: Environment;
  readonly targets: () => readonly NotifySetting[];
  readonly nextSequence: () => number;
};

/** Sends notifications, and reports on stderr and in the activity list what becomes of them. */
export function sendHeadlessNotifications({ nextSequence, ...parts }: NotificationParts): Notifications {
  const { store } = parts;
  return sendNotifications({
    ...{ ...parts, clock },
    onEvent: (event) => {
      writeErrorLine(notifyEventText(event));
      store.setState(notifyEventAdded(store.getState(), event, nextSequence()), true);
    },
  });
}

/** Resolves with the exit code on a signal, when the token is refused, or, with `once`, when every list has been read. */
export function ended(store: Pick<Store, 'subscribe'>, once: boolean): Promise<number> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done(EXIT.done));
    store.subscribe(({ lists }) => {
      const errors = serviceLists.flatMap((name) => lists[name].failure?.error ?? []);
      const final = errors.find(({ kind }) => kind === 'not-signed-in' || kind === 'no-token');
      if (final !== undefined) done(exitCodeFor(final));
      if (!once) return;
      const [failed] = errors;
      if (failed !== undefined) done(exitCodeFor(failed));
      else if (serviceLists.every((name) => lists[name].fetchedAt !== null)) setImmediate(() => done(EXIT.done));
    });
  });
}

/** Reports on stderr when a list or the journal fails, and when everything is read again. */
export function logProblems(store: Pick<Store, 'subscribe'>, journalTrouble: () => string | null): () => void {
  let kind: ServiceError['kind'] | null = null;
  let lastJournalError: string | null = null;
  return store.subscribe((state) => {
    const journalError = journalTrouble();
    if (journalError !== lastJournalError && journalError !== null) writeErrorLine(journalError);
    lastJournalError = journalError;
    const error = problemOf(state)?.error ?? null;
    if ((error?.kind ?? null) === kind) return;
    kind = error?.kind ?? null;
    if (error === null) writeErrorLine('Everything is read again.');
    else {
      const { what, hint } = errorMessage(error);
      writeErrorLines(hint === null || error.kind === 'not-signed-in' ? [what] : [what, hint]);
    }
  });
}
