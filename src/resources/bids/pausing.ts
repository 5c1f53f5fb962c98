import type { Bid } from '../../contract/bid.ts';
import type { Context } from '../context.ts';
import { isStatus } from '../parts/status.ts';
import type { Action } from '../resource.ts';
import { pauseImpact, resumeImpact } from './confirm.ts';
import { pauseBid, resumeBid } from './writes.ts';

const labelOf = (bid: Bid): string => bid.name || bid.fid;

/** Why a bid that has ended can't be changed; null for another. */
export const ended = (bid: Bid, verb: string): string | null =>
  isStatus(bid.status, 'terminated') ? `${labelOf(bid)} has ended, so it can't be ${verb}.` : null;

const pausedAlready = (bid: Bid): string | null =>
  isStatus(bid.status, 'paused') ? `${labelOf(bid)} is paused already.` : null;

/** Statuses of bids that have instances or are losing them; a bid with one of them is not paused. */
const HOLDING = ['allocated', 'preempting', 'relocating'];

/** Whether a bid has instances or is losing them, so that it is not paused. */
export const isHolding = ({ status }: Pick<Bid, 'status'>): boolean => HOLDING.some((name) => isStatus(status, name));

/**
 * Whether a bid is known not to be paused. A service need not show pausing in the status (section 3), so an open bid counts
 * only when another bid is listed as paused.
 */
function isNotPaused(bid: Bid, context: Context): boolean {
  if (isHolding(bid)) return true;
  return (
    isStatus(bid.status, 'open') &&
    [...context.rowsOf('bids').values()].some(({ row }) => isStatus(row.status, 'paused'))
  );
}

/** That a bid is not paused, so that there is nothing to resume; null for one that is, or may be. */
const notPaused = (bid: Bid, context: Context): string | null =>
  isNotPaused(bid, context) ? `${labelOf(bid)} is not paused.` : null;

export const pauseAction: Action<Bid> = {
  id: 'pause-bid',
  groupEffect: 'pauses',
  key: 'p',
  label: 'Pause the bid: its instances stop',
  searchWords: ['pause', 'halt', 'stop', 'suspend'],
  hint: 'pause',
  disabledReason: (bid) => ended(bid, 'paused') ?? pausedAlready(bid),
  alreadyDone: pausedAlready,
  effect: { kind: 'write', write: pauseBid, impact: pauseImpact },
};

export const resumeAction: Action<Bid> = {
  id: 'resume-bid',
  groupEffect: 'resumes',
  key: 'r',
  label: 'Resume the bid',
  searchWords: ['resume', 'start', 'unpause', 'continue'],
  hint: 'resume',
  disabledReason: (bid, context) => ended(bid, 'resumed') ?? notPaused(bid, context),
  alreadyDone: notPaused,
  effect: { kind: 'write', write: resumeBid, impact: resumeImpact },
};
