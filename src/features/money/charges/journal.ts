import * as z from 'zod';
import type { JournalAccess } from '../../../journal/access.ts';
import { keyOf, type Scope } from '../../../journal/scope.ts';
import type { Interval } from '../../../lib/intervals.ts';
import type { BidCharges, BidTraits, Charge, ProjectCharges } from '../bid-record.ts';

/** All charges of a project in a time that begins with a quarter hour, as the service says them. */
export type SeenCharges = { readonly time: Interval; readonly bids: readonly BidCharges[] };

type WaitingCharges = { readonly scope: Scope; readonly seen: SeenCharges };

/** Most kept charges: beyond it the oldest go, as if never said. */
const MAX_CHARGES = 200_000;
/** Most readings that wait for the file; what the last one says is said again later. */
const MAX_WAITING = 50;

const TimeRow = z.object({ began: z.int(), ended: z.int() });
const At = z.object({ at: z.int() });
const ChargeRow = z.object({
  bid: z.string(),
  name: z.string(),
  type: z.string(),
  region: z.string(),
  began: z.int(),
  ended: z.int(),
  instances: z.int(),
  cost: z.string().transform(BigInt),
});

type Parts = Pick<JournalAccess, 'database' | 'read' | 'atOnce' | 'isFull'> & {
  readonly idOf: (key: string, traits: BidTraits) => number;
};

/** Keeps what was charged, and until when it is known. */
export function createCharges({ database, read, atOnce, isFull, idOf }: Parts) {
  const getTime = database.prepare('SELECT began, ended FROM charged WHERE scope = ?');
  const putTime = database.prepare('INSERT OR REPLACE INTO charged (scope, began, ended) VALUES (?, ?, ?)');
  const drop = database.prepare(
    'DELETE FROM charges WHERE began >= ?2 AND id IN (SELECT id FROM step_bids WHERE scope = ?1)',
  );
  const dropAll = database.prepare('DELETE FROM charges WHERE id IN (SELECT id FROM step_bids WHERE scope = ?1)');
  const put = database.prepare('INSERT OR REPLACE INTO charges VALUES (?, ?, ?, ?, ?)');
  const getCharges = database.prepare(
    `SELECT bid, name, type, region, began, ended, instances, cost FROM step_bids CROSS JOIN charges
     ON charges.id = step_bids.id WHERE scope = ?1 AND ended > ?2 ORDER BY charges.id, began`,
  );
  let waiting: readonly WaitingCharges[] = [];

  const timeOf = (key: string): Interval | null => {
    const row = TimeRow.safeParse(getTime.get(key)).data;
    return row === undefined ? null : { from: row.began, to: row.ended };
  };

  const take = ({ scope, seen: { time, bids } }: WaitingCharges): void => {
    const key = keyOf(scope);
    const known = timeOf(key);
    const precedes = known !== null && time.from < known.from && time.to === known.from;
    // Another console may have read later ones.
    if (known !== null && time.to <= known.to && !precedes) return;
    const follows = known !== null && time.from >= known.from && time.from <= known.to;
    if (follows) drop.run(key, time.from);
    else if (!precedes) dropAll.run(key);
    for (const { traits, charges } of bids) {
      const id = idOf(key, traits);
      for (const { from, to, instances, microMs } of charges) put.run(id, from, to, instances, String(microMs));
    }
    putTime.run(key, follows ? known.from : time.from, precedes ? known.to : time.to);
    prune();
  };

  const prune = (): void => {
    const most = isFull() ? MAX_CHARGES / 4 : MAX_CHARGES;
    const row = database.prepare('SELECT began AS at FROM charges ORDER BY began DESC LIMIT 1 OFFSET ?').get(most);
    const cutoff = At.safeParse(row).data?.at;
    if (cutoff !== undefined) forgetBefore(cutoff);
  };

  /** A charge that goes on at the cutoff stays, and counts from there. */
  const forgetBefore = (cutoff: number): void => {
    database.prepare('DELETE FROM charges WHERE ended <= ?').run(cutoff);
    database.prepare('DELETE FROM charged WHERE ended <= ?').run(cutoff);
    database.prepare('UPDATE charged SET began = ?1 WHERE began < ?1').run(cutoff);
  };

  const takeWaiting = (): void => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const one = next;
      if (!atOnce(() => take(one))) break;
      waiting = waiting.slice(1);
    }
    waiting = waiting.slice(-MAX_WAITING);
  };

  /** By scope: the rows are read again when the time or the beginning differs. */
  const kept = new Map<string, { readonly from: number; readonly charges: ProjectCharges }>();
  const chargesSince = (key: string, from: number): ProjectCharges | null => {
    const time = timeOf(key);
    if (time === null) return null;
    const known = kept.get(key);
    if (known !== undefined && known.from <= from && isSame(known.charges.time, time)) return known.charges;
    const bids = new Map<string, { readonly traits: BidTraits; readonly charges: Charge[] }>();
    for (const row of getCharges.all(key, from)) {
      const { bid, name, type, region, began, ended, instances, cost } = ChargeRow.parse(row);
      const own = bids.get(bid) ?? { traits: { bid, name, type, region }, charges: [] };
      own.charges.push({ from: began, to: ended, instances, microMs: cost });
      bids.set(bid, own);
    }
    const charges = { time, bids };
    kept.set(key, { from, charges });
    return charges;
  };

  return {
    /** Answers whether nothing waits for the next call. */
    record: (scope: Scope, seen: SeenCharges): boolean => {
      waiting = [...waiting, { scope, seen }];
      takeWaiting();
      return waiting.length === 0;
    },
    takeWaiting,
    forgetBefore,
    forget: (): void => {
      waiting = [];
      kept.clear();
    },
    /** Null where the service never said them. In the caller's reading. */
    chargesSince,
    /** In which all charges are known; null for none. */
    knownTime: (scope: Scope): Interval | null => read(() => [timeOf(keyOf(scope))])[0] ?? null,
  };
}

const isSame = (one: Interval, other: Interval): boolean => one.from === other.from && one.to === other.to;
