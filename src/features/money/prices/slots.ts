import { HOUR_MS } from '../../../lib/duration.ts';
import { firstWhere, type Interval } from '../../../lib/intervals.ts';
import type { PairPrice, PriceSlot } from '../price.ts';

type Bounds = Pick<PriceSlot, 'waits' | 'high'>;

const NOTHING: Bounds = { waits: null, high: null };

const most = (a: bigint | null, b: bigint | null): bigint | null => (a === null || (b !== null && b > a) ? b : a);

/** The highest limit prices in each of some equal parts of a time, oldest first. */
export function foldedSlots(slots: readonly PriceSlot[], { from, to }: Interval, parts: number): readonly Bounds[] {
  const folded: Bounds[] = Array.from({ length: parts }, () => NOTHING);
  const length = (to - from) / parts;
  for (const { waits, high, ...slot } of slots) {
    if (slot.to <= from || slot.from >= to) continue;
    const first = Math.max(0, Math.floor((slot.from - from) / length));
    const last = Math.min(parts - 1, Math.max(first, Math.ceil((slot.to - from) / length) - 1));
    for (let part = first; part <= last; part++) {
      const before = folded[part] ?? NOTHING;
      folded[part] = { waits: most(before.waits, waits), high: most(before.high, high) };
    }
  }
  return folded;
}

/** Most parts of a time in a picture. */
const MOST_PARTS = 400;
/** Slots at the end kept as they are: at least so many, and for so many milliseconds. */
const LATE = { slots: 100, ms: HOUR_MS };

/** At most as many as a picture shows; the late ones tell the price lost lately. */
export function drawnSlots(slots: readonly PriceSlot[]): readonly PriceSlot[] {
  if (slots.length <= MOST_PARTS + LATE.slots) return slots;
  const end = slots.at(-1)?.to ?? 0;
  const late = Math.min(
    slots.length - LATE.slots,
    firstWhere(slots, ({ to }) => to > end - LATE.ms),
  );
  const time = { from: slots[0]?.from ?? end, to: slots[late]?.from ?? end };
  const length = (time.to - time.from) / MOST_PARTS;
  const parts = foldedSlots(slots.slice(0, late), time, MOST_PARTS).map((bounds, n) => ({
    from: time.from + n * length,
    to: time.from + (n + 1) * length,
    ...bounds,
  }));
  return [...parts.filter(({ waits, high }) => waits !== null || high !== null), ...slots.slice(late)];
}

export const drawnPrice = <Price extends PairPrice>(price: Price): Price => ({
  ...price,
  band: { ...price.band, slots: drawnSlots(price.band.slots) },
});
