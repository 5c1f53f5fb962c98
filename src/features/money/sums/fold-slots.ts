import type { Interval } from './bid-step.ts';
import type { PriceSlot } from './pair-prices.ts';

/** The bounds of a price over a time, in micros; null where no bid bounded it. */
export type Bounds = Pick<PriceSlot, 'low' | 'high'>;

const NOTHING: Bounds = { low: null, high: null };

const least = (a: bigint | null, b: bigint | null): bigint | null => (a === null || (b !== null && b < a) ? b : a);
const most = (a: bigint | null, b: bigint | null): bigint | null => (a === null || (b !== null && b > a) ? b : a);

/** Returns the bounds in each of some equal parts of a time, oldest first. Of several slots in a part it takes the outermost bounds. */
export function foldedSlots(slots: readonly PriceSlot[], { from, to }: Interval, parts: number): readonly Bounds[] {
  const folded: Bounds[] = Array.from({ length: parts }, () => NOTHING);
  const length = (to - from) / parts;
  for (const { low, high, ...slot } of slots) {
    if (slot.to <= from || slot.from >= to) continue;
    const first = Math.max(0, Math.floor((slot.from - from) / length));
    const last = Math.min(parts - 1, Math.max(first, Math.ceil((slot.to - from) / length) - 1));
    for (let part = first; part <= last; part++) {
      const before = folded[part] ?? NOTHING;
      folded[part] = { low: least(before.low, low), high: most(before.high, high) };
    }
  }
  return folded;
}
