import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import { keepLast, memoizeLast } from '../../lib/memoize.ts';
import type { Context, ContextSource, OwnValue, Revision } from '../../resources/context.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { requestedAt } from '../../store/list.ts';
import type { Lists } from '../../store/state.ts';
import { bidReason, type Evidence, type FilledBid, sinceOf } from './bid-reason.ts';
import { instanceReason } from './instance-reason.ts';
import { lastChange, NO_PAST, type Pasts } from './past.ts';
import type { Reason, Since } from './reason.ts';
import { gapsOf, knownPastsOf, pastsOf } from './state.ts';

const keyOfPair = ({ instance_type, region, limit_price }: Bid): string =>
  JSON.stringify([instance_type, region, limit_price?.amount?.sign ?? '']);

/** The bids that run, by type, region and currency, the lowest limit price first. */
function filledByPair(bids: Iterable<ListedRow<Bid>>, pasts: Pasts): ReadonlyMap<string, readonly FilledBid[]> {
  const found = new Map<string, FilledBid[]>();
  for (const { row } of bids) {
    const limit = row.limit_price?.amount ?? null;
    if (limit === null || !isStatus(row.status, 'allocated')) continue;
    const past = pasts.get(row.fid) ?? NO_PAST;
    const from = Math.max(
      lastChange(past)?.at ?? Number.NEGATIVE_INFINITY,
      past.repricedAt ?? Number.NEGATIVE_INFINITY,
    );
    const key = keyOfPair(row);
    const known = found.get(key);
    const filled = { fid: row.fid, name: row.name || row.fid, limit, from };
    if (known === undefined) found.set(key, [filled]);
    else known.push(filled);
  }
  for (const all of found.values()) all.sort((a, b) => (a.limit.micros < b.limit.micros ? -1 : 1));
  return found;
}

const NO_BIDS: readonly FilledBid[] = [];

/** The evidence in some lists, and in what the journal has of their rows. */
export function evidenceIn(lists: Lists, pasts: Pasts, gaps: Evidence['gaps']): Evidence {
  const byBid = instancesByBid(lists.instances);
  const filled = filledByPair(lists.bids.rows.values(), pasts);
  return {
    pasts,
    gaps,
    bidOf: (fid) => lists.bids.rows.get(fid)?.row,
    instancesOf: (bid) => byBid.get(bid)?.all ?? [],
    readAt: (bid) => requestedAt(lists.bids, bid),
    filled: (bid) => filled.get(keyOfPair(bid)) ?? NO_BIDS,
  };
}

type Reasons = ReadonlyMap<string, Reason>;

/** Money is exact, in numbers that JSON does not have. */
const keyOf = (reason: Reason): string =>
  JSON.stringify(reason, (_, value) => (typeof value === 'bigint' ? value.toString() : value));

/** Finds the reasons of rows. What is as before is the same object, and so is the map, so that nothing is drawn or sorted again. */
function createReasons<Row extends { readonly fid: string }>(of: (row: Row, evidence: Evidence) => Reason | null) {
  let keys = new Map<string, string>();
  let known: Reasons = new Map();
  return memoizeLast((rows: ReadonlyMap<string, ListedRow<Row>>, evidence: Evidence): Reasons => {
    const [nextKeys, next] = [new Map<string, string>(), new Map<string, Reason>()];
    for (const { row } of rows.values()) {
      const reason = of(row, evidence);
      if (reason === null) continue;
      const key = keyOf(reason);
      nextKeys.set(row.fid, key);
      next.set(row.fid, (keys.get(row.fid) === key ? known.get(row.fid) : undefined) ?? reason);
    }
    const isAsBefore = next.size === known.size && [...next].every(([fid, reason]) => known.get(fid) === reason);
    keys = nextKeys;
    if (!isAsBefore) known = next;
    return known;
  });
}

const lastEvidence = keepLast<Evidence>();
const evidenceOf = ({ state, lists }: ContextSource): Evidence => {
  const [pasts, gaps] = [pastsOf(state), gapsOf(state)];
  // The lists and not their rows: what is said depends on when these were requested, too.
  return lastEvidence([lists.bids, lists.instances, pasts, gaps], () => evidenceIn(lists, pasts, gaps));
};

const reasonsOfBids = createReasons(bidReason);
const reasonsOfInstances = createReasons(instanceReason);

const ofBids = { of: (source) => reasonsOfBids(source.lists.bids.rows, evidenceOf(source)) } satisfies Revision;
const ofInstances = {
  of: (source) => reasonsOfInstances(source.lists.instances.rows, evidenceOf(source)),
} satisfies Revision;

/** Why a bid does not run what it wants; null when it does. */
export const whyBid: OwnValue<[bid: string], Reason | null> = {
  of: (source, bid) => ofBids.of(source).get(bid) ?? null,
  revision: ofBids,
};

/** Why an instance does not run; null when it does. */
export const whyInstance: OwnValue<[instance: string], Reason | null> = {
  of: (source, instance) => ofInstances.of(source).get(instance) ?? null,
  revision: ofInstances,
};

const pastOfRows = { of: ({ state }) => pastsOf(state) } satisfies Revision;

const NOT_KNOWN: Since = { kind: 'not-known' };

type AnyRow = { readonly fid: string; readonly status: string | null; readonly created_at: number | null };

/** Since when a row has its status, as far as the journal shows it. */
export function sinceOfRow(row: AnyRow, { own }: Context): Since {
  const known = own(knownPasts);
  if (known.kind === 'none') return NOT_KNOWN;
  const moment = sinceOf(row, known);
  if (moment !== null) return { kind: 'seen', ...moment };
  // No change was seen since the journal began, or since the row was made.
  const change = lastChange(known.pasts.get(row.fid) ?? NO_PAST);
  if (change !== undefined && change.to === row.status) return { kind: 'at-least', at: change.at };
  return change === undefined && known.since !== null
    ? { kind: 'at-least', at: Math.max(known.since, row.created_at ?? known.since) }
    : NOT_KNOWN;
}

const knownPasts: OwnValue<[], ReturnType<typeof knownPastsOf>> = {
  of: ({ state }) => knownPastsOf(state),
  revision: pastOfRows,
};
