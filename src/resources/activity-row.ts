import type { ObservedChange } from '../changes/change-event.ts';
import type { EventKind } from '../changes/event-kind.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Place } from './place.ts';

/**
 * A row of the activity list: a change at the service, or an action of the operator and its outcome; or a group of such events,
 * with the time of the last one.
 */
export type ActivityRow = {
  readonly fid: string;
  readonly at: number;
  /** Time of the poll before, which did not show the change; null when the change is known to be of `at`, or on the first poll. */
  readonly since: number | null;
  /** `here`: made by this console, which keeps it in the journal. `journal`: read from there. */
  readonly from: 'here' | 'journal';
  readonly who: 'operator' | 'service';
  readonly outcome: 'sent' | 'done' | 'refused' | 'unknown' | 'seen' | 'lost';
  readonly what: string;
  readonly about: {
    readonly pane: ServiceList;
    readonly fid: string;
  } | null;
  /** The name of the row that it is about. */
  readonly name: string;
  /** Why an agent did it; null for what it did not, or where that is not known. */
  readonly reason: string | null;
  /** Its kind, by which it joins others in a group; null for an event that stays alone. */
  readonly kind: EventKind | null;
  /** The events of a group; none for a single event. */
  readonly events: readonly ActivityRow[];
  /** Whether earlier events of the group are no longer in memory. */
  readonly isCut: boolean;
  /** The change at the service; null for what was done here, and for a group. */
  readonly seen: ObservedChange | null;
  /** Where it was done; null for what is known to be of the shown place. */
  readonly place: Place | null;
};

/** The members of a single event that never joins a group. */
export const SINGLE_EVENT = {
  name: '',
  reason: null,
  kind: null,
  events: [],
  isCut: false,
  seen: null,
  place: null,
} as const;
