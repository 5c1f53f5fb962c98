import * as z from 'zod';
import { type JournalAccess, recordsIn } from '../../journal/access.ts';
import type { Journal } from '../../journal/journal.ts';
import { keyOf, type Scope } from '../../journal/scope.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { type Interval, joined } from '../../lib/intervals.ts';
import { memoizeTexts } from '../../lib/memoize.ts';
import { formatMoney, parseServicePrice } from '../../lib/money.ts';
import { createMoneyAnswers } from './answers.ts';
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
import { createCharges } from './charges/journal.ts';

/** Limits of age, in milliseconds, and number of steps, pruned after some new ones, sooner in a large file. */
const OLDEST_MS = 90 * DAY_MS;
const MAX_STEPS = 200_000;
const PRUNE_EACH = 2000;
const FULL_PRUNE_EACH = 200;
/** Most waiting records; more become one, with the time between as not observed. */
const MAX_WAITING = 200;
/** How far ahead a time may lie, in milliseconds: consoles of other machines share the file. */
const CLOCK_SKEW_MS = 60_000;

export type SeenBid = { readonly traits: BidTraits; readonly standing: BidStanding };

/**
 * Standings of a project's bids in a console's last lists, requested `at`. All rows were read until `readTo`, null
 * while some may be missing; `previous` is the same before, null for the first lists. Milliseconds since 1970.
 */
export type SeenBids = {
  readonly at: number;
  readonly readTo: number | null;
  readonly previous: number | null;
  /** `at` of this console's last record: later steps are another console's. */
  readonly recordedAt: number | null;
  readonly bids: readonly SeenBid[];
  /** All listed bids, and the instances of unlisted ones; other bids have left. Without it `bids` are changes alone. */
  readonly whole?: {
    readonly listed: readonly string[];
    readonly unlisted: ReadonlyMap<string, Pick<BidStanding, 'running' | 'ending'>>;
  } | null;
};

type WaitingBids = { readonly scope: Scope; readonly seen: SeenBids };

/** As one: a change may lie anywhere between both. */
const seenTogether = (first: SeenBids, then: SeenBids): SeenBids => ({
  at: then.at,
  readTo: then.readTo ?? first.readTo,
  previous: then.previous === null ? null : first.previous,
  recordedAt: first.recordedAt,
  bids: [...new Map([...first.bids, ...then.bids].map((one) => [one.traits.bid, one])).values()],
  whole: then.whole ?? first.whole ?? null,
});

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
  /** Negative when unreadable. */
  quantity: z.int(),
  running: z.int(),
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
/** Many steps share one price. */
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

/** The dearer of two consoles' standings: either may have the newer price or instances. */
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

const STEP = 'steps.*, ending';
const ENDINGS = 'LEFT JOIN step_endings ON step_endings.id = steps.id AND step_endings.at = steps.at';
const STEPS = `steps ${ENDINGS}`;
const OLDEST_STEPS = 'SELECT at FROM steps ORDER BY at LIMIT 1 OFFSET ? + (SELECT count(*) FROM step_bids)';

/** Keeps a step when a bid's standing differs from its last one. */
function createBidSteps(access: JournalAccess) {
  const { database, now, read, atOnce, isFull } = access;
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
  // One look for each bid, however many steps it has.
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

  /** Takes back the records of a clock ahead: they would hide everything until then. */
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

  const charges = createCharges({ ...access, idOf });

  const observe = (key: string, readTo: number, at: number): void => {
    const last = latest(key);
    if (last !== null && readTo <= last.ended) return;
    const isLater = last !== null && readTo - last.ended <= LONGEST_GAP_MS;
    // From the later one of both lists.
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
    // Steps seen later by another console stay.
    const before = StepRow.safeParse(getUntil.get(id, at)).data ?? null;
    const { state, limit, quantity, running, ending = 0 } = standing;
    const own = { state, price: priceText(limit), quantity: quantity ?? -1, running, ending };
    const isOthers =
      before !== null && readTo !== null && before.at > readTo && before.at > (recordedAt ?? Number.NEGATIVE_INFINITY);
    const next = isOthers ? higher(before, own) : own;
    if (before === null ? state === 'ended' && running + ending === 0 : isSame(before, next)) return;
    // Before this standing: this console's time, else any, unless later than these lists.
    const known = observedTo !== null && observedTo <= at ? observedTo : (before?.at ?? readTo ?? at);
    const from = before?.at === at ? at + 1 : at;
    putStep.run(id, from, Math.min(from, previous ?? known), next.state, next.price, next.quantity, next.running);
    if (next.ending) putEnding.run(id, from, next.ending);
    else dropEnding.run(id, from);
    sincePruned += 1;
  };

  /** Ends the records of bids that are no longer in the complete list. */
  const endOthers = (
    key: string,
    seen: SeenBids,
    { listed: rows, unlisted }: NonNullable<SeenBids['whole']>,
    observedTo: number | null,
  ): void => {
    const listed = new Set([...rows, ...seen.bids.map(({ traits }) => traits.bid)]);
    const runningOf = (bid: string) => unlisted.get(bid) ?? { running: 0 };
    for (const row of getStepsBefore.all(key, seen.at)) {
      // True of nearly all bids of a long journal.
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
    // One step of each bid stays.
    const bySize = isFull() ? timeOf(OLDEST_STEPS, PRUNE_EACH) : 0;
    const cutoff = Math.max(now() - OLDEST_MS, byCount, bySize);
    // The last step before the cutoff is the standing then.
    database
      .prepare(
        `DELETE FROM steps WHERE at < ?1 AND EXISTS
         (SELECT 1 FROM steps AS later WHERE later.id = steps.id AND later.at > steps.at AND later.at <= ?1)`,
      )
      .run(cutoff);
    database.prepare("DELETE FROM steps WHERE at < ? AND state = 'ended' AND running = 0").run(cutoff);
    charges.forgetBefore(now() - OLDEST_MS);
    database.exec(
      `DELETE FROM step_bids WHERE NOT EXISTS (SELECT 1 FROM steps WHERE steps.id = step_bids.id)
       AND NOT EXISTS (SELECT 1 FROM charges WHERE charges.id = step_bids.id)`,
    );
    database.prepare('DELETE FROM observed WHERE ended < ?').run(cutoff);
    database.prepare('UPDATE OR REPLACE observed SET began = ?1 WHERE began < ?1').run(cutoff);
  };

  const take = (scope: Scope, seen: SeenBids): void => {
    const key = keyOf(scope);
    dropAhead(key);
    const observedTo = latest(key)?.ended ?? null;
    for (const one of seen.bids) put(key, one, seen, observedTo);
    if (seen.whole != null) endOthers(key, seen, seen.whole, observedTo);
    if (seen.readTo !== null) observe(key, seen.readTo, seen.at);
    if (sincePruned >= (isFull() ? FULL_PRUNE_EACH : PRUNE_EACH)) prune();
  };

  /** In order, until the file can't take it. */
  const takeWaiting = (): void => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const { scope, seen } = next;
      if (!atOnce(() => take(scope, seen))) break;
      waiting = waiting.slice(1);
    }
    if (waiting.length > MAX_WAITING) waiting = waitingTogether(waiting);
    charges.takeWaiting();
  };

  const observedSince = (key: string, from: number): readonly Interval[] =>
    joined(
      getObserved
        .all(key, from)
        .map((row) => IntervalRow.parse(row))
        .map(({ began, ended }) => ({ from: began, to: ended })),
    );

  /** Each with the last one before the time: known bids can run in a gap after it. */
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

  const recordsOf = (scopes: readonly Scope[], of: (scope: Scope) => BidRecord): readonly BidRecord[] | null =>
    read(() => [scopes.map(of)])[0] ?? null;

  const readRecords = (scopes: readonly Scope[], time: Interval): readonly BidRecord[] | null =>
    recordsOf(scopes, (scope) => ({
      ...recordOf(scope, time),
      charges: charges.chargesSince(keyOf(scope), time.from),
    }));

  const readAfter = (scopes: readonly Scope[], at: number): readonly BidRecord[] | null =>
    recordsOf(scopes, (scope) => recordSince(scope, at));
  const readCharges = (scopes: readonly Scope[], from: number): readonly BidRecord['charges'][] | null =>
    read(() => [scopes.map((scope) => charges.chargesSince(keyOf(scope), from))])[0] ?? null;
  const money = createMoneyAnswers({ read: readRecords, readAfter, readCharges });
  // Another file is read and recorded whole.
  database.onOther(() => {
    waiting = [];
    charges.forget();
    money.forget();
  });

  return {
    /** Records standings and the reading of the lists. Answers whether nothing waits for the next call. */
    recordBids: (scope: Scope, seen: SeenBids): boolean => {
      waiting = [...waiting, { scope, seen }];
      takeWaiting();
      return waiting.length === 0;
    },

    /** Records what the service charged. Answers whether nothing waits for the next call. */
    recordCharges: charges.record,

    chargesKnown: charges.knownTime,

    bidRecords: (scopes: readonly Scope[], time: Interval): readonly BidRecord[] => readRecords(scopes, time) ?? [],

    /** Null when the file can't be read. */
    bidRecordsAfter: readAfter,

    /** Null when the file can't be read. */
    money: money.answer,

    forgetMoney: money.forget,

    /** With the last time before `from`; none when the file can't be read. */
    bidsObserved: (scope: Scope, from: number): readonly Interval[] => read(() => observedSince(keyOf(scope), from)),

    /** Null when the lists were never read. Milliseconds since 1970. */
    bidsReadAt: (scope: Scope): number | null => read(() => [latest(keyOf(scope))?.ended ?? null])[0] ?? null,
  };
}

export const bidJournal = recordsIn('money', createBidSteps);
export type BidJournal = Journal & ReturnType<typeof createBidSteps>;

/** By any console; null for never. Milliseconds since 1970. */
export const lastReadAt = (journal: Pick<BidJournal, 'askedAt' | 'bidsReadAt'>, scope: Scope): number | null =>
  latestOf([journal.askedAt(scope, 'bids'), journal.bidsReadAt(scope)]);

export function latestOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.max(...known);
}
