import type { ListEndpoint } from '../contract/endpoint.ts';
import type { ServiceList, ServiceRows } from '../contract/lists.ts';
import { unreadableCells } from '../contract/unreadable.ts';
import type { ObservedChange } from './change-event.ts';

export type Arrival = {
  readonly whole: boolean;
  readonly unreadable: ReadonlySet<string>;
};

/** Why a missing row may still exist: unreadable, or missed by one list alone. */
export type Absence = 'unread' | 'missed';

export type Side<Row> = {
  readonly get: (fid: string) => Row | undefined;
  readonly fields: (row: Row) => TrackedFields;
};

/** The change happened between `since`, if known, and `at`. Milliseconds since 1970. */
export type Seen = { readonly at: number; readonly since: number | null };

type MissingRow<Row> = { readonly row: Row; readonly absence: Absence; readonly seen: Seen | null };

export type MissingRows<Row> = ReadonlyMap<string, MissingRow<Row>>;

/** `seen` is null when the confirming list first showed it. */
export type RowChange<Row> = { readonly row: Row; readonly change: ObservedChange; readonly seen: Seen | null };

export type RowsDiff<Row> = { readonly changes: readonly RowChange<Row>[]; readonly unconfirmed: MissingRows<Row> };

type Comparison<Row> = {
  readonly list: ServiceList;
  readonly fids: Iterable<string>;
  readonly before: Side<Row>;
  readonly after: Side<Row>;
  readonly unconfirmed: MissingRows<Row>;
  readonly arrival: Arrival;
  /** `isNewer` has judged missing rows; otherwise two lists must miss them. */
  readonly isJudged: boolean;
  readonly now: Seen;
  readonly seenBefore: (fid: string) => Seen | null;
  /** Allows for outdated answers; null when unknown. */
  readonly mayEndFrom: (fid: string) => number | null;
  readonly bidOf: BidOf;
};

type KnownBid = {
  readonly status: string;
  readonly name: string | null;
  readonly leftSince: (time: number) => readonly string[];
};

export type BidOf = (fid: string) => KnownBid | null;

/** Only this function decides whether an instance was lost. */
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

const OVER = ['preempted', 'error', 'terminated', 'stopped', 'paused', 'replaced'];
const LOST = ['preempted', 'error'];
const LETS_GO = ['paused', 'terminated'];
const STOPPED = ['terminated', 'stopped'];
const WAITS = ['open', 'preempting'];

type Known = { readonly bidOf: BidOf; readonly since: number | null };

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
  const field = 'status' in fields ? 'status' : null;
  const status = (of: TrackedFields | undefined): string | null => of?.['status'] ?? null;
  if (was === undefined && is === undefined) return [];
  if (was === undefined) return [{ ...subject, change: 'appeared', field, from: null, to: status(is) }];
  if (is === undefined) {
    const lost = list === 'instances' && isLoss(status(was), bid, known);
    return [{ ...subject, change: lost ? 'lost' : 'gone', field, from: status(was), to: null }];
  }
  // A field unreadable on one side tells of no change.
  const inBoth = Object.keys(was).filter((field) => field in is);
  return inBoth.flatMap((field): ObservedChange[] => {
    const [from, to] = [was[field] ?? null, is[field] ?? null];
    if (from === to) return [];
    const lost = list === 'instances' && field === 'status' && isLossBetween(from, to, bid, known);
    return [{ ...subject, change: lost ? 'lost' : 'changed', field, from, to }];
  });
}

/** An instance seen running may have stopped by a change of its bid not listed yet, unless the bid waits again. */
function isLossBetween(from: string | null, to: string | null, bid: string | null, known: Known): boolean {
  if (isOneOf(from, OVER)) return false;
  if (isOneOf(to, LOST)) return true;
  if (!isOneOf(to, STOPPED)) return false;
  const of = bid === null ? null : known.bidOf(bid);
  if (of === null || hasLetGo(of, known)) return false;
  return isOneOf(from, ['preempting']) || (isOneOf(from, ['running']) && isOneOf(of.status, WAITS));
}

function isLoss(status: string | null, bid: string | null, known: Known): boolean {
  if (isOneOf(status, OVER)) return false;
  const of = bid === null ? null : known.bidOf(bid);
  return of !== null && !hasLetGo(of, known);
}

/** A paused bid may run again before its instances are known to be gone. */
const hasLetGo = ({ status, leftSince }: KnownBid, { since }: Known): boolean =>
  [status, ...(since === null ? [] : leftSince(since))].some((one) => isOneOf(one, LETS_GO));

/** In small letters (sections 3 and 4). */
export function isOneOf(status: string | null, names: readonly string[]): boolean {
  return status !== null && names.includes(status.replace(/^STATUS_/, '').toLowerCase());
}

export type TrackedFields = { readonly [field: string]: string | null };

export type TrackedList<Row> = {
  readonly endpoint: ListEndpoint<Row>;
  readonly trackedFields: (row: Row, now: number) => TrackedFields;
  readonly madeOf?: Readonly<Record<string, readonly string[]>>;
  readonly tracksTime?: true;
};

export function readFields<Row>(
  { trackedFields, madeOf = {} }: TrackedList<Row>,
  row: Row,
  now: number,
): TrackedFields {
  const fields = trackedFields(row, now);
  const cells = unreadableCells(row);
  if (cells.size === 0) return fields;
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => (madeOf[field] ?? [field]).every((member) => !cells.has(member))),
  );
}

export type TrackedLists = { readonly [Name in ServiceList]: TrackedList<ServiceRows[Name]> };
