import type { ObservedChange } from '../changes/change-event.ts';
import type { EventKind } from '../changes/event-kind.ts';
import type { ServiceList, ServiceRows } from '../contract/lists.ts';

/** Every list with a pane, and its row. Features add theirs. */
export interface Rows extends ServiceRows {
  readonly activity: ActivityRow;
}

export type PaneName = keyof Rows;

/** A change at the service or an action of the operator, or a group of these with the time of the last. */
export type ActivityRow = {
  readonly fid: string;
  readonly at: number;
  /** Time of the poll before, without the change; null when the change is known to be of `at`. */
  readonly since: number | null;
  /** `here`: of this console, which keeps it in the journal. */
  readonly from: 'here' | 'journal';
  readonly who: 'operator' | 'service';
  readonly outcome: 'sent' | 'done' | 'refused' | 'unknown' | 'seen' | 'lost';
  readonly what: string;
  readonly about: {
    readonly pane: ServiceList;
    readonly fid: string;
  } | null;
  readonly name: string;
  /** Why an agent did it. */
  readonly reason: string | null;
  /** Joins it with others in a group; null for a single event. */
  readonly kind: EventKind | null;
  /** The events of a group. */
  readonly events: readonly ActivityRow[];
  /** Whether earlier events of the group are no longer in memory. */
  readonly isCut: boolean;
  /** Null for actions and groups. */
  readonly seen: ObservedChange | null;
  /** Null for the shown place. */
  readonly place: Place | null;
};

export const SINGLE_EVENT = {
  name: '',
  reason: null,
  kind: null,
  events: [],
  isCut: false,
  seen: null,
  place: null,
} as const;

/** The shown profile and projects at the time. */
export type Place = { readonly profile: string; readonly projects: readonly string[] };

/** Rows of one place are never rows of another. */
export const placeKey = ({ profile, projects }: Place): string => JSON.stringify([profile, ...projects]);

/** `prod (proj_a)`, or in the same profile `proj_a`; null for the shown place. */
export function otherPlace(
  { profile, projects }: Place,
  shown: Place & { readonly aliases: ReadonlyMap<string, string> },
): string | null {
  const names = projects.map((project) => shown.aliases.get(project) ?? project).join(', ');
  if (profile !== shown.profile) return `${profile} (${names})`;
  return projects.every((project) => shown.projects.includes(project)) ? null : names;
}
