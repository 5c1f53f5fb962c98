import {
  type Actor,
  actorOf,
  type JournalEvent,
  type OperatorEvent,
  SIMULATED_BY,
} from '../../changes/change-event.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { VersionedMap } from '../../lib/maps.ts';

/**
 * A change of a row's status, in the words of the service. `at` is the request of the list that showed it, `since` that of the list
 * before; null without one. Milliseconds since 1970.
 */
export type StatusChange = {
  readonly at: number;
  readonly since: number | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** What somebody with this journal did with a row. `key` stays the same when the outcome arrives. */
export type RowAction = {
  readonly key: string;
  readonly at: number;
  readonly verb: string;
  readonly outcome: OperatorEvent['outcome'];
  readonly by: Actor;
};

/** What the journal has of one row. */
export type RowPast = {
  /** When a list first showed it; null when the journal begins with it. */
  readonly appearedAt: number | null;
  /** The last changes of its status, oldest first. */
  readonly changes: readonly StatusChange[];
  /** When its limit price was last seen to change; null when it was not. */
  readonly repricedAt: number | null;
  /** The last actions on it, oldest first. */
  readonly actions: readonly RowAction[];
  /** When it left its list; null while it is listed. */
  readonly goneAt: number | null;
};

/** What the journal has of rows, by fid. */
export type Pasts = ReadonlyMap<string, RowPast>;

export const NO_PAST: RowPast = { appearedAt: null, changes: [], repricedAt: null, actions: [], goneAt: null };

/** Changes and actions that are kept of a row. */
const KEPT = 6;
/** Time for which a row that left its list is kept, in milliseconds: the past of the console may show it. */
const GONE_MS = DAY_MS;

/** The status that a row got last; undefined when the journal has no change of it. */
export const lastChange = ({ changes }: RowPast): StatusChange | undefined => changes.at(-1);

/** What is known of rows after more events of the journal, in their order. `here` identifies this program's own events. */
export function pastsWith(pasts: Pasts, events: readonly JournalEvent[], here: string): Pasts {
  const changed = new Map<string, RowPast>();
  add(events, here, (fid) => changed.get(fid) ?? pasts.get(fid), changed);
  const next = VersionedMap.of(pasts).with(changed);
  return next.with(longGone(next, events).map((fid) => [fid, undefined] as const));
}

/** The same in place, for a journal that is read page by page. */
export function pastsAdded(pasts: Map<string, RowPast>, events: readonly JournalEvent[], here: string): void {
  add(events, here, (fid) => pasts.get(fid), pasts);
  for (const fid of longGone(pasts, events)) pasts.delete(fid);
}

function add(
  events: readonly JournalEvent[],
  here: string,
  known: (fid: string) => RowPast | undefined,
  to: Map<string, RowPast>,
): void {
  for (const event of events) {
    const fid = event.payload.kind === 'seen' ? event.payload.fid : (event.payload.about?.fid ?? null);
    if (fid === null) continue;
    const before = known(fid) ?? NO_PAST;
    const after = pastWith(before, event, here);
    if (after !== before) to.set(fid, after);
  }
}

function longGone(pasts: Pasts, events: readonly JournalEvent[]): readonly string[] {
  const now = events.at(-1)?.at ?? 0;
  const fids: string[] = [];
  pasts.forEach(({ goneAt }, fid) => {
    if (goneAt !== null && now - goneAt > GONE_MS) fids.push(fid);
  });
  return fids;
}

/** What is known of a row after one more event. */
function pastWith(past: RowPast, event: JournalEvent, here: string): RowPast {
  const { at, since, payload, key, by } = event;
  if (payload.kind === 'noted') {
    const { action, outcome } = payload;
    if (action === null) return past;
    const { verb } = action;
    const actor = actorOf(action, by !== here && by !== SIMULATED_BY);
    const others = past.actions.filter((one) => one.key !== key);
    return { ...past, actions: [...others, { key, at, verb, outcome, by: actor }].slice(-KEPT) };
  }
  const { change, field, from, to } = payload;
  if (to === null && (change === 'gone' || change === 'lost')) return { ...past, goneAt: at };
  if (change === 'appeared')
    // The first list that is read shows everything for the first time.
    return { ...NO_PAST, actions: past.actions, appearedAt: at, changes: [{ at, since, from: null, to }] };
  if (field === 'limit_price') return { ...past, repricedAt: at };
  // An instance that is lost has left the list, or has a status that says so.
  if (field !== 'status') return past;
  return { ...past, changes: [...past.changes, { at, since, from, to }].slice(-KEPT) };
}
