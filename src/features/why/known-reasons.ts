import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { keysBetween } from '../../lib/diff-maps.ts';
import { keepLast } from '../../lib/memoize.ts';
import { changedKeys, VersionedMap } from '../../lib/versioned-map.ts';
import type { Context, ContextSource, OwnValue, Revision } from '../../resources/context.ts';
import { instancesByBid } from '../../resources/parts/joins.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { requestedAt } from '../../store/list.ts';
import type { Lists } from '../../store/state.ts';
import { bidReason, type Evidence, type FilledBid, sinceOf } from './bid-reason.ts';
import { instanceReason } from './instance-reason.ts';
import { lastChange, NO_PAST, type Pasts } from './past.ts';
import type { Reason, Since } from './reason.ts';
import { gapsOf, type KnownPasts, knownPastsOf, pastsOf } from './state.ts';

const keyOfPair = ({ instance_type, region, limit_price }: Bid): string =>
  JSON.stringify([instance_type, region, limit_price?.amount?.sign ?? '']);

/** The bids that run and lose nothing, by type, region and currency, the lowest limit price first. */
function filledByPair(
  bids: Iterable<ListedRow<Bid>>,
  byBid: ReturnType<typeof instancesByBid>,
  pasts: Pasts,
): ReadonlyMap<string, readonly FilledBid[]> {
  const found = new Map<string, FilledBid[]>();
  for (const { row } of bids) {
    const limit = row.limit_price?.amount ?? null;
    if (limit === null || !isStatus(row.status, 'allocated')) continue;
    if (byBid.get(row.fid)?.all.some(({ status }) => isStatus(status, 'preempting')) === true) continue;
    const past = pasts.get(row.fid) ?? NO_PAST;
    const last = lastChange(past);
    // The list may be newer than the journal.
    if (last !== undefined && last.to !== row.status) continue;
    const from = Math.max(last?.at ?? Number.NEGATIVE_INFINITY, past.repricedAt ?? Number.NEGATIVE_INFINITY);
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
const NO_INSTANCES: readonly Instance[] = [];

const lastFilled = keepLast<ReadonlyMap<string, readonly FilledBid[]>>();

/** The evidence in some lists, and in what the journal has of their rows. */
export function evidenceIn(lists: Lists, pasts: Pasts, gaps: Evidence['gaps']): Evidence {
  const { rows } = lists.bids;
  const byBid = instancesByBid(lists.instances);
  return {
    pasts,
    gaps,
    bidOf: (fid) => rows.get(fid)?.row,
    instancesOf: (bid) => byBid.get(bid)?.all ?? NO_INSTANCES,
    readAt: (bid) => requestedAt(lists.bids, bid),
    filled: (bid) =>
      lastFilled([rows, byBid, pasts], () => filledByPair(rows.values(), byBid, pasts)).get(keyOfPair(bid)) ?? NO_BIDS,
  };
}

type Reasons = ReadonlyMap<string, Reason>;

/** Money is exact, in numbers that JSON does not have. */
const keyOf = (reason: Reason): string =>
  JSON.stringify(reason, (_, value) => (typeof value === 'bigint' ? value.toString() : value));

/** What a reason follows from, and whether it follows from nothing else: then it holds while this is the same. */
type Found = {
  readonly inputs: readonly unknown[];
  readonly holds: boolean;
  readonly key: string;
  readonly reason: Reason | null;
};

/** Reasons that follow from the row, its past and its bid alone, not from other bids or from the pasts of several rows. */
const ALONE: readonly Reason['kind'][] = ['paused', 'ended', 'preempted', 'with-bid', 'unknown-status', 'not-known'];

/** The lists and the past that reasons follow from. */
type Read = { readonly lists: Lists; readonly pasts: Pasts; readonly gaps: Evidence['gaps'] };

/** The fids of the rows that differ between two versions of a list. */
const keysIn = (before: Lists['bids' | 'instances'], now: Lists['bids' | 'instances']): readonly string[] =>
  keysBetween<unknown>(before.rows, now.rows, now.delta);

/** The bids, and the rows with a past, whose reasons may differ between two readings; null for all. */
function touchedBetween(
  before: Read,
  now: Read,
): { readonly bids: readonly string[]; readonly pasts: readonly string[] } | null {
  if (before.gaps !== now.gaps) return null;
  const pasts = changedKeys(before.pasts, now.pasts);
  return {
    bids: [
      ...keysIn(before.lists.bids, now.lists.bids),
      ...changedKeys(instancesByBid(before.lists.instances), instancesByBid(now.lists.instances)),
      ...pasts,
    ],
    pasts,
  };
}

/**
 * Finds the reasons of rows. Those that run, or rest, are looked at again only when something of them has changed. What is as before is the
 * same object, and so is the map, so that nothing is drawn or sorted again.
 */
function createReasons<Row extends { readonly fid: string }>(
  listOf: (lists: Lists) => { readonly rows: ReadonlyMap<string, ListedRow<Row>> },
  of: (row: Row, evidence: Evidence) => Reason | null,
  inputsOf: (row: Row, evidence: Evidence) => readonly unknown[],
  /** The rows whose inputs may differ between two readings; null for all. */
  touched: (before: Read, now: Read) => Iterable<string> | null,
) {
  const found = new Map<string, Found>();
  let known = VersionedMap.of<Reason>(new Map());
  const foundOf = (row: Row, evidence: Evidence): Found => {
    const last = found.get(row.fid);
    const inputs = inputsOf(row, evidence);
    if (last?.holds === true && last.inputs.every((input, n) => input === inputs[n])) return last;
    const reason = of(row, evidence);
    const key = reason === null ? '' : keyOf(reason);
    const holds = reason === null || ALONE.includes(reason.kind);
    const next = { inputs, holds, key, reason: last?.key === key ? last.reason : reason };
    found.set(row.fid, next);
    return next;
  };
  /** Rows whose reasons follow from more than their inputs. */
  const open = new Set<string>();
  let last: Read | null = null;
  const find = (evidence: Evidence, read: Read): Reasons => {
    const { rows } = listOf(read.lists);
    const changed = last === null ? null : touched(last, read);
    last = read;
    const edits: [fid: string, reason: Reason | undefined][] = [];
    for (const fid of changed === null ? new Set([...rows.keys(), ...found.keys()]) : new Set([...changed, ...open])) {
      const row = rows.get(fid)?.row;
      const { reason, holds } = row === undefined ? { reason: null, holds: true } : foundOf(row, evidence);
      if (row === undefined) found.delete(fid);
      if (holds) open.delete(fid);
      else open.add(fid);
      edits.push([fid, reason ?? undefined]);
    }
    known = known.with(edits);
    return known;
  };
  const kept = keepLast<Reasons>();
  // The evidence is another one when something of the reading is.
  return (evidence: Evidence, read: Read): Reasons => kept([evidence], () => find(evidence, read));
}

const lastEvidence = keepLast<Evidence>();
const evidenceOf = ({ state, lists }: ContextSource): Evidence => {
  const [pasts, gaps] = [pastsOf(state), gapsOf(state)];
  // The lists and not their rows: what is said depends on when these were requested, too.
  return lastEvidence([lists.bids, lists.instances, pasts, gaps], () => evidenceIn(lists, pasts, gaps));
};

const reasonsOfBids = createReasons(
  ({ bids }) => bids,
  bidReason,
  (bid, { pasts, gaps, instancesOf }) => [bid, pasts.get(bid.fid), gaps, instancesOf(bid.fid)],
  (before, now) => touchedBetween(before, now)?.bids ?? null,
);
const reasonsOfInstances = createReasons(
  ({ instances }) => instances,
  instanceReason,
  (instance, { pasts, gaps, bidOf }) => [
    instance,
    pasts.get(instance.fid),
    gaps,
    instance.bid === null ? undefined : bidOf(instance.bid),
    instance.bid === null ? undefined : pasts.get(instance.bid),
  ],
  (before, now) => {
    const changed = touchedBetween(before, now);
    if (changed === null) return null;
    const byBid = instancesByBid(now.lists.instances);
    return [
      ...keysIn(before.lists.instances, now.lists.instances),
      ...changed.pasts,
      ...changed.bids.flatMap((bid) => (byBid.get(bid)?.all ?? []).map(({ fid }): string => fid)),
    ];
  },
);

const reasonsIn =
  (reasons: typeof reasonsOfBids) =>
  (source: ContextSource): Reasons =>
    reasons(evidenceOf(source), {
      lists: source.lists,
      pasts: pastsOf(source.state),
      gaps: gapsOf(source.state),
    });

const ofBids = { of: reasonsIn(reasonsOfBids) } satisfies Revision;
const ofInstances = { of: reasonsIn(reasonsOfInstances) } satisfies Revision;

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
export const sinceOfRow = (row: AnyRow, { own }: Pick<Context, 'own'>): Since => own(sinceInPast, row.fid, row);

function sinceIn(known: KnownPasts, row: AnyRow): Since {
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

const sinces = new WeakMap<AnyRow, { readonly known: KnownPasts; readonly since: Since }>();

const sinceInPast: OwnValue<[fid: string, row: AnyRow], Since> = {
  // The same object while it says the same, so that nothing is drawn again.
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

/** Whether the journal was read. */
export const isJournalRead: OwnValue<[], boolean> = {
  of: ({ state }) => knownPastsOf(state).kind === 'read',
  revision: pastOfRows,
};
