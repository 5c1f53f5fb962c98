import { isNear, kindKey, type Span, spanWith } from '../changes/event-groups.ts';
import { groupRow } from '../resources/activity-groups.ts';
import type { ActivityRow } from '../resources/activity-row.ts';
import type { ActivityWords } from '../resources/activity-text.ts';

/** Events of one line, in the order of their arrival. */
export type JoinedEvents = {
  readonly joins: (event: ActivityRow) => boolean;
  readonly add: (event: ActivityRow) => void;
};

/** How events of the activity list join in one line. */
export type EventGrouping = {
  /** What an event has in common with those that it may join, the closest first; none for one that stays alone. */
  readonly keysOf: (event: ActivityRow) => readonly string[];
  readonly begin: () => JoinedEvents;
  /** The line of some events; null without any. `isCut`: there were earlier ones. */
  readonly rowOf: (
    fid: string,
    events: readonly ActivityRow[],
    isCut: boolean,
    words: ActivityWords,
  ) => ActivityRow | null;
};

/** Joins events of one kind within a minute. */
export const BY_KIND: EventGrouping = {
  keysOf: ({ kind }) => (kind === null ? [] : [kindKey(kind)]),
  begin: () => {
    let span: Span | null = null;
    return {
      joins: ({ at }) => span === null || isNear(span, at),
      add: ({ at }) => {
        span = span === null ? { first: at, last: at } : spanWith(span, at);
      },
    };
  },
  rowOf: groupRow,
};
