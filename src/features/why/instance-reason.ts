import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { isStarting, isStatus } from '../../resources/parts/status.ts';
import { beganAt, bidReason, type Evidence, sinceOf, usualStart } from './bid-reason.ts';
import { NO_PAST } from './past.ts';
import type { Reason } from './reason.ts';

const nameOf = ({ name, fid }: Bid): string => name || fid;

/** Why an instance does not run; null when it does. */
export function instanceReason(instance: Instance, evidence: Evidence): Reason | null {
  const bid = instance.bid === null ? undefined : evidence.bidOf(instance.bid);
  const { status } = instance;
  const since = sinceOf(instance, evidence);
  const is = (name: string): boolean => isStatus(status, name);
  if (is('running')) return null;
  if (is('preempting')) {
    const ofBid = bid === undefined ? null : bidReason(bid, evidence);
    if (ofBid?.kind === 'preempting') return ofBid;
    return { kind: 'preempting', since, limit: bid?.limit_price?.amount ?? null, runs: null };
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
