import * as z from 'zod';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import type { Journal } from '../../journal/journal.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { type Interval, joined } from '../../lib/intervals.ts';
import { memoizeTexts } from '../../lib/memoize.ts';
import { formatMoney, parseMoney } from '../../lib/money.ts';
import {
  BID_STATES,
  type BidRecord,
  type BidStanding,
  type BidStep,
  type BidTraits,
  type LimitPrice,
  LONGEST_GAP_MS,
} from './bid-record.ts';

/** Limits of what is kept: age in milliseconds, and number of steps. */
const OLDEST_MS = 90 * DAY_MS;
const MAX_STEPS = 200_000;
/** New steps after which old ones are pruned. */
const PRUNE_EACH = 2000;
/** How far ahead of this clock a time may lie, in milliseconds: consoles of other machines share the file. */
const CLOCK_SKEW_MS = 60_000;

/** How a bid stood in a console's lists. */
export type SeenBid = { readonly traits: BidTraits; readonly standing: BidStanding };

/**
 * Standings of a project's bids in the last lists of a console. `at` is the last request of a list or a part of one, `readTo` the time
 * until which all bids and instances were read, null while some may be missing, and `previous` the same before; null for the first lists.
 * Milliseconds since 1970.
 */
export type SeenBids = {
  readonly at: number;
  readonly readTo: number | null;
  readonly previous: number | null;
  /** `at` of what this console has recorded before; null at first. A later step is of another console. */
  readonly recordedAt: number | null;
  readonly bids: readonly SeenBid[];
  /** The running instances of a bid that is not listed. Without it `bids` are only those that changed. */
  readonly runningOf?: ((bid: string) => number) | null;
};

const StepRow = z.object({
  id: z.int(),
  at: z.int(),
  since: z.int(),
  state: z.enum(BID_STATES),
  price: z.string().nullable(),
  quantity: z.int(),
  running: z.int(),
});
type StepRow = z.output<typeof StepRow>;
const BidStepRow = StepRow.extend({ bid: z.string(), name: z.string(), type: z.string(), region: z.string() });
const IntervalRow = z.object({ began: z.int(), ended: z.int() });
const Id = z.object({ id: z.int() });
const Time = z.object({ at: z.int().nullable() });

const parsedPrice = memoizeTexts(parseMoney, 1000);

const priceText = (limit: LimitPrice | null): string | null =>
  limit === null ? null : formatMoney({ ...limit, text: '' });
const isSame = (a: StepRow, b: Omit<StepRow, 'id' | 'at' | 'since'>): boolean =>
  a.state === b.state && a.price === b.price && a.quantity === b.quantity && a.running === b.running;

/**
 * The dearer of two standings of a bid: one that another console has kept, and one of this console, one of whose lists is older than
 * that. Which of them has the newer price, and which the newer instances, is not known.
 */
function higher(other: StepRow, own: Omit<StepRow, 'id' | 'at' | 'since'>): typeof own {
  if (other.state === 'ended' && own.state !== 'ended') return other;
  const [theirs, ours] = [other.price, own.price].map((text) => (text === null ? null : parsedPrice(text)));
  const isTheirs = theirs != null && ours != null && theirs.sign === ours.sign && theirs.micros > ours.micros;
  return { ...own, price: isTheirs ? other.price : own.price, running: Math.max(other.running, own.running) };
}

function stepOf({ at, since, state, price, quantity, running }: StepRow): BidStep {
  const amount = price === null ? null : parsedPrice(price);
  const limit = amount === null ? null : { sign: amount.sign, micros: amount.micros };
  return { at, since, state, limit, quantity, running };
}

/** The steps of bids and the observed time, in the journal's file. A step is kept only when a bid's standing differs from the last one. */
function createBidSteps({ database, now, read, atOnce }: JournalAccess) {
  const putBid = database.prepare('INSERT INTO step_bids (scope, bid, name, type, region) VALUES (?, ?, ?, ?, ?)');
  const getBid = database.prepare('SELECT id FROM step_bids WHERE scope = ? AND bid = ?');
  const putStep = database.prepare('INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?, ?)');
  const getUntil = database.prepare('SELECT * FROM steps WHERE id = ? AND at <= ? ORDER BY at DESC LIMIT 1');
  const getSteps = database.prepare(
    `SELECT bid, name, type, region, steps.* FROM steps JOIN step_bids ON step_bids.id = steps.id
     WHERE scope = ? AND at > ? AND since <= ? ORDER BY at`,
  );
  const getStepsBefore = database.prepare(
    `SELECT bid, name, type, region, steps.id, max(at) AS at, since, state, price, quantity, running
     FROM steps JOIN step_bids ON step_bids.id = steps.id WHERE scope = ? AND at <= ? GROUP BY steps.id`,
  );
  const getObserved = database.prepare(
    `SELECT began, ended FROM observed WHERE scope = ?1
     AND ended >= coalesce((SELECT max(ended) FROM observed WHERE scope = ?1 AND ended < ?2), ?2) ORDER BY began`,
  );
  const getLatest = database.prepare('SELECT began, ended FROM observed WHERE scope = ? ORDER BY ended DESC LIMIT 1');
  const putObserved = database.prepare('INSERT OR REPLACE INTO observed (scope, began, ended) VALUES (?, ?, ?)');
  const dropFuture = database.prepare(
    `DELETE FROM steps WHERE id IN (SELECT id FROM step_bids WHERE scope = ?1) AND at > ?2
     AND EXISTS (SELECT 1 FROM steps AS later WHERE later.id = steps.id AND later.at > steps.at)`,
  );
  const moveFuture = database.prepare(
    `UPDATE OR REPLACE steps SET at = ?2, since = min(since, ?2)
     WHERE id IN (SELECT id FROM step_bids WHERE scope = ?1) AND at > ?2`,
  );
  const dropFutureTime = database.prepare('DELETE FROM observed WHERE scope = ? AND began > ?');
  const cutFutureTime = database.prepare('UPDATE observed SET ended = ?2 WHERE scope = ?1 AND ended > ?2');
  let sincePruned = PRUNE_EACH;

  const latest = (key: string): z.output<typeof IntervalRow> | null =>
    IntervalRow.safeParse(getLatest.get(key)).data ?? null;

  /** Takes back what a clock that was ahead has written, which would hide all that is seen until then: bids stand as they did last. */
  const dropAhead = (key: string): void => {
    const last = latest(key);
    if (last === null || last.ended <= now() + CLOCK_SKEW_MS) return;
    dropFuture.run(key, now());
    moveFuture.run(key, now());
    dropFutureTime.run(key, now());
    cutFutureTime.run(key, now());
  };

  const idOf = (key: string, { bid, name, type, region }: BidTraits): number => {
    const known = Id.safeParse(getBid.get(key, bid)).data;
    if (known !== undefined) return known.id;
    putBid.run(key, bid, name, type, region);
    return Id.parse(getBid.get(key, bid)).id;
  };

  /** Extends the observed time to a request, or begins an interval after a gap. */
  const observe = (key: string, readTo: number, at: number): void => {
    const last = latest(key);
    if (last !== null && readTo <= last.ended) return;
    const isLater = last !== null && readTo - last.ended <= LONGEST_GAP_MS;
    // It begins with the later one of both lists: what that one showed was not known before.
    if (isLater) putObserved.run(key, last.began, readTo);
    else putObserved.run(key, at, at);
  };

  const put = (
    key: string,
    { traits, standing }: SeenBid,
    { at, previous, readTo, recordedAt }: SeenBids,
    observedTo: number | null,
  ): void => {
    const id = idOf(key, traits);
    // Another console may have seen the bid later: its steps stay.
    const before = StepRow.safeParse(getUntil.get(id, at)).data ?? null;
    const { state, limit, quantity, running } = standing;
    const own = { state, price: priceText(limit), quantity, running };
    const isOthers =
      before !== null && readTo !== null && before.at > readTo && before.at > (recordedAt ?? Number.NEGATIVE_INFINITY);
    const next = isOthers ? higher(before, own) : own;
    if (before === null ? state === 'ended' && running === 0 : isSame(before, next)) return;
    // What this console saw before; else what any console has seen, unless that is later than these lists.
    const known = observedTo !== null && observedTo <= at ? observedTo : (before?.at ?? readTo ?? at);
    const from = before?.at === at ? at + 1 : at;
    putStep.run(id, from, Math.min(from, previous ?? known), next.state, next.price, next.quantity, next.running);
    sincePruned += 1;
  };

  /** Ends the bids that left the list while nobody looked. */
  const endOthers = (
    key: string,
    seen: SeenBids,
    runningOf: (bid: string) => number,
    observedTo: number | null,
  ): void => {
    const listed = new Set(seen.bids.map(({ traits }) => traits.bid));
    for (const row of getStepsBefore.all(key, seen.at)) {
      const { bid, name, type, region, ...step } = BidStepRow.parse(row);
      if (listed.has(bid)) continue;
      const standing = { ...stepOf(step), state: 'ended' as const, running: runningOf(bid) };
      put(key, { traits: { bid, name, type, region }, standing }, seen, observedTo);
    }
  };

  const prune = (): void => {
    sincePruned = 0;
    const byCount = Time.parse(
      database.prepare('SELECT (SELECT at FROM steps ORDER BY at DESC LIMIT 1 OFFSET ?) AS at').get(MAX_STEPS),
    ).at;
    const cutoff = Math.max(now() - OLDEST_MS, byCount ?? 0);
    // The last step before the cutoff is how things stood then.
    database
      .prepare(
        `DELETE FROM steps WHERE at < ?1 AND EXISTS
         (SELECT 1 FROM steps AS later WHERE later.id = steps.id AND later.at > steps.at AND later.at <= ?1)`,
      )
      .run(cutoff);
    database.prepare("DELETE FROM steps WHERE at < ? AND state = 'ended' AND running = 0").run(cutoff);
    database.exec('DELETE FROM step_bids WHERE NOT EXISTS (SELECT 1 FROM steps WHERE steps.id = step_bids.id)');
    database.prepare('DELETE FROM observed WHERE ended < ?').run(cutoff);
    database.prepare('UPDATE OR REPLACE observed SET began = ?1 WHERE began < ?1').run(cutoff);
  };

  /** Keeps what a console has seen, inside the caller's transaction. */
  const take = (scope: Scope, seen: SeenBids): void => {
    const key = keyOf(scope);
    dropAhead(key);
    const observedTo = latest(key)?.ended ?? null;
    for (const one of seen.bids) put(key, one, seen, observedTo);
    if (typeof seen.runningOf === 'function') endOthers(key, seen, seen.runningOf, observedTo);
    if (seen.readTo !== null) observe(key, seen.readTo, seen.at);
    if (sincePruned >= PRUNE_EACH) prune();
  };

  /**
   * The steps of a project's bids in a time, with the last ones before it unless they are known, and the observed time, with the
   * last look before it: bids of which something was known then can run in a gap that follows.
   */
  const recordOf = (scope: Scope, { from, to }: Interval, isKnownBefore: boolean): BidRecord => {
    const key = keyOf(scope);
    const rows = [...(isKnownBefore ? [] : getStepsBefore.all(key, from)), ...getSteps.all(key, from, to)];
    const bids = new Map<string, { readonly traits: BidTraits; readonly steps: BidStep[] }>();
    for (const row of rows) {
      const { bid, name, type, region, ...step } = BidStepRow.parse(row);
      const known = bids.get(bid);
      if (known === undefined) bids.set(bid, { traits: { bid, name, type, region }, steps: [stepOf(step)] });
      else known.steps.push(stepOf(step));
    }
    const observed = getObserved.all(key, from).map((row) => {
      const { began, ended } = IntervalRow.parse(row);
      return { from: began, to: ended };
    });
    return { project: scope.project, bids: [...bids.values()], observed: joined(observed) };
  };

  return {
    /** Records how bids stand in the lists of bids and instances, and that they were read. Returns false when the file is busy or can't be written. */
    recordBids: (scope: Scope, seen: SeenBids): boolean => atOnce(() => take(scope, seen)),

    /** The steps of the bids of projects in a time, and the intervals in which their lists were read. */
    bidRecords: (scopes: readonly Scope[], time: Interval): readonly BidRecord[] =>
      read(() => scopes.map((scope) => recordOf(scope, time, false))),

    /** The steps after a time, to be added to records that reach until then. */
    bidRecordsAfter: (scopes: readonly Scope[], at: number): readonly BidRecord[] =>
      read(() => scopes.map((scope) => recordOf(scope, { from: at, to: now() }, true))),

    /** Until when the lists of a project are known to have been read; null when they never were. Milliseconds since 1970. */
    bidsReadAt: (scope: Scope): number | null => read(() => [latest(keyOf(scope))?.ended ?? null])[0] ?? null,
  };
}

/** Adds the steps of bids to a journal. */
export const bidJournal = recordsIn(createBidSteps);
export type BidJournal = Journal & ReturnType<typeof createBidSteps>;

/** When the bids of a project were last read by any console; null when they never were. Milliseconds since 1970. */
export function lastReadAt(journal: Pick<BidJournal, 'askedAt' | 'bidsReadAt'>, scope: Scope): number | null {
  const known = [journal.askedAt(scope, 'bids'), journal.bidsReadAt(scope)].filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
