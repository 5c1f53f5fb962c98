import type { JournalEvent } from '../../../changes/change-event.ts';
import type { AsyncJournal } from '../../../journal/async-journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import { activity } from '../../../resources/activity.ts';
import { activityRowOf } from '../../../resources/activity-text.ts';
import { meets } from '../../../resources/filter/match.ts';
import { searchColumns } from '../../../store/lists/place-columns.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { notifyJournal, type StoredNotifications } from '../journal.ts';
import type { NotifyTarget } from '../target.ts';
import { MAX_WAITING, OLDEST_MS } from './progress.ts';

export const MAX_READ = 2000;
/** Keys of activity about notifications: no notification is sent of it. */
export const NOTIFY_KEY = 'notify-';

type ScopeEvents = {
  readonly journal: Pick<AsyncJournal, 'ask'>;
  readonly scope: Scope;
  readonly fits: (event: JournalEvent) => boolean;
};

/** Whether an event can be sent: an action without an outcome comes again with it. */
export const isSent = ({ key, payload }: JournalEvent): boolean =>
  payload.kind === 'seen' || (payload.outcome !== 'sent' && !key.includes(`:${NOTIFY_KEY}`));

/** A target's waiting events. Of too many the oldest are left out. */
export function createWaiting({ journal, scope, fits }: ScopeEvents) {
  let scanned = 0;
  let waiting: readonly JournalEvent[] = [];
  /** Ids. */
  let leftOut: readonly number[] = [];

  return {
    /** Returns whether the end of the journal is reached. */
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
    /** Forgets what's done, by any program. */
    forgetUntil: ({ cursor }: Pick<StoredNotifications, 'cursor'>): void => {
      if ((waiting[0]?.id ?? Number.POSITIVE_INFINITY) <= cursor) waiting = waiting.filter(({ id }) => id > cursor);
      if ((leftOut[0] ?? Number.POSITIVE_INFINITY) <= cursor) leftOut = leftOut.filter((id) => id > cursor);
      scanned = Math.max(scanned, cursor);
    },
    /** Without too old events. */
    current: (now: number) => {
      const events = waiting.filter(({ at }) => at >= now - OLDEST_MS);
      return { events, leftOut: leftOut.length + waiting.length - events.length };
    },
    /** The next message counts the events left out. */
    hasAny: (now: number): boolean => waiting.some(({ at }) => at >= now - OLDEST_MS),
    isEmpty: (): boolean => waiting.length === 0 && leftOut.length === 0,
    scanned: (): number => scanned,
  };
}

/** By the filter language of the Activity pane. */
export function fitsFilter(
  state: ConsoleState,
  event: JournalEvent,
  { filter }: Pick<NotifyTarget, 'filter'>,
): boolean {
  const context = contextOf(state);
  const columns = searchColumns(activity.columns, null, false, context);
  return meets(
    activityRowOf(event, { into: state.glyphs.arrow, fieldWords: state.features.fieldWords }),
    filter,
    columns,
    context,
  );
}
