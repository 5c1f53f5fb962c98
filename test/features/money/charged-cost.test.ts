import { expect, onTestFinished, test } from 'vitest';
import type { BidRecord } from '../../../src/features/money/bid-record.ts';
import { chargesOf, type InstanceRate } from '../../../src/features/money/charges/pieces.ts';
import { chargedAndRest, spendOver, spentIn } from '../../../src/features/money/spend.ts';
import { dayAt, periodsIn } from '../../../src/lib/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import type { Interval } from '../../../src/lib/intervals.ts';
import { formatMoney, moneyOfMicros, toNearestCent } from '../../../src/lib/money.ts';
import { spotPrice } from '../../../src/market/engine/spot-price.ts';
import { instancesOf, type World } from '../../../src/market/engine/world.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { SECOND } from '../../market/world.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';
import { OTHERS, type Scenario, watchedMarket } from './watched-market.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const EACH_MS = 5 * MINUTE_MS;

/** A market of two types with five bids for each, looked at every 2 to 10 seconds with gaps of up to 40 minutes. */
const market: Omit<Scenario, 'seed'> = {
  trade: 'embedded',
  pools: 2,
  capacity: [6, 14],
  bids: 5,
  limits: [0.9, 1.25],
  most: 4,
  ms: 4 * HOUR_MS,
  changes: 0.3,
  others: 0.1,
  leaves: 0.02,
};

/** The service's books: the spot price of each running instance, second by second. */
function createBooks() {
  const rates = new Map<string, Map<string, InstanceRate[]>>();
  return {
    write: (world: World): void => {
      for (const bid of world.bids.ordered) {
        if (bid.createdBy === OTHERS) continue;
        const micros = spotPrice(world.pools.get(bid.pool) ?? { price: 0n });
        for (const { fid, status } of instancesOf(world, bid)) {
          if (status !== 'STATUS_RUNNING') continue;
          const ofBid = rates.get(bid.fid) ?? new Map<string, InstanceRate[]>();
          const own = ofBid.get(fid) ?? [];
          const last = own.at(-1);
          if (last?.to === world.now && last.micros === micros)
            own[own.length - 1] = { ...last, to: world.now + SECOND };
          else own.push({ from: world.now, to: world.now + SECOND, micros });
          rates.set(bid.fid, ofBid.set(fid, own));
        }
      }
    },
    /** As the service tells them, up to a time. */
    tellTo: (journal: FeatureJournal, to: number, first: number): void => {
      const known = journal.chargesKnown(HERE)?.to ?? null;
      const quarter = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;
      const time = { from: known === null ? quarter(first) : quarter(known) - QUARTER_MS, to };
      const bids = [...rates].map(([bid, ofBid]) => ({
        traits: { bid, name: bid, type: 'gpu', region: 'eu' },
        charges: chargesOf([...ofBid.values()].flat(), time),
      }));
      journal.recordCharges(HERE, { time, bids });
    },
    costIn: (time: Interval): bigint =>
      [...rates.values()]
        .flatMap((ofBid) => [...ofBid.values()].flat())
        .reduce((sum, { from, to, micros }) => {
          const ms = Math.min(to, time.to) - Math.max(from, time.from);
          return ms > 0 ? sum + micros * BigInt(ms) : sum;
        }, 0n),
  };
}

function chargedMarket(scenario: Scenario, eachMs = EACH_MS) {
  const books = createBooks();
  let now = 0;
  const path = newPath();
  const journal = openFeatureJournal(path, () => now);
  onTestFinished(() => journal.close());
  let first: number | null = null;
  const { record, end } = watchedMarket(scenario, (world) => {
    now = world.now;
    first ??= now;
    if (now % eachMs === 0 && now > first) books.tellTo(journal, now, first);
    books.write(world);
  });
  const time = { from: first ?? 0, to: end };
  const charges = journal.bidRecords([HERE], time)[0]?.charges ?? null;
  const withCharges: BidRecord = { ...record, charges };
  return {
    books,
    record,
    known: { records: [withCharges], readAt: end },
    time,
    chargedTo: journal.chargesKnown(HERE)?.to ?? 0,
  };
}

const cents = (microMs: bigint): string =>
  formatMoney(toNearestCent(moneyOfMicros('$', (microMs + BigInt(HOUR_MS) / 2n) / BigInt(HOUR_MS))));
const texts = (money: readonly { readonly sign: string; readonly micros: bigint; readonly text: string }[]) =>
  money.map((one) => formatMoney(one));

test.each([1, 2, 3, 4])(
  'what the service charged is the cost to the cent, of the whole time and of each hour, seen or not, seed %i',
  (seed) => {
    const { books, known, time, chargedTo } = chargedMarket({ ...market, seed });
    const settled = { from: time.from, to: chargedTo };
    const hours = periodsIn({ ...dayAt(time.from, 'UTC'), to: time.from + DAY_MS }, 'hour', 'UTC');
    for (const one of [settled, ...hours.filter(({ to }) => to <= chargedTo)]) {
      const spend = spendOver(known, one);
      const { charged, rest } = chargedAndRest(spend);
      const cost = books.costIn({ from: Math.max(one.from, time.from), to: spend.time.to });
      expect(texts(charged)).toEqual(cost === 0n ? [] : [cents(cost)]);
      expect(rest).toEqual({ kind: 'known', amounts: [] });
    }
    expect(books.costIn(settled)).toBeGreaterThan(0n);
  },
);

test('over a week the charges of the service and the costs of the journal are the same to the cent, whole and by day', () => {
  const { books, known, time, chargedTo } = chargedMarket({ ...market, ms: 7 * DAY_MS, seed: 6 }, 6 * HOUR_MS);
  const days = periodsIn({ from: dayAt(time.from, 'UTC').from, to: time.to }, 'day', 'UTC');
  expect(days.length).toBeGreaterThanOrEqual(7);
  for (const one of [{ from: time.from, to: chargedTo }, ...days.filter(({ to }) => to <= chargedTo)]) {
    const { charged, rest } = chargedAndRest(spendOver(known, one));
    expect(texts(charged)).toEqual([cents(books.costIn({ from: Math.max(one.from, time.from), to: one.to }))]);
    expect(rest).toEqual({ kind: 'known', amounts: [] });
  }
});

test('what is not charged yet is at most its limit price, and counts once', () => {
  const { books, record, known, time, chargedTo } = chargedMarket({
    ...market,
    seed: 5,
    ms: 4 * HOUR_MS - 2 * MINUTE_MS,
  });
  const whole = spendOver(known, time);
  const after = { from: chargedTo, to: time.to };
  const late = spendOver({ records: [record], readAt: time.to }, after);
  expect(chargedAndRest(whole).rest).toEqual(chargedAndRest(late).rest);
  const [cost] = whole.costs;
  expect(cost?.microMs ?? 0n).toBe(books.costIn({ from: time.from, to: chargedTo }) + (late.costs[0]?.microMs ?? 0n));
  expect(spentIn(whole)).not.toEqual(spentIn(spendOver({ records: [record], readAt: time.to }, time)));
});
