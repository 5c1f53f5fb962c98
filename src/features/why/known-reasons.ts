import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { firstWhere } from '../../lib/intervals.ts';
import { changedKeys, keysBetween, VersionedMap } from '../../lib/maps.ts';
import type { Context, ContextSource, OwnValue, Revision } from '../../resources/context.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { emptyList, requestedAt } from '../../store/list.ts';
import type { ConsoleState, Lists } from '../../store/state.ts';
import { bidReason, type Evidence, type FilledBid, type FilledBids, instanceReason, sinceOf } from './bid-reason.ts';
import { lastChange, NO_PAST, type Pasts } from './past.ts';
import type { Reason, Since } from './reason.ts';
import { NOTHING_SAID, type SaidByService, saidByService, saidOf } from './said.ts';
import { CLOCK_SLACK_MS, type ServiceHistories, serviceHistories } from './service-history.ts';
import { type KnownPasts, knownPastsOf, readOf } from './state.ts';

const keyOfPair = ({ instance_type, region, limit_price }: Bid): string =>
  JSON.stringify([instance_type, region, limit_price?.amount?.sign ?? '']);

type Read = Pick<Lists, 'bids' | 'instances'> & {
  readonly byBid: ReturnType<typeof instancesByBid>;
  readonly pasts: Pasts;
  readonly gaps: Evidence['gaps'];
  readonly said: SaidByService;
  readonly histories: ServiceHistories;
  /** No row was requested later. */
  readonly now: number;
};

const NOTHING: Read = {
  bids: emptyList(),
  instances: emptyList(),
  byBid: VersionedMap.of(new Map()),
  pasts: new Map(),
  gaps: [],
  said: NOTHING_SAID,
  histories: new Map(),
  now: 0,
};

type Filled = FilledBid & { readonly pair: string };

/** A bid running without losses; null for others. */
function filledIn({ bids, byBid, pasts }: Read, fid: string): Filled | null {
  const row = bids.rows.get(fid)?.row;
  const limit = row?.limit_price?.amount ?? null;
  if (row === undefined || limit === null || !isStatus(row.status, 'allocated')) return null;
  if (byBid.get(fid)?.all.some(({ status }) => isStatus(status, 'preempting')) === true) return null;
  const past = pasts.get(fid) ?? NO_PAST;
  const last = lastChange(past);
  // The list may be newer than the journal.
  if (last !== undefined && last.to !== row.status) return null;
  const from = Math.max(last?.at ?? Number.NEGATIVE_INFINITY, past.repricedAt ?? Number.NEGATIVE_INFINITY);
  return { fid, name: row.name || fid, limit, from, pair: keyOfPair(row) };
}

const isSame = (one: Filled | null, other: Filled | null): boolean =>
  one?.pair === other?.pair &&
  one?.limit.micros === other?.limit.micros &&
  one?.from === other?.from &&
  one?.name === other?.name;

const byLimit = (one: FilledBid, other: FilledBid): number =>
  Number(one.limit.micros - other.limit.micros) || (one.fid < other.fid ? -1 : one.fid > other.fid ? 1 : 0);

/** By type, region and currency, the lowest limit price first. */
type FilledByPair = Map<string, Filled[]>;

/** Puts bids in their places. Answers the lowest limit price of changed ones, by pair. */
function refill(byPair: FilledByPair, fids: Iterable<string>, before: Read, read: Read): ReadonlyMap<string, bigint> {
  const lowest = new Map<string, bigint>();
  for (const fid of fids) {
    const [was, is] = [filledIn(before, fid), filledIn(read, fid)];
    if (isSame(was, is)) continue;
    for (const one of [was, is]) {
      if (one === null) continue;
      const all = byPair.get(one.pair) ?? [];
      byPair.set(one.pair, all);
      all.splice(
        firstWhere(all, (other) => byLimit(other, one) >= 0),
        one === was ? 1 : 0,
        ...(one === is ? [one] : []),
      );
      const low = lowest.get(one.pair);
      lowest.set(one.pair, low === undefined || one.limit.micros < low ? one.limit.micros : low);
    }
  }
  return lowest;
}

/** How long a reason holds while its row, bid and their past stay the same. */
type Term = {
  /** Next time for a request to bring more evidence, in milliseconds since 1970. */
  until: number;
  /** The bids of a pair in the search, up to a limit price; all of them for null. */
  among: { readonly pair: string; readonly upTo: bigint | null } | null;
};

function evidenceIn(
  { bids, byBid, pasts, gaps, said, histories }: Read,
  byPair: FilledByPair,
): { readonly evidence: Evidence; readonly term: Term } {
  const term: Term = { until: Number.POSITIVE_INFINITY, among: null };
  const evidence: Evidence = {
    pasts,
    gaps,
    bidOf: (fid) => bids.rows.get(fid)?.row,
    instancesOf: (bid) => byBid.get(bid)?.all ?? [],
    wasRead: (bid, from) => {
      const at = requestedAt(bids, bid);
      if (at !== null && at >= from) return true;
      term.until = Math.min(term.until, at === null ? Number.NEGATIVE_INFINITY : from);
      return false;
    },
    filled: (bid) => {
      const pair = keyOfPair(bid);
      const all = byPair.get(pair) ?? [];
      const find: FilledBids['find'] = (is) => {
        const found = all.find(is);
        term.among = { pair, upTo: found?.limit.micros ?? null };
        return found;
      };
      return { length: all.length, find, some: (is) => all.some(is) };
    },
    said: (bid) => saidOf(said, bid),
    historyOf: (bid) => {
      const history = histories.get(bid);
      const until = (requestedAt(bids, bid) ?? Number.NEGATIVE_INFINITY) + CLOCK_SLACK_MS;
      // The shown list may be older than the answer.
      return history === undefined ? null : { ...history, events: history.events.filter(({ at }) => at <= until) };
    },
  };
  return { evidence, term };
}

const keyOf = (reason: Reason): string =>
  JSON.stringify(reason, (_, value) => (typeof value === 'bigint' ? value.toString() : value));

/** The rows whose reasons may differ. */
function touchedBetween(before: Read, read: Read): { readonly bids: Set<string>; readonly instances: Set<string> } {
  const pasts = changedKeys(before.pasts, read.pasts);
  const bids = new Set([
    ...keysBetween(before.bids.rows, read.bids.rows, read.bids.delta),
    ...changedKeys(before.byBid, read.byBid),
    ...pasts,
    ...pasts.flatMap((fid) => read.instances.rows.get(fid)?.row.bid ?? []),
    ...changedKeys(before.histories, read.histories),
  ]);
  const instances = new Set([
    ...keysBetween(before.instances.rows, read.instances.rows, read.instances.delta),
    ...pasts,
    ...[...bids].flatMap((bid) => (read.byBid.get(bid)?.all ?? []).map(({ fid }): string => fid)),
  ]);
  return { bids, instances };
}

/** Bids that wait, and their instances: what the service says is about them. */
function addWaiting({ bids, instances }: ReturnType<typeof touchedBetween>, read: Read): void {
  for (const [fid, { row }] of read.bids.rows) {
    if (!isStatus(row.status, 'open') && !isStatus(row.status, 'preempting')) continue;
    bids.add(fid);
    for (const one of read.byBid.get(fid)?.all ?? []) instances.add(one.fid);
  }
}

/** Whether all of a reading is newer, so that earlier evidence still holds. */
const follows = (before: Read, read: Read): boolean =>
  before.gaps === read.gaps && before.now <= read.now && before.bids.observed.sequence <= read.bids.observed.sequence;

/** An unchanged reason is the same object, so that nothing is drawn or sorted again. */
function createFound<Row>(of: (row: Row, evidence: Evidence) => Reason | null) {
  let known = VersionedMap.of<Reason>(new Map());
  const terms = new Map<string, Term>();
  const find = (fid: string, row: Row | undefined, read: Read, byPair: FilledByPair): Reason | undefined => {
    terms.delete(fid);
    if (row === undefined) return undefined;
    const { evidence, term } = evidenceIn(read, byPair);
    const reason = of(row, evidence) ?? undefined;
    if (term.until < Number.POSITIVE_INFINITY || term.among !== null) terms.set(fid, term);
    const before = known.get(fid);
    return reason !== undefined && before !== undefined && keyOf(reason) === keyOf(before) ? before : reason;
  };
  return {
    reasons: () => known,
    findAgain: (
      rows: ReadonlyMap<string, ListedRow<Row>>,
      touched: Set<string>,
      isOver: (term: Term) => boolean,
      read: Read,
      byPair: FilledByPair,
    ): void => {
      for (const [fid, term] of terms) if (isOver(term)) touched.add(fid);
      known = known.with(Array.from(touched, (fid) => [fid, find(fid, rows.get(fid)?.row, read, byPair)] as const));
    },
  };
}

/** Of all rows; a new reading costs only its changes. */
export function createReasons() {
  const byPair: FilledByPair = new Map();
  const ofBids = createFound(bidReason);
  const ofInstances = createFound(instanceReason);
  let last = NOTHING;
  let lastState: ConsoleState | null = null;
  const goTo = (source: ContextSource): void => {
    const {
      state,
      lists: { bids, instances },
      now,
    } = source;
    if (lastState === state && last.bids === bids && last.instances === instances) return;
    lastState = state;
    const { pasts, gaps } = readOf(state);
    // The lists and not their rows: reasons depend on the requests' times, too.
    const said = saidByService(source, last.said);
    const isSame = last.bids === bids && last.instances === instances && last.pasts === pasts && last.gaps === gaps;
    const histories = serviceHistories(state);
    if (isSame && last.said === said && last.histories === histories) return;
    const read: Read = {
      bids,
      instances,
      byBid: instancesByBid(instances),
      pasts,
      gaps,
      said,
      histories,
      now: Math.max(now, bids.fetchedAt ?? 0, bids.observed.requestedAt),
    };
    const touched = touchedBetween(last, read);
    if (!follows(last, read)) {
      for (const fid of bids.rows.keys()) touched.bids.add(fid);
      for (const fid of instances.rows.keys()) touched.instances.add(fid);
    }
    if (last.said !== said) addWaiting(touched, read);
    const lowest = refill(byPair, touched.bids, last, read);
    last = read;
    const isOver = ({ until, among }: Term): boolean => {
      const low = among === null ? undefined : lowest.get(among.pair);
      return until <= read.now || (low !== undefined && (among?.upTo == null || low <= among.upTo));
    };
    ofBids.findAgain(bids.rows, touched.bids, isOver, read, byPair);
    ofInstances.findAgain(instances.rows, touched.instances, isOver, read, byPair);
  };
  const reasonsOf = (found: { readonly reasons: () => ReadonlyMap<string, Reason> }) => (source: ContextSource) => {
    goTo(source);
    return found.reasons();
  };
  return { ofBids: reasonsOf(ofBids), ofInstances: reasonsOf(ofInstances) };
}

const reasons = createReasons();

export const whyBid: OwnValue<[bid: string], Reason | null> = {
  of: (source, bid) => reasons.ofBids(source).get(bid) ?? null,
  revision: { of: reasons.ofBids },
};

export const whyInstance: OwnValue<[instance: string], Reason | null> = {
  of: (source, instance) => reasons.ofInstances(source).get(instance) ?? null,
  revision: { of: reasons.ofInstances },
};

const pastOfRows = { of: ({ state }) => readOf(state).pasts } satisfies Revision;

const NOT_KNOWN: Since = { kind: 'not-known' };

type AnyRow = { readonly fid: string; readonly status: string | null; readonly created_at: number | null };

/** Since when a row is as it is, according to the journal. */
export const sinceOfRow = (row: AnyRow, { own }: Pick<Context, 'own'>): Since => own(sinceInPast, row.fid, row);

function sinceIn(known: KnownPasts, row: AnyRow): Since {
  if (known.kind === 'none') return NOT_KNOWN;
  const moment = sinceOf(row, known);
  if (moment !== null) return { kind: 'seen', ...moment };
  // No change since the journal began, or since the row was made.
  const change = lastChange(known.pasts.get(row.fid) ?? NO_PAST);
  if (change !== undefined && change.to === row.status) return { kind: 'at-least', at: change.at };
  return change === undefined && known.since !== null
    ? { kind: 'at-least', at: Math.max(known.since, row.created_at ?? known.since) }
    : NOT_KNOWN;
}

const sinces = new WeakMap<AnyRow, { readonly known: KnownPasts; readonly since: Since }>();

const sinceInPast: OwnValue<[fid: string, row: AnyRow], Since> = {
  // The same object while equal, so that nothing is drawn again.
  of: ({ state }, _, row) => {
    const known = knownPastsOf(state);
    const last = sinces.get(row);
    if (last?.known === known) return last.since;
    const next = sinceIn(known, row);
    const since = last !== undefined && JSON.stringify(last.since) === JSON.stringify(next) ? last.since : next;
    sinces.set(row, { known, since });
    return since;
  },
  revision: pastOfRows,
};

export const isJournalRead: OwnValue<[], boolean> = {
  of: ({ state }) => knownPastsOf(state).kind === 'read',
  revision: pastOfRows,
};
