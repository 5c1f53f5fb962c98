import type { ObservedChange } from '../../changes/change-event.ts';
import { parseServicePrice } from '../../lib/money.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { TOLD_SLACK_MS, type Told, type ToldKind } from './told.ts';

/** What the journal has of a bid: a change between two looks, or an action of the operator. */
export type JournalEntry = {
  readonly at: number;
  readonly since: number | null;
  readonly kind: ToldKind | null;
  readonly isOwn: boolean;
  /** A new limit price, in the service's text. */
  readonly price?: string | null;
};

const VERBS: Readonly<Record<string, ToldKind>> = {
  place: 'placed',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'ended',
  change: 'repriced',
};

export const kindOfVerb = (verb: string): ToldKind | null =>
  Object.hasOwn(VERBS, verb) ? (VERBS[verb] ?? null) : null;

export function kindOfStatus(from: string | null, to: string | null): ToldKind | null {
  if (isStatus(to, 'paused')) return 'paused';
  if (isStatus(to, 'terminated')) return 'ended';
  if (isStatus(from, 'paused')) return 'resumed';
  if (isStatus(to, 'allocated')) return 'allocated';
  return isStatus(to, 'preempting') || isStatus(from, 'allocated') ? 'preempted' : null;
}

export function kindOfChange({ change, field, from, to }: ObservedChange): ToldKind | null {
  if (change === 'appeared') return 'placed';
  if (change === 'gone') return 'ended';
  if (field === 'limit_price') return 'repriced';
  return field === 'status' ? kindOfStatus(from, to) : null;
}

/**
 * Events of the service beside entries of the journal about the same: by entry, and the others. An action of the
 * operator takes the nearest; a change takes the last of the time between its looks, unless the operator did the same.
 */
export function besideTold<Entry extends JournalEntry>(
  entries: readonly Entry[],
  told: readonly Told[],
): { readonly byEntry: ReadonlyMap<Entry, Told>; readonly others: readonly Told[] } {
  const byEntry = new Map<Entry, Told>();
  const left = new Set(told);
  const own = entries.filter(({ isOwn }) => isOwn);
  for (const entry of own) {
    const [nearest] = [...left]
      .filter(({ kind, at }) => kind !== null && kind === entry.kind && Math.abs(at - entry.at) <= 2 * TOLD_SLACK_MS)
      .toSorted((a, b) => Math.abs(a.at - entry.at) - Math.abs(b.at - entry.at));
    if (nearest !== undefined) left.delete(nearest);
  }
  for (const entry of entries) {
    const isIn = ({ at }: { readonly at: number }): boolean =>
      at >= (entry.since ?? entry.at) - TOLD_SLACK_MS && at <= entry.at + TOLD_SLACK_MS;
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

function isPrice({ limit }: Told, { price = null }: JournalEntry): boolean {
  const seen = price === null ? null : parseServicePrice(price);
  return limit === null || seen === null || (limit.sign === seen.sign && limit.micros === seen.micros);
}
