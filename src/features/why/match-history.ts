import type { ObservedChange } from '../../changes/change-event.ts';
import { parseServicePrice } from '../../lib/money.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { CLOCK_SLACK_MS, type ServiceEvent, type ServiceEventKind } from './service-history.ts';

/** What the journal has of a bid: a change between two looks, or an action of the operator. */
export type JournalEntry = {
  readonly at: number;
  readonly since: number | null;
  readonly kind: ServiceEventKind | null;
  readonly isOwn: boolean;
  /** A new limit price, in the service's text. */
  readonly price?: string | null;
};

const VERBS: Readonly<Record<string, ServiceEventKind>> = {
  place: 'placed',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'ended',
  change: 'repriced',
};

export const kindOfVerb = (verb: string): ServiceEventKind | null =>
  Object.hasOwn(VERBS, verb) ? (VERBS[verb] ?? null) : null;

export function kindOfStatus(from: string | null, to: string | null): ServiceEventKind | null {
  if (isStatus(to, 'paused')) return 'paused';
  if (isStatus(to, 'terminated')) return 'ended';
  if (isStatus(from, 'paused')) return 'resumed';
  if (isStatus(to, 'allocated')) return 'allocated';
  return isStatus(to, 'preempting') || isStatus(from, 'allocated') ? 'preempted' : null;
}

export function kindOfChange({ change, field, from, to }: ObservedChange): ServiceEventKind | null {
  if (change === 'appeared') return 'placed';
  if (change === 'gone') return 'ended';
  if (field === 'limit_price') return 'repriced';
  return field === 'status' ? kindOfStatus(from, to) : null;
}

/**
 * Events of the service beside entries of the journal about the same: by entry, and the others. An action of the
 * operator takes the nearest; a change takes the last of the time between its looks, unless the operator did the same.
 */
export function matchHistory<Entry extends JournalEntry>(
  entries: readonly Entry[],
  serviceEvents: readonly ServiceEvent[],
): { readonly byEntry: ReadonlyMap<Entry, ServiceEvent>; readonly others: readonly ServiceEvent[] } {
  const byEntry = new Map<Entry, ServiceEvent>();
  const left = new Set(serviceEvents);
  const own = entries.filter(({ isOwn }) => isOwn);
  for (const entry of own) {
    const [nearest] = [...left]
      .filter(({ kind, at }) => kind !== null && kind === entry.kind && Math.abs(at - entry.at) <= 2 * CLOCK_SLACK_MS)
      .toSorted((a, b) => Math.abs(a.at - entry.at) - Math.abs(b.at - entry.at));
    if (nearest !== undefined) left.delete(nearest);
  }
  for (const entry of entries) {
    const isIn = ({ at }: { readonly at: number }): boolean =>
      at >= (entry.since ?? entry.at) - CLOCK_SLACK_MS && at <= entry.at + CLOCK_SLACK_MS;
    if (entry.isOwn || own.some((one) => one.kind === entry.kind && isIn(one))) continue;
    const last = [...left].findLast(
      (one) => one.kind !== null && one.kind === entry.kind && isIn(one) && isPrice(one, entry),
    );
    if (last === undefined) continue;
    left.delete(last);
    byEntry.set(entry, last);
  }
  return { byEntry, others: [...left] };
}

function isPrice({ limit }: ServiceEvent, { price = null }: JournalEntry): boolean {
  const seen = price === null ? null : parseServicePrice(price);
  return limit === null || seen === null || (limit.sign === seen.sign && limit.micros === seen.micros);
}
