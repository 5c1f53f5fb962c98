import { HOUR_MS } from '../../lib/duration.ts';
import { firstWhere } from '../../lib/intervals.ts';
import type { PriceSlot } from './bands/price-bounds.ts';
import { foldedSlots } from './pair-prices.ts';
import type { PriceBand } from './price-bands.ts';
import { heldPrices } from './suggest-limit.ts';

/** Parts of the time that a picture of a price has at most. */
const MOST_PARTS = 400;
/** Slots at the end that stay as they are: at least so many, and those of so many milliseconds. */
const LATE = { slots: 100, ms: HOUR_MS };

/** No more slots than a picture can show; the late ones say which price lost lately. */
export function drawnSlots(slots: readonly PriceSlot[]): readonly PriceSlot[] {
  if (slots.length <= MOST_PARTS + LATE.slots) return slots;
  const end = slots.at(-1)?.to ?? 0;
  const late = Math.min(
    slots.length - LATE.slots,
    firstWhere(slots, ({ to }) => to > end - LATE.ms),
  );
  const time = { from: slots[0]?.from ?? end, to: slots[late]?.from ?? end };
  const length = (time.to - time.from) / MOST_PARTS;
  const parts = foldedSlots(slots.slice(0, late), time, MOST_PARTS).flatMap((bounds, n): readonly PriceSlot[] =>
    bounds.low === null && bounds.high === null
      ? []
      : [{ from: time.from + n * length, to: time.from + (n + 1) * length, ...bounds }],
  );
  return [...parts, ...slots.slice(late)];
}

/** A band with no more slots than a picture can show, and with what follows from all of them. */
export function drawnBand(band: PriceBand): PriceBand {
  const slots = drawnSlots(band.slots);
  return slots === band.slots ? band : { ...band, slots, held: heldPrices(band) };
}
