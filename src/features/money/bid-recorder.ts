import type { StoreApi } from 'zustand/vanilla';
import type { ListedRow } from '../../api/result.ts';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { Bid } from '../../contract/bid.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import { deltaBetween, keysBetween } from '../../lib/maps.ts';
import { bidsTouched, instancesByBid, isCharged } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { wholeReadTo } from '../../store/age.ts';
import type { ConsoleState, Lists } from '../../store/state.ts';
import { projectIn } from '../../store/state.ts';
import { type InstanceNumbers, numbersOf, standingOf } from './bid-record.ts';
import { bidJournal, type SeenBid, type SeenBids } from './journal.ts';

type BidRecording = Pick<RuntimeAccess, 'scopes'> & {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly journal: Pick<AsyncJournal, 'record'>;
};

/** Between two writes of the observed time without a change, in milliseconds. */
const OBSERVED_EACH_MS = 10_000;

/** Records in the journal how bids stand, and until when both lists were read. */
export function createBidRecorder({ store, journal, scopes }: BidRecording) {
  const standings = createStandingWatch();
  /** Until when all rows were read, in milliseconds since 1970. */
  let readTo: number | null = null;
  let recordedAt: number | null = null;
  /** Whether the first lists are still due: bids in the journal may have left them. */
  let isWhole = false;
  const record = (ends: boolean): void => {
    const { lists } = store.getState();
    const { bids, instances } = lists;
    if (bids.fetchedAt === null || instances.fetchedAt === null) return;
    isWhole = standings.observe(lists) || isWhole;
    // Changes are no later than the last list or part of one.
    const at = Math.max(standings.seenAt(lists), bids.observed.requestedAt, instances.observed.requestedAt);
    const touched = standings.touched(lists);
    const isDue = recordedAt === null || ends || Math.abs(at - recordedAt) >= OBSERVED_EACH_MS;
    const shown = scopes();
    if (touched.size === 0 && !isDue) {
      // Finding it takes all rows: for parts of lists the last one is enough.
      if (bids.newer.size + instances.newer.size === 0) readTo = wholeReadTo(lists) ?? readTo;
      return;
    }
    const now = wholeReadTo(lists);
    // After a clock was set back the time between is unknown.
    const previous = readTo !== null && now !== null && now < readTo ? null : readTo;
    readTo = now ?? readTo;
    const whole = isWhole && now !== null ? wholeOf(lists) : null;
    for (const scope of shown) {
      const own = shown.length === 1 ? [...touched.values()].flat() : (touched.get(scope.project) ?? []);
      journal.record(bidJournal, 'recordBids', scope, { at, readTo: now, previous, recordedAt, bids: own, whole });
    }
    isWhole = isWhole && now === null;
    standings.kept();
    recordedAt = at;
  };

  return {
    /** Changes at once, else the observed time every few seconds. */
    record: (): void => record(false),

    /** Before the console ends. */
    finish: (): void => record(true),

    forget: (): void => {
      standings.forget();
      readTo = null;
      recordedAt = null;
    },
  };
}

const wholeOf = ({ bids, instances }: Lists): NonNullable<SeenBids['whole']> => ({
  listed: [...bids.rows.keys()],
  unlisted: new Map(
    [...instancesByBid(instances)].flatMap(([fid, listed]): [string, InstanceNumbers][] =>
      bids.rows.has(fid) ? [] : [[fid, numbersOf(listed)]],
    ),
  ),
});

/** Finds bids with possible changes since the last lists; all of them the first time. */
function createStandingWatch() {
  let bids: ReadonlyMap<string, ListedRow<Bid>> | null = null;
  let instances: Lists['instances']['rows'] = new Map();
  /** Waiting for both lists, or to be kept; with their last row once they left. */
  const touched = new Map<string, Bid>();
  /** Last rows of bids gone before their instances. */
  const left = new Map<string, Bid>();
  /** Bids missed by a list, or with a missed instance, and not confirmed as gone. */
  let unconfirmed: ReadonlySet<string> = new Set();

  const touch = (fid: string, lists: Lists): void => {
    const row = lists.bids.rows.get(fid)?.row ?? bids?.get(fid)?.row ?? touched.get(fid) ?? left.get(fid);
    if (row !== undefined) touched.set(fid, row);
  };

  return {
    /** Whether these are the first lists. */
    observe: (lists: Lists): boolean => {
      const isFirst = bids === null;
      const changed = bids === null ? lists.bids.rows.keys() : keysBetween(bids, lists.bids.rows, lists.bids.delta);
      const delta = deltaBetween(instances, lists.instances.rows, lists.instances.delta);
      const missed = missedIn(lists);
      for (const fid of [...changed, ...(bidsTouched(delta) ?? []), ...unconfirmed, ...missed]) touch(fid, lists);
      unconfirmed = missed;
      bids = lists.bids.rows;
      instances = lists.instances.rows;
      return isFirst;
    },

    seenAt: ({ bids: list }: Lists): number =>
      Math.max(0, ...Array.from(touched.keys(), (fid) => list.newer.get(fid)?.at ?? 0)),

    touched: (lists: Lists): ReadonlyMap<string, readonly SeenBid[]> => {
      const numbers = instancesByBid(lists.instances);
      const missing = numbersMissed(lists);
      const byProject = Map.groupBy(touched.values(), (bid) => projectIn(bid) ?? '');
      const seen = (bid: Bid): SeenBid => ({
        traits: {
          bid: bid.fid,
          name: bid.name ?? '',
          type: bid.instance_type ?? '',
          region: bid.region ?? '',
        },
        standing: standingOf(
          bid,
          sumOfNumbers(numbersOf(numbers.get(bid.fid)), missing.get(bid.fid)),
          lists.bids.rows.has(bid.fid) || lists.bids.observed.unconfirmed.has(bid.fid),
        ),
      });
      return new Map([...byProject].map(([project, rows]) => [project, rows.map(seen)]));
    },

    kept: (): void => {
      const numbers = instancesByBid({ rows: instances, delta: null });
      for (const [fid, bid] of touched) {
        if (bids?.has(fid) === false && (numbers.has(fid) || unconfirmed.has(fid))) left.set(fid, bid);
        else left.delete(fid);
      }
      touched.clear();
    },

    forget: (): void => {
      bids = null;
      instances = new Map();
      touched.clear();
      left.clear();
      unconfirmed = new Set();
    },
  };
}

const missedIn = ({ bids, instances }: Lists): ReadonlySet<string> =>
  new Set([
    ...bids.observed.unconfirmed.keys(),
    ...Array.from(instances.observed.unconfirmed.values(), ({ row }) => row.row.bid ?? ''),
  ]);

/** Instances missed by the last list count until confirmed as gone. */
function numbersMissed({ instances }: Lists): ReadonlyMap<string, InstanceNumbers> {
  const numbers = new Map<string, InstanceNumbers>();
  for (const [fid, { row }] of instances.observed.unconfirmed) {
    const { bid, status } = row.row;
    if (bid === null || instances.rows.has(fid) || !isCharged(row.row)) continue;
    const one = isStatus(status, 'running') ? { running: 1 } : { running: 0, ending: 1 };
    numbers.set(bid, sumOfNumbers(one, numbers.get(bid)));
  }
  return numbers;
}

const sumOfNumbers = (one: InstanceNumbers, other: InstanceNumbers = { running: 0 }): InstanceNumbers => ({
  running: one.running + other.running,
  ending: (one.ending ?? 0) + (other.ending ?? 0),
});
