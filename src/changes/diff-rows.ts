import type { ServiceList } from '../contract/lists.ts';
import type { ObservedChange } from './change-event.ts';
import type { TrackedFields } from './tracked-fields.ts';

/** How completely a list arrived: decides whether a missing row is gone. */
export type Arrival = {
  /** True when the list was read to its end. */
  readonly whole: boolean;
  /** Fids of rows that arrived and could not be read. */
  readonly unreadable: ReadonlySet<string>;
};

/** Why a missing row is not known to be gone: its row was unreadable, or one list alone has missed it. */
export type Absence = 'unread' | 'missed';

/** Rows before or after, and their tracked fields. */
export type Side<Row> = {
  readonly get: (fid: string) => Row | undefined;
  readonly fields: (row: Row) => TrackedFields;
};

/** When a change was seen, and the time after which it happened, null without an earlier list. Milliseconds since 1970. */
export type Seen = { readonly at: number; readonly since: number | null };

/** A missing row as last received, and since when lists miss it; null while its row was unreadable. */
type MissingRow<Row> = { readonly row: Row; readonly absence: Absence; readonly seen: Seen | null };

/** Missing rows that are not known to be gone, by fid. */
export type MissingRows<Row> = ReadonlyMap<string, MissingRow<Row>>;

/** A change, with the row as it arrived or as last received. `seen` is null when the list that confirmed it was the first to show it. */
export type RowChange<Row> = { readonly row: Row; readonly change: ObservedChange; readonly seen: Seen | null };

export type RowsDiff<Row> = { readonly changes: readonly RowChange<Row>[]; readonly unconfirmed: MissingRows<Row> };

type Comparison<Row> = {
  readonly list: ServiceList;
  /** Fids to compare: rows that may have changed, and missing ones. */
  readonly fids: Iterable<string>;
  readonly before: Side<Row>;
  readonly after: Side<Row>;
  /** Rows that the previous list missed and that were not known to be gone. */
  readonly unconfirmed: MissingRows<Row>;
  readonly arrival: Arrival;
  /** Whether rows that are missing after being listed were judged before (`isNewer`); otherwise two lists in a row must miss them. */
  readonly isJudged: boolean;
  /** The request of this list, and of the one before. */
  readonly now: Seen;
  /** When an earlier list was the first to show what this one confirms of a row; null where none did. */
  readonly seenBefore: (fid: string) => Seen | null;
  /**
   * The earliest time at which an instance may have ended: when it was last seen, less the time by which that answer may be behind, but not
   * before it was first seen. Milliseconds since 1970; null when unknown.
   */
  readonly mayEndFrom: (fid: string) => number | null;
  /** What is known of a bid; null when there is no such bid. */
  readonly bidOf: BidOf;
};

/** What is known of a bid: its status and name, and the statuses that it was seen to leave since a time. */
type KnownBid = {
  readonly status: string;
  readonly name: string | null;
  readonly leftSince: (time: number) => readonly string[];
};

/** Looks up a bid; null when there is none. */
export type BidOf = (fid: string) => KnownBid | null;

/** The changes since the previous list. Only this function decides whether an instance that is gone was lost. */
export function diffRows<Row>({
  list,
  fids,
  before,
  after,
  arrival,
  isJudged,
  now,
  seenBefore,
  mayEndFrom,
  bidOf,
  ...last
}: Comparison<Row>): RowsDiff<Row> {
  const changes: RowChange<Row>[] = [];
  const unconfirmed = new Map<string, MissingRow<Row>>();
  for (const fid of fids) {
    const [was, is] = [before.get(fid), after.get(fid)];
    const row = is ?? was;
    if (row === undefined) continue;
    const missed = last.unconfirmed.get(fid);
    const absence = is === undefined ? absenceOf(fid, arrival, isJudged, missed?.absence) : null;
    if (absence !== null)
      unconfirmed.set(fid, { row, absence, seen: absence === 'unread' ? null : (missed?.seen ?? now) });
    else {
      const seen = (is === undefined ? missed?.seen : null) ?? seenBefore(fid);
      const [from, to] = [was && before.fields(was), is && after.fields(is)];
      for (const change of rowChanges(list, fid, from, to, { bidOf, since: mayEndFrom(fid) }))
        changes.push({ row, change, seen });
    }
  }
  return { changes, unconfirmed };
}

/** Why a missing row is not known to be gone; null when it is gone. */
function absenceOf(
  fid: string,
  { whole, unreadable }: Arrival,
  isJudged: boolean,
  before: Absence | undefined,
): Absence | null {
  if (!whole || unreadable.has(fid)) return 'unread';
  if (before === undefined) return isJudged ? null : 'missed';
  return before === 'unread' ? 'missed' : null;
}

/** Statuses of ended instances, of those that ended without a request, and of bids that have no instances by intent. */
const OVER = ['preempted', 'error', 'terminated', 'stopped', 'paused', 'replaced'];
const LOST = ['preempted', 'error'];
const LETS_GO = ['paused', 'terminated'];
/** Statuses of instances that stopped, by request or not, and of bids that are being, or were, outbid. */
const STOPPED = ['terminated', 'stopped'];
const WAITS = ['open', 'preempting'];

/** What distinguishes a loss from an end by request: the bid, and the earliest time at which the instance may have ended; null when unknown. */
type Known = { readonly bidOf: BidOf; readonly since: number | null };

/** The changes of one row in display order; undefined stands for a missing row. */
function rowChanges(
  list: ServiceList,
  fid: string,
  was: TrackedFields | undefined,
  is: TrackedFields | undefined,
  known: Known,
): readonly ObservedChange[] {
  const fields = is ?? was ?? {};
  const bid = fields['bid'] ?? null;
  const bidName = bid === null ? null : (known.bidOf(bid)?.name ?? null);
  const subject = { kind: 'seen', list, fid, name: fields['name'] ?? null, bid, bidName } as const;
  // Volumes and keys have no status.
  const field = 'status' in fields ? 'status' : null;
  const status = (of: TrackedFields | undefined): string | null => of?.['status'] ?? null;
  if (was === undefined && is === undefined) return [];
  if (was === undefined) return [{ ...subject, change: 'appeared', field, from: null, to: status(is) }];
  if (is === undefined) {
    const lost = list === 'instances' && isLoss(status(was), bid, known);
    return [{ ...subject, change: lost ? 'lost' : 'gone', field, from: status(was), to: null }];
  }
  // A field that one of both does not have could not be read there: nothing says that it changed.
  const inBoth = Object.keys(was).filter((field) => field in is);
  return inBoth.flatMap((field): ObservedChange[] => {
    const [from, to] = [was[field] ?? null, is[field] ?? null];
    if (from === to) return [];
    const lost = list === 'instances' && field === 'status' && isLossBetween(from, to, bid, known);
    return [{ ...subject, change: lost ? 'lost' : 'changed', field, from, to }];
  });
}

/**
 * Whether an instance that has another status was lost: it stopped though nobody asked for that, however the service calls the end. One that
 * ran just before may have been asked to by a change of its bid that no list shows yet, unless its bid waits again.
 */
function isLossBetween(from: string | null, to: string | null, bid: string | null, known: Known): boolean {
  if (isOneOf(from, OVER)) return false;
  if (isOneOf(to, LOST)) return true;
  if (!isOneOf(to, STOPPED)) return false;
  const of = bid === null ? null : known.bidOf(bid);
  if (of === null || hasLetGo(of, known)) return false;
  return isOneOf(from, ['preempting']) || (isOneOf(from, ['running']) && isOneOf(of.status, WAITS));
}

/** Whether an instance that left the list was lost: it had not ended, and its bid was not paused, cancelled or removed. */
function isLoss(status: string | null, bid: string | null, known: Known): boolean {
  if (isOneOf(status, OVER)) return false;
  const of = bid === null ? null : known.bidOf(bid);
  return of !== null && !hasLetGo(of, known);
}

/** Whether a bid was paused or ended since a time. A paused bid may run again before its instances are known to be gone. */
const hasLetGo = ({ status, leftSince }: KnownBid, { since }: Known): boolean =>
  [status, ...(since === null ? [] : leftSince(since))].some((one) => isOneOf(one, LETS_GO));

/** Whether a status of a bid or an instance is one of some names in small letters (sections 3 and 4). */
export function isOneOf(status: string | null, names: readonly string[]): boolean {
  return status !== null && names.includes(status.replace(/^STATUS_/, '').toLowerCase());
}
