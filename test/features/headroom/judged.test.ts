import { expect, test } from 'vitest';
import { auctionKey } from '../../../src/features/extras/auctions.ts';
import { headroomOf } from '../../../src/features/headroom/headroom.ts';
import { type PriceStep, pricesKept, type Standings, standingsAfter } from '../../../src/features/headroom/thin.ts';
import { upToCents } from '../../../src/lib/money.ts';
import { advance } from '../../../src/market/engine/clock.ts';
import { randomFrom } from '../../../src/market/engine/random.ts';
import { emptyWorld } from '../../../src/market/engine/world.ts';
import { bidFor, DOLLAR, MINUTE, pool, SECOND, START } from '../../market/world.ts';
import { bid as listed } from '../../store/made.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const HOURS = 8;
/** The reader asks so often. */
const ASKED_MS = 20 * SECOND;
const NEAR = 0.03;

/**
 * What is said of bids on a market whose prices rise over three to five minutes, or at once. A warning is false when in the quarter of an
 * hour after it the bid was not preempted and the price came no nearer to its limit than 3 %.
 */
function said(seed: number, bidsEach: number) {
  const types = Array.from({ length: 12 }, (_, n) => `gpu${n}.eu`);
  const world = emptyWorld(
    START,
    seed,
    types.map((id) => pool(id, 64, 10n * DOLLAR)),
  );
  world.slowRises = true;
  const bids = types.flatMap((type) =>
    Array.from({ length: bidsEach }, (_, n) =>
      bidFor(world, BigInt(Math.round(980 + 300 * randomFrom(`${seed} ${type} ${n}`))) * 10_000n, 2, { pool: type }),
    ),
  );
  const made = new Map<string, ReturnType<typeof listed>>();
  const rowOf = ({ fid, pool: type, limit }: (typeof bids)[number]) => {
    const status = world.bids.get(fid)?.status ?? 'Terminated';
    const fields = { limit_price: `$${Number(limit) / 1e6}`, instance_type: type, region: 'eu', status };
    const row = made.get(`${fid} ${status}`) ?? listed(fid, fields);
    made.set(`${fid} ${status}`, row);
    return row;
  };
  const priceOf = (type: string): number => Number(world.pools.get(type)?.price ?? 0n);
  const until = new Map<string, string>();
  const warned: { readonly type: string; readonly limit: number; readonly at: number }[] = [];
  const slow: (number | null)[] = [];
  const prices = new Map<string, number[]>(types.map((type) => [type, []]));
  let standings: Standings = new Map();
  let steps: readonly PriceStep[] = [];
  for (let now = START + 10 * SECOND; now < START + HOURS * 60 * MINUTE; now += 10 * SECOND) {
    advance(world, now);
    for (const type of types) prices.get(type)?.push(priceOf(type));
    for (const { fid, pool: type } of bids) {
      const status = world.bids.get(fid)?.status ?? '';
      const rise = world.pools.get(type)?.surge?.rise;
      if (
        status === 'Preempting' &&
        until.get(fid) === 'Allocated' &&
        rise !== undefined &&
        now - rise.since > 2 * MINUTE
      ) {
        const standing = standings.get(fid);
        slow.push(standing?.kind === 'thin' && standing.isCrossing ? now - standing.since : null);
      }
      until.set(fid, status);
    }
    if ((now - START) % ASKED_MS !== 0) continue;
    const auctions = new Map(
      [...world.pools.values()].map((one) => [
        auctionKey(one.id, 'eu'),
        {
          fid: one.id,
          instance_type: one.id,
          region: 'eu',
          capacity: one.capacity - one.held,
          last_instance_price: upToCents({ sign: '$', micros: one.price }),
          lowest_allocated_price: null,
        },
      ]),
    );
    steps = pricesKept(steps, { at: now, auctions });
    const rows = new Map(bids.map((one) => [one.fid, rowOf(one)]));
    const headrooms = new Map(
      [...rows].flatMap(([fid, { row }]) => {
        const known = headroomOf(row, auctions.get(auctionKey(row.instance_type ?? '', 'eu')) ?? null);
        return known === null ? [] : [[fid, known] as const];
      }),
    );
    const before = standings;
    standings = standingsAfter(before, { headrooms, rows, prices: steps, now });
    const isSaid = (all: Standings, fid: string): boolean => {
      const standing = all.get(fid);
      return standing?.kind === 'thin' && standing.isCrossing;
    };
    for (const { fid, pool: type, limit } of bids)
      if (isSaid(standings, fid) && !isSaid(before, fid)) warned.push({ type, limit: Number(limit), at: now });
  }
  const isFalse = ({ type, limit, at }: (typeof warned)[number]): boolean => {
    const first = Math.round((at - START) / (10 * SECOND)) - 1;
    const lowest = limit / (1 + NEAR);
    return !(prices.get(type) ?? []).slice(first, first + 90).some((price) => price >= lowest);
  };
  return { slow, warnings: warned.length, wrong: warned.filter(isFalse).length };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test('of preemptions whose price rose for more than two minutes, 95 % are said two minutes before, and fewer than 5 % of warnings are false', () => {
  const markets = SEEDS.map((seed) => said(seed, 1));
  const slow = markets.flatMap((market) => market.slow);
  const inTime = slow.filter((ms) => ms !== null && ms >= 2 * MINUTE);
  expect(slow.length).toBeGreaterThan(200);
  expect(inTime.length / slow.length).toBeGreaterThanOrEqual(0.95);
  expect(sum(markets.map(({ wrong }) => wrong)) / sum(markets.map(({ warnings }) => warnings))).toBeLessThan(0.05);
});

test('a price that stops at the cheaper of two bids is known by nothing before: warnings of the dearer one are then false', () => {
  const markets = SEEDS.slice(0, 2).map((seed) => said(seed, 2));
  const slow = markets.flatMap((market) => market.slow);
  expect(slow.filter((ms) => ms !== null && ms >= 2 * MINUTE).length / slow.length).toBeGreaterThanOrEqual(0.95);
  expect(sum(markets.map(({ wrong }) => wrong)) / sum(markets.map(({ warnings }) => warnings))).toBeLessThan(0.55);
});
