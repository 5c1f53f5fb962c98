import type { ServiceList } from '../contract/lists.ts';
import type { ObservedChange } from './change-event.ts';
import type { TrackedFields } from './tracked-fields.ts';

/** States after which an instance's leaving the list is no loss, and those in which a bid has no instances by intent. */
const OVER = ['preempted', 'error', 'terminated', 'stopped', 'paused', 'replaced'];
const LOST = ['preempted', 'error'];
const LETS_GO = ['paused', 'terminated'];

/**
 * What a row's change between two looks tells, in the order in which it is to be told; undefined stands for a row that
 * is not there. `bidStatus` tells the status of a bid as last seen, null when there is no such bid.
 */
export function rowChanges(
  list: ServiceList,
  fid: string,
  was: TrackedFields | undefined,
  is: TrackedFields | undefined,
  bidStatus: (fid: string) => string | null,
): readonly ObservedChange[] {
  const facts = is ?? was ?? {};
  const subject = { kind: 'seen', list, fid, name: facts['name'] ?? null, bid: facts['bid'] ?? null } as const;
  // Volumes and keys have no status.
  const field = 'status' in facts ? 'status' : null;
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

/** Statuses are open and written in two ways (section 3): `Paused`, `STATUS_PAUSED`. */
function isOneOf(status: string | null, names: readonly string[]): boolean {
  return status !== null && names.includes(status.replace(/^STATUS_/, '').toLowerCase());
}
