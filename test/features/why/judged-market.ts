import type { JournalEvent } from '../../../src/changes/change-event.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import type { Instance } from '../../../src/contract/instance.ts';
import { bidReason, type Evidence, type FilledBid, type Said } from '../../../src/features/why/bid-reason.ts';
import { lastChange, NO_PAST, type Pasts, pastsWith } from '../../../src/features/why/past.ts';
import { namesBoth, type Reason } from '../../../src/features/why/reason.ts';
import { HOUR_MS } from '../../../src/lib/duration.ts';
import { formatMoney } from '../../../src/lib/money.ts';
import type { BidRecord, InstanceRecord } from '../../../src/market/engine/model.ts';
import { spotPrice } from '../../../src/market/engine/spot-price.ts';
import { instancesOf, type World } from '../../../src/market/engine/world.ts';
import { START } from '../../market/world.ts';
import { bid as madeBid, instance as madeInstance } from '../../store/made.ts';
import { chanceOf, OTHERS, type Scenario, watchedMarket } from '../money/watched-market.ts';

/** Why a bid does not run on the market, which knows it. */
export type Truth =
  | 'price'
  | 'capacity'
  | 'stopping'
  | 'preempting-price'
  | 'preempting-capacity'
  | 'starting'
  | 'paused-here'
  | 'paused-elsewhere';

/** Moments of bids that do not run what they want, after the first hour, by what was said of them. */
export type Judgement = {
  moments: number;
  /** One cause named, and those of them that were not the truth. */
  certain: number;
  false: number;
  /** Both causes named, and neither known. */
  either: number;
  /** Nothing said. */
  none: number;
  readonly falseOnes: string[];
};

export const noJudgement = (): Judgement => ({
  moments: 0,
  certain: 0,
  false: 0,
  either: 0,
  none: 0,
  falseOnes: [],
});

const HERE = 'here';

/** Rows of bids and instances, which are made again when something of them has changed. */
const rows = new Map<string, { readonly key: string; readonly row: Bid }>();
const instanceRows = new Map<string, { readonly key: string; readonly row: Instance }>();

function rowOf(bid: BidRecord): Bid {
  const key = `${bid.status} ${bid.limit} ${bid.instances.length}`;
  const known = rows.get(bid.fid);
  if (known?.key === key) return known.row;
  const row = madeRow(bid);
  rows.set(bid.fid, { key, row });
  return row;
}

function madeRow(bid: BidRecord): Bid {
  return madeBid(bid.fid, {
    name: bid.name,
    status: bid.status,
    limit_price: formatMoney({ sign: '$', micros: bid.limit, text: '' }),
    instance_quantity: bid.quantity,
    instance_type: bid.pool,
    region: 'eu',
    instances: bid.instances,
    created_at: new Date(bid.createdAt).toISOString(),
  }).row;
}

function instanceRowOf({ fid, bid, status }: InstanceRecord): Instance {
  const known = instanceRows.get(fid);
  if (known?.key === status) return known.row;
  const { row } = madeInstance(fid, { bid, status });
  instanceRows.set(fid, { key: status, row });
  return row;
}

/** A console that looks at a market as one does, keeps what changed, and says why bids do not run. */
function createObserver(chance: ReturnType<typeof chanceOf>) {
  let id = 0;
  let pasts: Pasts = new Map();
  let previous: number | null = null;
  const known = new Map<string, { readonly status: string; readonly limit: bigint }>();
  const event = (at: number, payload: JournalEvent['payload']): JournalEvent => {
    id += 1;
    return { id, key: `${id}`, at, since: previous, by: HERE, payload };
  };
  const add = (events: readonly JournalEvent[]): void => {
    pasts = pastsWith(pasts, events, HERE);
  };
  const change = (list: 'bids' | 'instances', fid: string, more: object) => ({
    kind: 'seen' as const,
    list,
    fid,
    name: fid,
    bid: null,
    bidName: null,
    change: 'changed' as const,
    field: 'status',
    from: null,
    to: null,
    ...more,
  });

  return {
    pasts: () => pasts,
    /** The operator pauses or resumes a bid with a program on this journal. */
    acted: (at: number, fid: string, verb: string): void => {
      const action = { verb, list: 'bids' as const, name: fid };
      add([
        event(at, {
          kind: 'noted',
          who: 'operator',
          outcome: 'done',
          what: verb,
          about: { pane: 'bids', fid },
          action,
        }),
      ]);
    },
    look: (world: World): void => {
      const at = world.now;
      const events: JournalEvent[] = [];
      const saw = (list: 'bids' | 'instances', fid: string, status: string, limit: bigint): void => {
        const before = known.get(fid);
        known.set(fid, { status, limit });
        if (before === undefined)
          events.push(event(at, change(list, fid, { change: 'appeared', field: null, to: status })));
        else if (before.status !== status)
          events.push(event(at, change(list, fid, { from: before.status, to: status })));
        if (before !== undefined && before.limit !== limit)
          events.push(event(at, change(list, fid, { field: 'limit_price', from: `${before.limit}`, to: `${limit}` })));
      };
      for (const bid of world.bids.ordered) {
        if (bid.createdBy === OTHERS) continue;
        saw('bids', bid.fid, bid.status, bid.limit);
        for (const { fid, status } of instancesOf(world, bid)) saw('instances', fid, status, 0n);
      }
      add(events);
      previous = at;
    },
    chance,
  };
}

/** The operator's bids that have what they asked for, by their type, the lowest limit price first. */
function filledIn(world: World, pasts: Pasts): ReadonlyMap<string, readonly FilledBid[]> {
  const filled = world.bids.ordered
    .filter(({ createdBy, status }) => createdBy !== OTHERS && status === 'Allocated')
    .toSorted((a, b) => (a.limit < b.limit ? -1 : 1));
  return new Map(
    [...Map.groupBy(filled, ({ pool }) => pool)].map(([pool, bids]) => [
      pool,
      bids.map((one): FilledBid => {
        const past = pasts.get(one.fid) ?? NO_PAST;
        const from = Math.max(lastChange(past)?.at ?? -Infinity, past.repricedAt ?? -Infinity);
        return { fid: one.fid, name: one.name, limit: { sign: '$', micros: one.limit, text: '' }, from };
      }),
    ]),
  );
}

function evidenceOf(world: World, pasts: Pasts, said: Evidence['said']): Evidence {
  const filled = filledIn(world, pasts);
  return {
    pasts,
    gaps: [],
    bidOf: () => undefined,
    instancesOf: (fid) => {
      const bid = world.bids.ordered.find((one) => one.fid === fid);
      return bid === undefined ? [] : instancesOf(world, bid).map(instanceRowOf);
    },
    wasRead: (_, from) => world.now >= from,
    said,
    historyOf: () => null,
    filled: ({ instance_type }) => filled.get(instance_type ?? '') ?? [],
  };
}

/** What a service says of price and capacity at each look; null for one that says nothing. */
const saidAt =
  (world: World) =>
  ({ instance_type: type }: Bid): Said | null => {
    const pool = world.pools.get(type ?? '');
    if (pool === undefined) return null;
    const value = { sign: '$', micros: spotPrice(pool), text: '' };
    const free = Math.max(0, pool.capacity - pool.held);
    return { price: { value, free, readAt: world.now }, quota: null };
  };

const isBelow = (world: World, { limit, pool }: BidRecord): boolean => limit < (world.pools.get(pool)?.price ?? 0n);

function truthOf(world: World, bid: BidRecord, pausedHere: ReadonlySet<string>): Truth {
  const instances = instancesOf(world, bid);
  switch (bid.status) {
    case 'Paused':
      return pausedHere.has(bid.fid) ? 'paused-here' : 'paused-elsewhere';
    case 'Preempting':
      return isBelow(world, bid) ? 'preempting-price' : 'preempting-capacity';
    case 'Allocated':
      return 'starting';
    default:
      if (instances.some(({ status }) => status === 'STATUS_STOPPING')) return 'stopping';
      return isBelow(world, bid) ? 'price' : 'capacity';
  }
}

/** Whether a reason of one cause is the truth. */
function isTrue(reason: Reason, truth: Truth): boolean {
  switch (reason.kind) {
    case 'paused':
      return (
        truth === (reason.by.kind === 'here' ? 'paused-here' : 'paused-elsewhere') || reason.by.kind === 'not-known'
      );
    case 'preempting':
      return truth === (reason.said?.kind === 'outbid' ? 'preempting-price' : 'preempting-capacity');
    case 'outbid':
      return truth === 'price';
    case 'no-capacity':
      return truth === 'capacity';
    case 'capacity':
    case 'stopping':
    case 'starting':
      return truth === reason.kind;
    default:
      return false;
  }
}

/** Judges what is said of the bids of a market over its whole time, at each look after the first hour. */
export function judge(scenario: Scenario, into: Judgement, isSaying = false): void {
  rows.clear();
  instanceRows.clear();
  const chance = chanceOf(scenario.seed + 1000);
  const observer = createObserver(chance);
  const pausedHere = new Set<string>();
  const was = new Map<string, string>();
  let lookAt = START;
  watchedMarket(scenario, (world) => {
    for (const bid of world.bids.ordered) {
      if (bid.createdBy === OTHERS) continue;
      const before = was.get(bid.fid);
      was.set(bid.fid, bid.status);
      if (before === undefined || before === bid.status) continue;
      // Half of the pauses come from a program on this journal, the others from elsewhere.
      if (bid.status === 'Paused') {
        pausedHere.delete(bid.fid);
        if (chance.is(0.5)) {
          pausedHere.add(bid.fid);
          observer.acted(world.now, bid.fid, 'pause');
        }
      } else if (before === 'Paused' && chance.is(0.5)) observer.acted(world.now, bid.fid, 'resume');
    }
    if (world.now < lookAt) return;
    observer.look(world);
    lookAt = world.now + Math.round(chance.between(2, 20)) * 1000;
    if (chance.is(scenario.leaves / 10)) lookAt += Math.round(chance.between(2, 40)) * 60_000;
    if (world.now < START + HOUR_MS) return;
    const evidence = evidenceOf(world, observer.pasts(), isSaying ? saidAt(world) : () => null);
    for (const bid of world.bids.ordered) {
      if (bid.createdBy === OTHERS || bid.status === 'Terminated') continue;
      const running = instancesOf(world, bid).filter(({ status }) => status === 'STATUS_RUNNING').length;
      if (bid.status === 'Allocated' && running >= bid.quantity) continue;
      add(into, bidReason(rowOf(bid), evidence), truthOf(world, bid, pausedHere), bid);
    }
  });
}

function add(into: Judgement, reason: Reason | null, truth: Truth, bid: BidRecord): void {
  into.moments += 1;
  if (reason === null || reason.kind === 'deciding' || reason.kind === 'not-known') into.none += 1;
  else if (namesBoth(reason)) into.either += 1;
  else {
    into.certain += 1;
    if (isTrue(reason, truth)) return;
    into.false += 1;
    if (into.falseOnes.length < 5) into.falseOnes.push(`${bid.fid} said ${reason.kind}, is ${truth}`);
  }
}
