import type { Scope } from '../../../src/journal/scope.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import { parseMoney } from '../../../src/lib/money.ts';
import { type Market, openMarket } from '../../driver/console.ts';
import { storyClock } from '../../driver/time.ts';
import { newPath } from '../../journal/snapshots.ts';
import { asked, STILL } from '../../stories/service.ts';
import { openFeatureJournal } from './open-journal.ts';

/** The pair of which the journal knows the price over twelve hours. */
const TYPE = '4xa100.eu-west4-a';
const REGION = 'eu-west4-a';
/** Its bid of the demo, which has its instances, and bids beside it that wait, at parts of its limit price. */
const FILLED = 'sweep-b';
const WAITING = [
  { name: 'batch-eu', part: 0.974 },
  { name: 'eval-eu', part: 0.946 },
  { name: 'probe-eu', part: 0.912 },
] as const;

const SEEN_MS = 12 * HOUR_MS;
const EACH_MS = 30_000;
/** When nobody looked, in milliseconds before now. */
const GAP = { from: 5.4 * HOUR_MS, to: 4.5 * HOUR_MS };

/** The price as a part of the limit price of the filled bid, from hours before now on. */
const PRICES: readonly (readonly [hours: number, price: number])[] = [
  [12, 0.92],
  [10.6, 0.955],
  [9.4, 0.985],
  [7.2, 0.955],
  [6.5, 0.93],
  [5.8, 0.9],
  [4.3, 0.93],
  [3.6, 0.955],
  [3.1, 0.93],
  [2.4, 0.985],
  [1.5, 0.96],
  [0.6, 0.985],
];
const priceBefore = (ms: number): number => PRICES.findLast(([hours]) => hours * HOUR_MS >= ms)?.[1] ?? 1;

/** The limit price of the filled bid was lower before it was lost and changed, in hours before now. */
const RAISED = { part: 0.96, hours: 8.7 };

/** A market with such bids, and a journal in which they were filled and lost as the price moved. */
export async function marketWithLosses(): Promise<{ readonly market: Market; readonly journal: string }> {
  const market = await openMarket(STILL);
  const { origin: service, project, token } = market;
  const bids = `/v2/spot/bids?project=${project}`;
  const limits = new Map(
    (await asked(market, bids)).map((row) => [row['name'], parseMoney(String(row['limit_price']))?.micros ?? 0n]),
  );
  const whole = limits.get(FILLED) ?? 0n;
  const limitOf = (part: number): bigint => (BigInt(Math.round(Number(whole) * part)) / 10_000n) * 10_000n;
  for (const { name, part } of WAITING)
    await fetch(`${service}/v2/spot/bids`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        project,
        region: REGION,
        instance_type: TYPE,
        limit_price: `$${(Number(limitOf(part)) / 1e6).toFixed(2)}`,
        name,
        instance_quantity: 2,
        launch_specification: { volumes: [], ssh_keys: [] },
      }),
    });
  const fids = new Map((await asked(market, bids)).map((row) => [row['name'], String(row['fid'])]));
  const own = [{ name: FILLED, part: 1 }, ...WAITING].map(({ name, part }) => ({
    name,
    fid: fids.get(name) ?? name,
    limit: limitOf(part),
  }));
  const journal = newPath();
  writeChartJournal(journal, { service, project }, storyClock().now(), own, whole);
  return { market, journal };
}

type OwnBid = { readonly name: string; readonly fid: string; readonly limit: bigint };

/** Writes how the bids stood in each look of twelve hours. */
function writeChartJournal(path: string, scope: Scope, now: number, bids: readonly OwnBid[], whole: bigint): void {
  let at = now - SEEN_MS;
  const journal = openFeatureJournal(path, () => at);
  let previous: number | null = null;
  for (let look = 0; at < now - MINUTE_MS; look++, at += EACH_MS) {
    const before = now - at;
    if (before < GAP.from && before > GAP.to) {
      previous = null;
      continue;
    }
    const price = priceBefore(before) * Number(whole);
    // Many instances for a minute of each half hour: that another bid waits is then for its price.
    const quantity = look % 60 < 3 ? 20 : 2;
    const seen = bids.map(({ name, fid, limit }) => {
      const own = name === FILLED ? quantity : 2;
      const isRaised = name !== FILLED || before < RAISED.hours * HOUR_MS;
      const askedFor = isRaised ? limit : (BigInt(Math.round(Number(limit) * RAISED.part)) / 10_000n) * 10_000n;
      const isFilled = Number(askedFor) >= price;
      return {
        traits: { bid: fid, name, type: TYPE, region: REGION },
        standing: {
          state: isFilled ? ('allocated' as const) : ('open' as const),
          limit: { sign: '$', micros: askedFor },
          quantity: own,
          running: isFilled ? own : 0,
        },
      };
    });
    journal.recordBids(scope, { at, readTo: at, previous, recordedAt: previous, bids: seen });
    previous = at;
  }
  journal.close();
}
