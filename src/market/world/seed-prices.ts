import { DAY_MS, MINUTE_MS } from '../../lib/duration.ts';
import type { PriceEntry } from '../engine/history.ts';
import type { PoolRecord } from '../engine/model.ts';
import { randomFrom } from '../engine/random.ts';
import { CENT, spotPrice } from '../engine/spot-price.ts';
import type { World } from '../engine/world.ts';

/** How long prices of a new world are known for, and between two of them; in milliseconds. */
const KNOWN_FOR = 14 * DAY_MS;
const STEP = 5 * MINUTE_MS;

/** Steps between two places that a price passes through, and for how many steps it approaches the base price of now. */
const WAVE = 24;
const APPROACH = 12;

/** In percent of the base price: below the limit price of any bid that has run. */
const [LOWEST, HIGHEST] = [96, 103];

/** Notes prices of the weeks before a new world, without its random numbers. Who is being preempted was outbid then. */
export function seedPrices(world: World): void {
  const pools = [...world.pools.values()];
  const last = Math.floor(world.now / STEP) * STEP;
  const outbid = world.bids.ordered.filter(({ status }) => status === 'Preempting');
  const entries: PriceEntry[] = [];
  for (let at = last - KNOWN_FOR; at < world.now; at += STEP) {
    entries.push({ at, cents: pools.map((pool) => pastCents(pool, (last - at) / STEP)) });
  }
  for (const { since } of outbid) {
    const gone = outbid.filter((bid) => bid.since <= since).map(({ pool }) => pool);
    const cents = pools.map((pool) =>
      gone.includes(pool.id) ? Number(spotPrice(pool) / CENT) : pastCents(pool, stepsBefore(world, since)),
    );
    entries.push({ at: since, cents });
  }
  for (const entry of entries.sort((a, b) => a.at - b.at)) world.history.prices.add(entry);
}

/** Five minutes, up to the last whole ones. */
export const stepsBefore = ({ now }: Pick<World, 'now'>, at: number): number =>
  Math.max(0, Math.floor((Math.floor(now / STEP) * STEP - at) / STEP));

/** The price of a pool so many steps ago, in whole cents. */
export function pastCents({ id, base }: Pick<PoolRecord, 'id' | 'base'>, steps: number): number {
  const place = Math.floor(steps / WAVE);
  const part = (steps % WAVE) / WAVE;
  const wave = randomFrom(`${id} ${place}`) * (1 - part) + randomFrom(`${id} ${place + 1}`) * part;
  const ripple = randomFrom(`${id} ${steps} ripple`) - 0.5;
  const near = Math.max(0, 1 - steps / APPROACH);
  const percent = LOWEST + 0.5 + (HIGHEST - LOWEST - 1) * wave + ripple;
  return Math.ceil((Number(base / CENT) * (percent * (1 - near) + 100 * near)) / 100);
}
