import type { Bid } from '../../contract/bid.ts';
import type { Context } from '../context.ts';
import { labelOf } from '../parts/aliases.ts';
import { listed } from '../parts/joins.ts';
import { isStatus } from '../parts/status.ts';
import type { Action } from '../resource.ts';
import { pauseImpact, resumeImpact } from './confirm.ts';
import { pauseBid, resumeBid } from './writes.ts';

export const ended = (bid: Bid, verb: string): string | null =>
  isStatus(bid.status, 'terminated') ? `${labelOf(bid)} has ended, so it can't be ${verb}.` : null;

const pausedAlready = (bid: Bid): string | null =>
  isStatus(bid.status, 'paused') ? `${labelOf(bid)} is paused already.` : null;

const HOLDING = ['allocated', 'preempting', 'relocating'];

/** Whether a bid has instances or is losing them, so that it is not paused. */
export const isHolding = ({ status }: Pick<Bid, 'status'>): boolean => HOLDING.some((name) => isStatus(status, name));

/**
 * A service need not show pausing in the status (section 3), so an open bid counts only when another is listed as
 * paused.
 */
function isNotPaused(bid: Bid, context: Context): boolean {
  if (isHolding(bid)) return true;
  return isStatus(bid.status, 'open') && listed(context, 'bids').some((other) => isStatus(other.status, 'paused'));
}

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
