import type { JournalEvent } from '../../../changes/change-event.ts';
import type { AsyncJournal } from '../../../journal/async-journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import { notifyJournal, type StoredNotifications } from '../journal.ts';
import { MAX_WAITING, OLDEST_MS } from './progress.ts';

/** Entries of the journal that are read at once, so that the screen does not wait for them. */
export const MAX_READ = 2000;
/** Beginning of the keys of activity about notifications, of which nobody is notified. */
export const NOTIFY_KEY = 'notify-';

/** The events of a project that fit a target. */
type ScopeEvents = {
  readonly journal: Pick<AsyncJournal, 'ask'>;
  readonly scope: Scope;
  readonly fits: (event: JournalEvent) => boolean;
};

/** Whether an event can be sent: an action whose outcome is still open comes again with it. */
export const isSent = ({ key, payload }: JournalEvent): boolean =>
  payload.kind === 'seen' || (payload.outcome !== 'sent' && !key.includes(`:${NOTIFY_KEY}`));

/** The events that wait for one target, read from the journal as they come; bounded, the oldest ones are left out. */
export function createWaiting({ journal, scope, fits }: ScopeEvents) {
  let scanned = 0;
  let waiting: readonly JournalEvent[] = [];
  /** Ids of events that were left out because too many wait. */
  let leftOut: readonly number[] = [];

  return {
    /** Reads the next entries of the journal. Returns whether its end is reached. */
    readOn: async (): Promise<boolean> => {
      const read = await journal.ask(notifyJournal, 'eventsBetween', scope, scanned, null, MAX_READ);
      const { events, last, isEnd } = read;
      scanned = last;
      waiting = [...waiting, ...events.filter((event) => isSent(event) && fits(event))];
      const over = waiting.slice(0, Math.max(0, waiting.length - MAX_WAITING));
      leftOut = [...leftOut, ...over.map(({ id }) => id)];
      waiting = waiting.slice(over.length);
      return isEnd;
    },
    /** Forgets events that are done, by this program or another one. */
    forgetUntil: ({ cursor }: Pick<StoredNotifications, 'cursor'>): void => {
      if ((waiting[0]?.id ?? Number.POSITIVE_INFINITY) <= cursor) waiting = waiting.filter(({ id }) => id > cursor);
      if ((leftOut[0] ?? Number.POSITIVE_INFINITY) <= cursor) leftOut = leftOut.filter((id) => id > cursor);
      scanned = Math.max(scanned, cursor);
    },
    /** The events to send, without those that are too old, and how many were left out before them. */
    current: (now: number) => {
      const events = waiting.filter(({ at }) => at >= now - OLDEST_MS);
      return { events, leftOut: leftOut.length + waiting.length - events.length };
    },
    /** Whether there is an event to send. Those that were left out are counted in the next message. */
    hasAny: (now: number): boolean => waiting.some(({ at }) => at >= now - OLDEST_MS),
    isEmpty: (): boolean => waiting.length === 0 && leftOut.length === 0,
    scanned: (): number => scanned,
  };
}
