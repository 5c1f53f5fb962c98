import type { ServiceList } from '../contract/lists.ts';
import type { ObservedChange } from './change-event.ts';
import type { TrackedFields } from './tracked-fields.ts';

/** How a list came, as far as that decides whether a row that it does not have is gone. */
export type Arrival = {
  /** Whether the list was read to its end. */
  readonly whole: boolean;
  /** Rows that came and could not be read. */
  readonly unreadable: ReadonlySet<string>;
  /** Whether it came in pages, between which a row can slip through: it is gone when two lists in a row miss it. */
  readonly paged: boolean;
};

/** Why a row that did not come is not known to be gone: the list may have had it, or it may have slipped between two pages. */
export type Absence = 'unread' | 'slipped';

/** Rows as they were or as they came, and what of them is tracked. */
export type Side<Row> = {
  readonly get: (fid: string) => Row | undefined;
  readonly fields: (row: Row) => TrackedFields;
};

/** Rows that did not come and are not known to be gone, by fid, as they last were. */
export type Unconfirmed<Row> = ReadonlyMap<string, { readonly row: Row; readonly absence: Absence }>;

/** A change, with the row as it came or as it last was. */
export type RowChange<Row> = { readonly row: Row; readonly change: ObservedChange };

export type RowsDiff<Row> = { readonly changes: readonly RowChange<Row>[]; readonly unconfirmed: Unconfirmed<Row> };

type Compared<Row> = {
  readonly list: ServiceList;
  /** The rows to compare: those that may have changed, and those that did not come. */
  readonly fids: Iterable<string>;
  readonly before: Side<Row>;
  readonly after: Side<Row>;
  /** The rows that the list before did not have and that were not known to be gone. */
  readonly unconfirmed: Unconfirmed<Row>;
  readonly arrival: Arrival;
  /** The status of a bid as last seen; null when there is no such bid. */
  readonly bidStatus: (fid: string) => string | null;
};

/** Finds what has changed since the list before: the one place that tells whether a row is gone, and whether an instance was lost. */
export function diffRows<Row>({
  list,
  fids,
  before,
  after,
  arrival,
  bidStatus,
  ...last
}: Compared<Row>): RowsDiff<Row> {
  const changes: RowChange<Row>[] = [];
  const unconfirmed = new Map<string, { row: Row; absence: Absence }>();
  for (const fid of fids) {
    const [was, is] = [before.get(fid), after.get(fid)];
    const row = is ?? was;
    if (row === undefined) continue;
    const absence = is === undefined ? absenceOf(fid, arrival, last.unconfirmed.get(fid)?.absence) : null;
    if (absence !== null) unconfirmed.set(fid, { row, absence });
    else {
      const [from, to] = [was && before.fields(was), is && after.fields(is)];
      for (const change of rowChanges(list, fid, from, to, bidStatus)) changes.push({ row, change });
    }
  }
  return { changes, unconfirmed };
}

/** Why a row that did not come is not known to be gone; null when it is gone. */
function absenceOf(fid: string, { whole, unreadable, paged }: Arrival, before: Absence | undefined): Absence | null {
  if (!whole || unreadable.has(fid)) return 'unread';
  return paged && before !== 'slipped' ? 'slipped' : null;
}

/** Statuses of instances that have ended, of those that ended without being asked to, and of bids that have no instances by intent. */
const OVER = ['preempted', 'error', 'terminated', 'stopped', 'paused', 'replaced'];
const LOST = ['preempted', 'error'];
const LETS_GO = ['paused', 'terminated'];

/** The changes of one row in the order in which they are shown; undefined stands for a row that is not there. */
function rowChanges(
  list: ServiceList,
  fid: string,
  was: TrackedFields | undefined,
  is: TrackedFields | undefined,
  bidStatus: (fid: string) => string | null,
): readonly ObservedChange[] {
  const fields = is ?? was ?? {};
  const subject = { kind: 'seen', list, fid, name: fields['name'] ?? null, bid: fields['bid'] ?? null } as const;
  // Volumes and keys have no status.
  const field = 'status' in fields ? 'status' : null;
  const status = (of: TrackedFields | undefined): string | null => of?.['status'] ?? null;
  if (was === undefined && is === undefined) return [];
  if (was === undefined) return [{ ...subject, change: 'appeared', field, from: null, to: status(is) }];
  if (is === undefined) {
    const lost = list === 'instances' && isLoss(status(was), subject.bid, bidStatus);
    return [{ ...subject, change: lost ? 'lost' : 'gone', field, from: status(was), to: null }];
  }
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field): ObservedChange[] => {
    const [from, to] = [was[field] ?? null, is[field] ?? null];
    if (from === to) return [];
    const lost = list === 'instances' && field === 'status' && isOneOf(to, LOST) && !isOneOf(from, OVER);
    return [{ ...subject, change: lost ? 'lost' : 'changed', field, from, to }];
  });
}

/** Whether an instance that left the list was lost: it had not ended, and nobody paused, cancelled or removed its bid. */
function isLoss(status: string | null, bid: string | null, bidStatus: (fid: string) => string | null): boolean {
  if (isOneOf(status, OVER)) return false;
  const of = bid === null ? null : bidStatus(bid);
  return of !== null && !isOneOf(of, LETS_GO);
}

/** Whether a status is one of these, in either spelling of the interface (section 3): `Paused`, `STATUS_PAUSED`. */
function isOneOf(status: string | null, names: readonly string[]): boolean {
  return status !== null && names.includes(status.replace(/^STATUS_/, '').toLowerCase());
}
