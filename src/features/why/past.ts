import {
  type Actor,
  actorOf,
  type JournalEvent,
  type OperatorEvent,
  SIMULATED_BY,
} from '../../changes/change-event.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { VersionedMap } from '../../lib/maps.ts';

/** Between the requests of two lists: `since` is null without an earlier one. Milliseconds since 1970. */
export type StatusChange = {
  readonly at: number;
  readonly since: number | null;
  readonly from: string | null;
  readonly to: string | null;
};

/** An action on a row. `key` stays the same when the outcome arrives. */
export type RowAction = {
  readonly key: string;
  readonly at: number;
  readonly verb: string;
  readonly outcome: OperatorEvent['outcome'];
  readonly by: Actor;
};

export type RowPast = {
  /** When first listed; null when the journal begins with it. */
  readonly appearedAt: number | null;
  readonly changes: readonly StatusChange[];
  /** The last seen change of its limit price; null for none. */
  readonly repricedAt: number | null;
  readonly actions: readonly RowAction[];
  /** When it left its list; null while listed. */
  readonly goneAt: number | null;
};

/** What is known of rows from before, by fid. */
export type Pasts = ReadonlyMap<string, RowPast>;

export const NO_PAST: RowPast = { appearedAt: null, changes: [], repricedAt: null, actions: [], goneAt: null };

/** Most changes, and most actions, of a row. */
const KEPT = 6;
/** After a row left its list, in milliseconds: the console's past may show it. */
const GONE_MS = DAY_MS;

export const lastChange = ({ changes }: RowPast): StatusChange | undefined => changes.at(-1);

/** With more events of the journal, in order. `here` identifies this program's own events. */
export function pastsWith(pasts: Pasts, events: readonly JournalEvent[], here: string): Pasts {
  const changed = new Map<string, RowPast>();
  add(events, here, (fid) => changed.get(fid) ?? pasts.get(fid), changed);
  const next = VersionedMap.of(pasts).with(changed);
  return next.with(longGone(next, events).map((fid) => [fid, undefined] as const));
}

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
    return { ...NO_PAST, actions: past.actions, appearedAt: at, changes: [{ at, since, from: null, to }] };
  if (field === 'limit_price') return { ...past, repricedAt: at };
  if (field !== 'status') return past;
  return { ...past, changes: [...past.changes, { at, since, from, to }].slice(-KEPT) };
}
