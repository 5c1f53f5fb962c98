import type { ServiceList } from '../../contract/lists.ts';
import type { ConsoleState } from '../state.ts';
import { DEFAULT_PACE } from '../sync/defaults.ts';

/** Refreshes that a list may miss before what a question says of its rows is dated. */
const MISSED_REFRESHES = 3;
/** Least age that is said, in milliseconds. */
const LEAST_AGE_MS = 10_000;

/** Returns how old the oldest of some lists is, in milliseconds, once it failed or missed several refreshes; null while all are current. */
export function ageOf({ lists, now }: ConsoleState, reads: readonly ServiceList[]): number | null {
  const ages = reads.flatMap((name) => {
    const { fetchedAt, observed, failure, intervalMs } = lists[name];
    if (fetchedAt === null) return [];
    const age = now - Math.max(fetchedAt, observed.requestedAt);
    const patience = Math.max(LEAST_AGE_MS, MISSED_REFRESHES * Math.max(intervalMs, DEFAULT_PACE.hiddenMs));
    return failure !== null || age > patience ? [age] : [];
  });
  return ages.length === 0 ? null : Math.max(...ages);
}
