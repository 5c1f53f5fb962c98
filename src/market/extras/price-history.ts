import type * as z from 'zod';
import { readPriceHistory } from '../../contract/extras/price-history.ts';
import { DAY_MS } from '../../lib/duration.ts';
import type { PriceEntry } from '../engine/history.ts';
import { invalid } from '../routes/error-body.ts';
import { handler } from '../routes/handler.ts';
import { timestamp } from '../routes/serialize.ts';
import { priceEntryAt, timeIn } from './parts.ts';

const USUAL_SAMPLES = 300;
const MOST_SAMPLES = 5000;

type PriceHistoryAnswer = z.input<typeof readPriceHistory.answer.of>;
type Sample = { readonly at: number; readonly cents: number };

/** Each change of a price, or the price at so many times as were asked for; by default of the last day. */
export const priceHistory = handler(readPriceHistory, ({ query }, { world, variants }): PriceHistoryAnswer => {
  const { entries } = world.history.prices;
  const to = Math.min(timeIn(query.end_time, 'end_time') ?? world.now, world.now);
  const from = timeIn(query.start_time, 'start_time') ?? to - DAY_MS;
  const most = samplesIn(query.num_samples ?? USUAL_SAMPLES);
  const { instance_types: types, region } = query;
  const pools = Array.from(world.pools.values(), (pool, place) => ({ ...pool, place })).filter(
    (pool) => (types == null || types.includes(pool.id)) && (region == null || pool.region === region),
  );
  return {
    series: pools.map((pool) => {
      const samples = samplesOf(entries, pool.place, { from, to, most });
      return {
        instance_type: pool.id,
        region: pool.region,
        timestamps: samples.map(({ at }) => timestamp(at, variants)),
        spot_prices: samples.map(({ cents }) => cents),
        region_disabled: false,
      };
    }),
    complete: (entries[0]?.at ?? world.now) <= from,
  };
});

function samplesIn(given: number): number {
  if (given >= 2 && given <= MOST_SAMPLES) return given;
  throw invalid(['query', 'num_samples'], `Input should be from 2 to ${MOST_SAMPLES}`, given);
}

type Span = { readonly from: number; readonly to: number; readonly most: number };

/** Of the pool at a place, oldest first; nothing from before the first known price. */
function samplesOf(entries: readonly PriceEntry[], place: number, { from, to, most }: Span): readonly Sample[] {
  const sampleAt = (at: number): readonly Sample[] => {
    const cents = entries[priceEntryAt(entries, at)]?.cents[place];
    return cents === undefined ? [] : [{ at, cents }];
  };
  const changes = [...sampleAt(from)];
  for (let n = priceEntryAt(entries, from) + 1; n < entries.length; n++) {
    const entry = entries[n];
    if (entry === undefined || entry.at > to) break;
    const cents = entry.cents[place];
    if (cents === undefined || cents === changes.at(-1)?.cents) continue;
    changes.push({ at: entry.at, cents });
  }
  if (changes.length <= most) return changes;
  const begin = Math.max(from, entries[0]?.at ?? from);
  const step = (to - begin) / (most - 1);
  return Array.from({ length: most }, (_, n) => sampleAt(Math.round(begin + n * step))).flat();
}
