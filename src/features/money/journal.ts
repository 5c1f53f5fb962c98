import * as z from 'zod';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import type { Journal } from '../../journal/journal.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { type Interval, joined } from '../../lib/intervals.ts';
import { memoizeTexts } from '../../lib/memoize.ts';
import { formatMoney, parseServicePrice } from '../../lib/money.ts';
import {
  BID_STATES,
  type BidRecord,
  type BidStanding,
  type BidStep,
  type BidSteps,
  type BidTraits,
  chargedOf,
  type LimitPrice,
  LONGEST_GAP_MS,
} from './bid-record.ts';
import { createMoneyAnswers } from './money-answers.ts';

/** Limits of what is kept: age in milliseconds, and number of steps; new steps after which old ones are pruned, fewer in a file that is too large. */
const OLDEST_MS = 90 * DAY_MS;
const MAX_STEPS = 200_000;
const PRUNE_EACH = 2000;
const FULL_PRUNE_EACH = 200;
/** Most records that wait for the file; beyond it they become one, and the time between them counts as not observed. */
const MAX_WAITING = 200;
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
  /**
   * All bids of the lists, and the instances of bids that are not listed: any other bid has left them. Without it `bids` are only those
   * that changed.
   */
  readonly whole?: {
    readonly listed: readonly string[];
    readonly unlisted: ReadonlyMap<string, Pick<BidStanding, 'running' | 'ending'>>;
  } | null;
};

/** What a console has seen of a project that waits for the file. */
type WaitingBids = { readonly scope: Scope; readonly seen: SeenBids };

/** What was seen, and what was seen after that, as one: what changed between both may have changed at any time of it. */
const seenTogether = (first: SeenBids, then: SeenBids): SeenBids => ({
  at: then.at,
  readTo: then.readTo ?? first.readTo,
  previous: then.previous === null ? null : first.previous,
  recordedAt: first.recordedAt,
  bids: [...new Map([...first.bids, ...then.bids].map((one) => [one.traits.bid, one])).values()],
  whole: then.whole ?? first.whole ?? null,
});

/** One record of each project in place of many. */
const waitingTogether = (waiting: readonly WaitingBids[]): readonly WaitingBids[] =>
  [...Map.groupBy(waiting, ({ scope }) => keyOf(scope)).values()].map((own) =>
    own.reduce((first, { scope, seen }) => ({ scope, seen: seenTogether(first.seen, seen) })),
  );

const StepRow = z.object({
  id: z.int(),
  at: z.int(),
  since: z.int(),
  state: z.enum(BID_STATES),
  price: z.string().nullable(),
  /** Negative for one that can't be read. */
  quantity: z.int(),
  running: z.int(),
  /** Null for none. */
  ending: z.int().nullable(),
});
type StepRow = z.output<typeof StepRow>;
const TraitsRow = z.object({ bid: z.string(), name: z.string(), type: z.string(), region: z.string() });
const BidStepRow = StepRow.extend(TraitsRow.shape);
const BidRow = TraitsRow.extend({ id: z.int() });
const IntervalRow = z.object({ began: z.int(), ended: z.int() });
const Id = z.object({ id: z.int() });
const Time = z.object({ at: z.int() });

const parsedPrice = memoizeTexts(parseServicePrice, 1000);
/** Many steps have the same price: they share it. */
const limitOf = memoizeTexts((text: string): LimitPrice | null => {
  const amount = parsedPrice(text);
  return amount === null ? null : { sign: amount.sign, micros: amount.micros };
}, 1000);

const priceText = (limit: LimitPrice | null): string | null =>
  limit === null ? null : formatMoney({ ...limit, text: '' });
const isSame = (a: StepRow, b: Omit<StepRow, 'id' | 'at' | 'since'>): boolean =>
  a.state === b.state &&
  a.price === b.price &&
  a.quantity === b.quantity &&
  a.running === b.running &&
  (a.ending ?? 0) === (b.ending ?? 0);

/**
 * The dearer of two standings of a bid: one that another console has kept, and one of this console, one of whose lists is older than
 * that. Which of them has the newer price, and which the newer instances, is not known.
 */
function higher(other: StepRow, own: Omit<StepRow, 'id' | 'at' | 'since'>): typeof own {
  if (other.state === 'ended' && own.state !== 'ended') return other;
  const [theirs, ours] = [other.price, own.price].map((text) => (text === null ? null : parsedPrice(text)));
  const isTheirs = theirs != null && ours != null && theirs.sign === ours.sign && theirs.micros > ours.micros;
  return {
    ...own,
    price: isTheirs ? other.price : own.price,
    running: Math.max(other.running, own.running),
    ending: Math.max(other.ending ?? 0, own.ending ?? 0),
  };
}

function stepOf({ at, since, state, price, quantity, running, ending }: StepRow): BidStep {
  return {
    at,
    since,
    state,
    limit: price === null ? null : limitOf(price),
    quantity: quantity < 0 ? null : quantity,
    running,
    ...(ending === null ? {} : { ending }),
  };
}

const parsedStep = (row: unknown): BidStep => stepOf(StepRow.parse(row));

/** The columns of a step, and its rows with what of them is being preempted or stopped. */
const STEP = 'steps.*, ending';
const ENDINGS = 'LEFT JOIN step_endings ON step_endings.id = steps.id AND step_endings.at = steps.at';
const STEPS = `steps ${ENDINGS}`;
const OLDEST_STEPS = 'SELECT at FROM steps ORDER BY at LIMIT 1 OFFSET ? + (SELECT count(*) FROM step_bids)';

/** The steps of bids and the observed time, in the journal's file. A step is kept only when a bid's standing differs from the last one. */
function createBidSteps({ database, now, read, atOnce, isFull }: JournalAccess) {
  const putBid = database.prepare('INSERT INTO step_bids (scope, bid, name, type, region) VALUES (?, ?, ?, ?, ?)');
  const getBid = database.prepare('SELECT id FROM step_bids WHERE scope = ? AND bid = ?');
  const putStep = database.prepare('INSERT OR REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?, ?)');
  const putEnding = database.prepare('INSERT OR REPLACE INTO step_endings VALUES (?, ?, ?)');
  const dropEnding = database.prepare('DELETE FROM step_endings WHERE id = ? AND at = ?');
  const getUntil = database.prepare(
    `SELECT ${STEP} FROM ${STEPS} WHERE steps.id = ? AND steps.at <= ? ORDER BY steps.at DESC LIMIT 1`,
  );
  const getBids = database.prepare('SELECT id, bid, name, type, region FROM step_bids WHERE scope = ? ORDER BY id');
  const getStepsOf = database.prepare(
    `SELECT ${STEP} FROM ${STEPS} WHERE steps.id = ? AND steps.at > ? AND since <= ? ORDER BY steps.at`,
  );
  const getStepsSince = database.prepare(
    `SELECT bid, name, type, region, ${STEP} FROM steps CROSS JOIN step_bids ON step_bids.id = steps.id ${ENDINGS}
     WHERE steps.at > ?2 AND scope = ?1 AND since <= ?3 ORDER BY steps.at, steps.id`,
  );
  // One look into the steps of each bid, however many it has.
  const getStepsBefore = database.prepare(
    `SELECT bid, name, type, region, ${STEP} FROM step_bids CROSS JOIN steps ON steps.id = step_bids.id
     AND steps.at = (SELECT max(at) FROM steps AS own WHERE own.id = step_bids.id AND own.at <= ?2) ${ENDINGS} WHERE scope = ?1`,
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
  let waiting: readonly WaitingBids[] = [];

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
    const { state, limit, quantity, running, ending = 0 } = standing;
    const own = { state, price: priceText(limit), quantity: quantity ?? -1, running, ending };
    const isOthers =
      before !== null && readTo !== null && before.at > readTo && before.at > (recordedAt ?? Number.NEGATIVE_INFINITY);
    const next = isOthers ? higher(before, own) : own;
    if (before === null ? state === 'ended' && running + ending === 0 : isSame(before, next)) return;
    // What this console saw before; else what any console has seen, unless that is later than these lists.
    const known = observedTo !== null && observedTo <= at ? observedTo : (before?.at ?? readTo ?? at);
    const from = before?.at === at ? at + 1 : at;
    putStep.run(id, from, Math.min(from, previous ?? known), next.state, next.price, next.quantity, next.running);
    if (next.ending) putEnding.run(id, from, next.ending);
    else dropEnding.run(id, from);
    sincePruned += 1;
  };

  /** Ends the bids that left the list while nobody looked. */
  const endOthers = (
    key: string,
    seen: SeenBids,
    { listed: rows, unlisted }: NonNullable<SeenBids['whole']>,
    observedTo: number | null,
  ): void => {
    const listed = new Set([...rows, ...seen.bids.map(({ traits }) => traits.bid)]);
    const runningOf = (bid: string) => unlisted.get(bid) ?? { running: 0 };
    for (const row of getStepsBefore.all(key, seen.at)) {
      // Most bids of a long journal have ended long ago.
      const hasEnded = row['state'] === 'ended' && row['running'] === 0 && (row['ending'] ?? 0) === 0;
      if (hasEnded && typeof row['bid'] === 'string' && chargedOf(runningOf(row['bid'])) === 0) continue;
      const { bid, name, type, region, ...step } = BidStepRow.parse(row);
      if (listed.has(bid)) continue;
      const standing = { ...stepOf(step), state: 'ended' as const, ...runningOf(bid) };
      put(key, { traits: { bid, name, type, region }, standing }, seen, observedTo);
    }
  };

  const prune = (): void => {
    sincePruned = 0;
    const timeOf = (sql: string, offset: number) => Time.safeParse(database.prepare(sql).get(offset)).data?.at ?? 0;
    const byCount = timeOf('SELECT at FROM steps ORDER BY at DESC LIMIT 1 OFFSET ?', MAX_STEPS);
    // Of each bid one of these stays.
    const bySize = isFull() ? timeOf(OLDEST_STEPS, PRUNE_EACH) : 0;
    const cutoff = Math.max(now() - OLDEST_MS, byCount, bySize);
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
    if (seen.whole != null) endOthers(key, seen, seen.whole, observedTo);
    if (seen.readTo !== null) observe(key, seen.readTo, seen.at);
    if (sincePruned >= (isFull() ? FULL_PRUNE_EACH : PRUNE_EACH)) prune();
  };

  /** Keeps what was seen once the file can take it, in order. */
  const takeWaiting = (): void => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const { scope, seen } = next;
      if (!atOnce(() => take(scope, seen))) break;
      waiting = waiting.slice(1);
    }
    if (waiting.length > MAX_WAITING) waiting = waitingTogether(waiting);
  };

  const observedSince = (key: string, from: number): readonly Interval[] =>
    joined(
      getObserved
        .all(key, from)
        .map((row) => IntervalRow.parse(row))
        .map(({ began, ended }) => ({ from: began, to: ended })),
    );

  /**
   * The steps of a project's bids in a time, with the last ones before it, and the observed time, with the last look before it: bids of
   * which something was known then can run in a gap that follows.
   */
  const recordOf = (scope: Scope, { from, to }: Interval): BidRecord => {
    const key = keyOf(scope);
    const bids = getBids.all(key).flatMap((row): BidSteps | readonly [] => {
      const { id, ...traits } = BidRow.parse(row);
      const before = getUntil.get(id, from);
      const steps = [...(before === undefined ? [] : [before]), ...getStepsOf.all(id, from, to)].map(parsedStep);
      return steps.length === 0 ? [] : { traits, steps };
    });
    return { project: scope.project, bids, observed: observedSince(key, from) };
  };

  /** The steps after a time, and the time observed since then. */
  const recordSince = (scope: Scope, from: number): BidRecord => {
    const key = keyOf(scope);
    const bids = new Map<string, { readonly traits: BidTraits; readonly steps: BidStep[] }>();
    for (const row of getStepsSince.all(key, from, now())) {
      const { bid, name, type, region, ...step } = BidStepRow.parse(row);
      const known = bids.get(bid);
      if (known === undefined) bids.set(bid, { traits: { bid, name, type, region }, steps: [stepOf(step)] });
      else known.steps.push(stepOf(step));
    }
    return { project: scope.project, bids: [...bids.values()], observed: observedSince(key, from) };
  };

  /** Records of projects; null when the file can't be read. */
  const recordsOf = (scopes: readonly Scope[], of: (scope: Scope) => BidRecord): readonly BidRecord[] | null =>
    read(() => [scopes.map(of)])[0] ?? null;

  const readRecords = (scopes: readonly Scope[], time: Interval): readonly BidRecord[] | null =>
    recordsOf(scopes, (scope) => recordOf(scope, time));

  const readAfter = (scopes: readonly Scope[], at: number): readonly BidRecord[] | null =>
    recordsOf(scopes, (scope) => recordSince(scope, at));
  const money = createMoneyAnswers({ read: readRecords, readAfter });
  // Of another file all is read, and a console records all anew.
  database.onOther(() => {
    waiting = [];
    money.forget();
  });

  return {
    /**
     * Records how bids stand in the lists of bids and instances, and that they were read. What can't be written waits for the next call.
     * Returns whether nothing waits.
     */
    recordBids: (scope: Scope, seen: SeenBids): boolean => {
      waiting = [...waiting, { scope, seen }];
      takeWaiting();
      return waiting.length === 0;
    },

    /** The steps of the bids of projects in a time, and the intervals in which their lists were read. */
    bidRecords: (scopes: readonly Scope[], time: Interval): readonly BidRecord[] => readRecords(scopes, time) ?? [],

    /** The steps after a time, to be added to records that reach until then; null when the file can't be read. */
    bidRecordsAfter: readAfter,

    /** What is known of costs and prices; null when the file can't be read. */
    money: money.answer,

    /** Forgets what costs and prices were computed from: nothing needs them any more. */
    forgetMoney: money.forget,

    /** The times in which the lists of a project were read, since a time and with the last one before it. None when the file can't be read. */
    bidsObserved: (scope: Scope, from: number): readonly Interval[] => read(() => observedSince(keyOf(scope), from)),

    /** Until when the lists of a project are known to have been read; null when they never were. Milliseconds since 1970. */
    bidsReadAt: (scope: Scope): number | null => read(() => [latest(keyOf(scope))?.ended ?? null])[0] ?? null,
  };
}

/** Adds the steps of bids to a journal. */
export const bidJournal = recordsIn('money', createBidSteps);
export type BidJournal = Journal & ReturnType<typeof createBidSteps>;

/** When the bids of a project were last read by any console; null when they never were. Milliseconds since 1970. */
export const lastReadAt = (journal: Pick<BidJournal, 'askedAt' | 'bidsReadAt'>, scope: Scope): number | null =>
  latestOf([journal.askedAt(scope, 'bids'), journal.bidsReadAt(scope)]);

/** The latest of some times; null when none is known. */
export function latestOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
