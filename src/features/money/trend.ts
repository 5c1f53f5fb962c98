import { type Step, slotsOf, spanHolding } from '../../lib/time-slots.ts';
import type { OwnValue } from '../../resources/context.ts';
import { LONGEST_GAP_MS } from '../../store/run-history.ts';
import type { ObservedSpan } from '../../store/run-history-state.ts';
import type { ConsoleState } from '../../store/state.ts';

/** The values of a bid's slots, and what they were made of. */
type Trend = { readonly key: string; readonly values: readonly (number | null)[] };

/** The last trend of each bid, by its number of slots: a row and its preview are drawn at once. */
const trends = new WeakMap<readonly Step[], Map<number, Trend>>();

/** The fewest running instances of a bid in each of some slots of the last hour, or of the time that is known; null where nobody looked. */
export const trend: OwnValue<[bid: string, slots: number], readonly (number | null)[]> = {
  of: ({ state }, bid, slots) => trendOf(state, bid, slots),
};

/**
 * The fewest running instances of a bid in each slot of the last hour, or of the time since a console looked, the same for
 * all bids; null where nobody looked. The same array until it changes.
 */
export function trendOf(state: ConsoleState, fid: string, slots: number): readonly (number | null)[] {
  const { seen, byBid } = state.runHistory;
  const steps = byBid.get(fid);
  const [first] = seen;
  if (steps === undefined || first === undefined) return [];
  const until = shownUntil(state);
  const spanMs = spanHolding(until - first.from);
  const slotMs = Math.ceil(spanMs / slots);
  const last = Math.min(until, seen.at(-1)?.to ?? until);
  const key = [spanMs, Math.floor(until / slotMs), seen.length, first.from, Math.floor(last / slotMs)].join(' ');
  const ofBid = trends.get(steps) ?? new Map<number, Trend>();
  const known = ofBid.get(slots);
  if (known?.key === key) return known.values;
  const values = slotsOf(whileSeen(steps, seen), { until, spanMs, slots }, Math.min);
  trends.set(steps, ofBid.set(slots, { key, values }));
  return values;
}

/** The right edge: the last list while lists arrive, so that it is not blank between two; a frozen screen stands still. */
function shownUntil({ frozen, now, runHistory }: ConsoleState): number {
  if (frozen !== null) return frozen.instances.observed.at;
  const last = runHistory.seen.at(-1)?.to ?? now;
  return now - last <= LONGEST_GAP_MS ? Math.min(last, now) : now;
}

/** The steps with unknown ones where nobody looked. */
function whileSeen(steps: readonly Step[], seen: readonly ObservedSpan[]): readonly Step[] {
  return seen.flatMap(({ from, to }) => [
    { at: from, value: steps.findLast(({ at }) => at <= from)?.value ?? null },
    ...steps.filter(({ at }) => at > from && at <= to),
    { at: to + 1, value: null },
  ]);
}
