import { RESTING_VERBS } from '../../changes/change-event.ts';
import { BEHIND_MS, LATE_MS } from '../../changes/newer.ts';
import type { Bid } from '../../contract/bid.ts';
import type { Quota } from '../../contract/extras/quotas.ts';
import type { Instance } from '../../contract/instance.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { Money } from '../../lib/money.ts';
import { isStarting, isStatus } from '../../resources/parts/status.ts';
import { lastChange, NO_PAST, type Pasts, type RowAction, type RowPast, type StatusChange } from './past.ts';
import { type Doer, isNoHigher, type Moment, type Reason, type Witness } from './reason.ts';
import { doerInHistory, type ServiceHistory } from './service-history.ts';

/** The shown lists, and the journal's past of their rows. */
export type Evidence = {
  readonly pasts: Pasts;
  /** Nobody looked then; oldest first. */
  readonly gaps: readonly Interval[];
  readonly bidOf: (fid: string) => Bid | undefined;
  readonly instancesOf: (bid: string) => readonly Instance[];
  /** Whether a bid was requested at a time or later, in milliseconds since 1970. */
  readonly wasRead: (bid: string, from: number) => boolean;
  /** Running bids of the bid's pair, the lowest limit price first. */
  readonly filled: (bid: Bid) => FilledBids;
  /** What the service says beyond its lists; null for nothing. */
  readonly said: (bid: Bid) => Said | null;
  /** Its story as the service tells it; null where it does not. */
  readonly historyOf: (bid: string) => ServiceHistory | null;
};

/** Of a bid's pair and project, each with when it was asked for, in milliseconds since 1970. */
export type Said = {
  readonly price: { readonly value: Money; readonly free: number; readonly readAt: number } | null;
  readonly quota: { readonly value: Quota; readonly readAt: number } | null;
};

export type FilledBids = {
  readonly length: number;
  readonly find: (is: (bid: FilledBid) => boolean) => FilledBid | undefined;
  readonly some: (is: (bid: FilledBid) => boolean) => boolean;
};

/** A filled bid, and since when at this limit price; `-Infinity` for before the journal. */
export type FilledBid = Witness & { readonly fid: string; readonly from: number };

/**
 * How long two bids must stand beside each other to be evidence, in milliseconds: a service decides from time to time,
 * and the rows of one list are not of one moment.
 */
const BESIDE_MS = 20_000;

/** How long before the last list without it an action may have begun: a service acts late, and lists lag. */
const UNDER_WAY_MS = LATE_MS + BEHIND_MS;

const momentOf = ({ at, since }: StatusChange, gaps: readonly Interval[]): Moment => ({
  at,
  since,
  unseen: gaps.filter(({ from }) => from >= at).toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] ?? null,
});

/** When a row got its status; null when the journal does not show it. */
export function sinceOf(
  { fid, status }: { readonly fid: string; readonly status: string | null },
  { pasts, gaps }: Pick<Evidence, 'pasts' | 'gaps'>,
): Moment | null {
  const change = lastChange(pasts.get(fid) ?? NO_PAST);
  // The list may be newer than the journal.
  return change === undefined || change.to !== status || isFirstLook(change) ? null : momentOf(change, gaps);
}

/** Rows of the first list may have been so for long. */
const isFirstLook = ({ from, since }: StatusChange): boolean => from === null && since === null;

/** Null when the bid runs all it wants, or wants nothing. */
export function bidReason(bid: Bid, evidence: Evidence): Reason | null {
  const past = evidence.pasts.get(bid.fid) ?? NO_PAST;
  const since = sinceOf(bid, evidence);
  const { status } = bid;
  if (isStatus(status, 'paused')) return { kind: 'paused', ...doneBy(bid, past, since, evidence, 'pause') };
  if (isStatus(status, 'terminated')) return { kind: 'ended', ...doneBy(bid, past, since, evidence, 'cancel') };
  if (isStatus(status, 'preempting'))
    return {
      kind: 'preempting',
      since,
      limit: amountOf(bid),
      runs: runsBeside(bid, past, evidence),
      said: saidOfMarket(bid, past, since, evidence),
    };
  if (isStatus(status, 'relocating')) return { kind: 'relocating', since, count: 0 };
  if (isStatus(status, 'open')) return openReason(bid, past, since, evidence);
  if (isStatus(status, 'allocated')) return allocatedReason(bid, since, evidence);
  return status === null || status === '' ? { kind: 'not-known', since } : { kind: 'unknown-status', since, status };
}

const amountOf = ({ limit_price }: Bid): Money | null => limit_price?.amount ?? null;

/** Who brought a row into its status, with the action `verb`. */
export function doerOf({ actions, changes }: RowPast, since: Moment | null, verb: string): Doer {
  if (since === null) return { kind: 'not-known' };
  // Others may have changed the row before the action was carried out.
  const before = changes.slice(0, -1).findLast(({ to }) => to === changes.at(-1)?.to);
  const own = actions.filter(({ verb, at }) => RESTING_VERBS.includes(verb) && at <= since.at);
  const last = own.findLast(({ outcome }) => outcome !== 'refused');
  if (last?.verb === verb && last.at >= (since.since ?? since.at) - UNDER_WAY_MS) {
    const isCertain = !mayHaveFailed(last) && last.at >= (before?.at ?? Number.NEGATIVE_INFINITY);
    return isCertain ? last.by : { kind: 'not-known' };
  }
  // Without an earlier list the time before is unknown.
  return since.since === null ? { kind: 'not-known' } : { kind: 'nobody-here' };
}

/** Who did it, with the time of the service where the service alone knows who. */
function doneBy(
  { fid, status }: Bid,
  past: RowPast,
  since: Moment | null,
  { historyOf }: Evidence,
  verb: 'pause' | 'cancel',
) {
  const by = doerOf(past, since, verb);
  const history = by.kind === 'nobody-here' || by.kind === 'not-known' ? historyOf(fid) : null;
  const last = lastChange(past);
  // A list that is newer than the journal may show a later change.
  if (history === null || (last !== undefined && last.to !== status)) return { since, by };
  // Asked before the status was seen, or before the end of a gap, it may lack the last one.
  const askedFrom = Math.max(since?.unseen?.to ?? Number.NEGATIVE_INFINITY, last?.at ?? Number.NEGATIVE_INFINITY);
  if (history.readAt < askedFrom) return { since, by };
  const time = { from: since?.since ?? Number.NEGATIVE_INFINITY, to: since?.unseen?.to ?? since?.at ?? history.readAt };
  const doer = doerInHistory(history, verb === 'pause' ? 'paused' : 'ended', time);
  if (doer === null) return { since, by };
  const moment: Moment = { at: doer.at, since: doer.at, unseen: null };
  return { since: moment, by: { kind: 'person', name: doer.by } as const };
}

const mayHaveFailed = ({ outcome }: RowAction): boolean => outcome === 'sent' || outcome === 'unknown';

function openReason(bid: Bid, past: RowPast, since: Moment | null, evidence: Evidence): Reason {
  const preempted = preemptionBefore(past, evidence.gaps);
  const stopping = preempted === null ? evidence.instancesOf(bid.fid).filter(isStopping).length : 0;
  if (stopping > 0) return { kind: 'stopping', since, count: stopping };
  const said = saidOfMarket(bid, past, since, evidence) ?? saidOfQuota(bid, past, since, evidence);
  if (said !== null) return said;
  const limit = amountOf(bid);
  const open = { kind: 'outbid-or-capacity', since, limit, runs: null, preempted } as const;
  if (limit === null || !evidence.wasRead(bid.fid, Number.NEGATIVE_INFINITY)) return { ...open, isEarly: false };
  if (!evidence.wasRead(bid.fid, waitsFrom(bid, past, evidence) + BESIDE_MS)) {
    const isRepriced = past.repricedAt !== null && preempted !== null && past.repricedAt > preempted.at;
    return preempted === null || isRepriced ? { kind: 'deciding', since } : { ...open, isEarly: true };
  }
  const runs = runsBeside(bid, past, evidence);
  if (runs === null) return { ...open, isEarly: evidence.filled(bid).length > 0 };
  return isNoHigher(runs, limit) ? { kind: 'capacity', since, limit, runs } : { ...open, limit, runs, isEarly: false };
}

/** From when on an answer of the service is about this wait. */
const waitedFrom = (bid: Bid, past: RowPast, since: Moment | null, evidence: Evidence): number =>
  Math.max(waitsFrom(bid, past, evidence), since?.at ?? Number.NEGATIVE_INFINITY);

/**
 * What the service says of price and capacity, from after the bid began to wait: before, the price was another, and the
 * bid may have taken what is free. Null when that explains nothing.
 */
function saidOfMarket(
  bid: Bid,
  past: RowPast,
  since: Moment | null,
  evidence: Evidence,
): Reason<'outbid' | 'no-capacity'> | null {
  const limit = amountOf(bid);
  const { price = null } = evidence.said(bid) ?? {};
  const from = waitedFrom(bid, past, since, evidence);
  if (limit === null || price === null || price.value.sign !== limit.sign || price.readAt < from) return null;
  if (price.value.micros > limit.micros) return { kind: 'outbid', since, limit, price: price.value };
  const { instance_quantity: wanted } = bid;
  const { free, readAt } = price;
  return wanted !== null && free < wanted && readAt >= from + BESIDE_MS
    ? { kind: 'no-capacity', since, limit, price: price.value, free, wanted }
    : null;
}

function saidOfQuota(bid: Bid, past: RowPast, since: Moment | null, evidence: Evidence): Reason | null {
  const { quota = null } = evidence.said(bid) ?? {};
  if (quota === null || quota.readAt < waitedFrom(bid, past, since, evidence) || !isUsedUp(quota.value, bid))
    return null;
  const { used_quantity: used, total_quantity: total, units } = quota.value;
  return { kind: 'quota', since, used, total, units };
}

/** Whether the project may hold no more, or not so many instances where these are counted. */
function isUsedUp({ used_quantity: used, total_quantity: total, units }: Quota, bid: Bid): boolean {
  const isInstances = /instance/i.test(units ?? '');
  return used >= total || (isInstances && used + (bid.instance_quantity ?? 1) > total);
}

const WAITS = ['open', 'preempting'] as const;

/**
 * When a bid began to wait at its limit price, or the end of the last gap. `-Infinity` when the journal does not say,
 * `Infinity` when the list is newer.
 */
function waitsFrom(bid: Bid, { changes, repricedAt }: RowPast, { gaps }: Evidence): number {
  const last = changes.at(-1);
  if (last !== undefined && last.to !== bid.status) return Number.POSITIVE_INFINITY;
  const before = changes.findLastIndex(({ to }) => !WAITS.some((status) => isStatus(to, status)));
  return Math.max(
    changes[before + 1]?.at ?? bid.created_at ?? Number.NEGATIVE_INFINITY,
    repricedAt ?? Number.NEGATIVE_INFINITY,
    gaps.at(-1)?.to ?? Number.NEGATIVE_INFINITY,
  );
}

/** The cheapest bid of the pair running beside a bid for long enough. Null while one with no higher limit may still. */
function runsBeside(bid: Bid, past: RowPast, evidence: Evidence): Witness | null {
  const own = waitsFrom(bid, past, evidence);
  const beside = evidence.filled(bid);
  const found = beside.find(({ fid, from }) =>
    [bid.fid, fid].every((one) => evidence.wasRead(one, Math.max(from, own) + BESIDE_MS)),
  );
  const limit = amountOf(bid);
  if (found === undefined || (!isNoHigher(found, limit) && beside.some((one) => isNoHigher(one, limit)))) return null;
  return { name: found.name, limit: found.limit };
}

function preemptionBefore({ changes }: RowPast, gaps: readonly Interval[]): Moment | null {
  const last = changes.at(-1);
  if (last === undefined || !isStatus(last.to, 'open')) return null;
  if (isStatus(last.from, 'allocated')) return momentOf(last, gaps);
  const before = changes.at(-2);
  return isStatus(last.from, 'preempting') && before !== undefined ? momentOf(before, gaps) : null;
}

const isStopping = ({ status }: Instance): boolean => isStatus(status, 'stopping');

const OVER = ['terminated', 'preempted', 'replaced'] as const;
const isOver = ({ status }: Instance): boolean => OVER.some((name) => isStatus(status, name));

function allocatedReason(bid: Bid, since: Moment | null, { instancesOf, pasts, gaps }: Evidence): Reason | null {
  const live = instancesOf(bid.fid).filter((one) => !isOver(one));
  const wanted = bid.instance_quantity ?? live.length;
  const count = (is: (instance: Instance) => boolean): number => live.filter(is).length;
  const running = count(({ status }) => isStatus(status, 'running'));
  if (running >= wanted) return null;
  // The list of instances can show a preemption before that of bids.
  if (count(({ status }) => isStatus(status, 'preempting')) > 0)
    return { kind: 'preempting', since: null, limit: amountOf(bid), runs: null, said: null };
  const inError = count(({ status }) => isStatus(status, 'error'));
  if (inError > 0) return { kind: 'error', since, count: inError };
  const relocating = count(({ status }) => isStatus(status, 'relocating'));
  if (relocating > 0) return { kind: 'relocating', since, count: relocating };
  const waiting = live.filter(({ status }) => isStarting(status));
  if (waiting.length > 0) {
    const moments = waiting.flatMap((one) => beganAt(pasts.get(one.fid) ?? NO_PAST, gaps) ?? []);
    const slowest = moments.toSorted((a, b) => a.at - b.at).at(0) ?? null;
    const usualMs = usualStart(instancesOf(bid.fid), pasts);
    return { kind: 'starting', since, count: waiting.length, wanted, slowest, usualMs };
  }
  return { kind: 'missing', since, count: wanted - running, wanted };
}

/** Median time of instances to start, in milliseconds; null when the journal shows no whole start. */
function usualStart(instances: readonly Instance[], pasts: Pasts): number | null {
  const times = instances.flatMap(({ fid }) => startTime(pasts.get(fid) ?? NO_PAST) ?? []).toSorted((a, b) => a - b);
  return times.at(Math.floor(times.length / 2)) ?? null;
}

function startTime({ changes }: RowPast): number | null {
  const end = changes.findLastIndex(({ to }) => isStatus(to, 'running'));
  const running = changes[end];
  if (running === undefined) return null;
  const before = changes.slice(0, end);
  const first = before[before.findLastIndex(({ to }) => !isStarting(to)) + 1];
  return first === undefined || isFirstLook(first) ? null : running.at - first.at;
}

function beganAt({ changes }: RowPast, gaps: readonly Interval[]): Moment | null {
  const first = changes[changes.findLastIndex(({ to }) => !isStarting(to)) + 1];
  return first === undefined || isFirstLook(first) ? null : momentOf(first, gaps);
}

const nameOf = ({ name, fid }: Bid): string => name || fid;

export function instanceReason(instance: Instance, evidence: Evidence): Reason | null {
  const bid = instance.bid === null ? undefined : evidence.bidOf(instance.bid);
  const { status } = instance;
  const since = sinceOf(instance, evidence);
  const is = (name: string): boolean => isStatus(status, name);
  if (is('running')) return null;
  if (is('preempting')) {
    const ofBid = bid === undefined ? null : bidReason(bid, evidence);
    if (ofBid?.kind === 'preempting') return ofBid;
    return { kind: 'preempting', since, limit: bid?.limit_price?.amount ?? null, runs: null, said: null };
  }
  if (is('preempted'))
    return {
      kind: 'preempted',
      since,
      bid: bid === undefined ? null : nameOf(bid),
      limit: bid?.limit_price?.amount ?? null,
    };
  if (isStarting(status))
    return {
      kind: 'starting',
      since,
      count: 1,
      wanted: 1,
      slowest: beganAt(evidence.pasts.get(instance.fid) ?? NO_PAST, evidence.gaps),
      usualMs: bid === undefined ? null : usualStart(evidence.instancesOf(bid.fid), evidence.pasts),
    };
  if (is('error')) return { kind: 'error', since, count: 1 };
  if (is('relocating')) return { kind: 'relocating', since, count: 1 };
  if (['stopping', 'stopped', 'paused', 'terminated'].some(is)) {
    const because = bid === undefined ? null : bidReason(bid, evidence);
    if (bid !== undefined && because !== null && (because.kind === 'paused' || because.kind === 'ended'))
      return { kind: 'with-bid', since, bid: nameOf(bid), because };
    return { kind: 'not-known', since };
  }
  return status === null || status === '' ? { kind: 'not-known', since } : { kind: 'unknown-status', since, status };
}
