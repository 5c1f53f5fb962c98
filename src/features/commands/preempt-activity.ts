import { shortDuration } from '../../lib/duration.ts';
import { type ActivityRow, SINGLE_EVENT } from '../../resources/activity-row.ts';
import { addActivity, showNotice } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { PreemptedBid } from './journal.ts';

/** Time since a preemption was first seen from which on it is said that its program started late, in milliseconds. */
const LATE_MS = 60_000;

/** Records the end of the operator's `on_preempt` program, which was started at a time for a preemption that began earlier. */
export function hookFinished(
  state: ConsoleState,
  bid: PreemptedBid,
  { began, at }: { readonly began: number; readonly at: number },
  end: { readonly ok: boolean; readonly text: string },
): ConsoleState {
  const late = at - began < LATE_MS ? '' : `, ${shortDuration(at - began)} late`;
  return aboutPreemption(state, bid, at, end.ok ? 'done' : 'refused', `ran for ${bid.label}${late}: ${end.text}`);
}

/** Records that the operator's `on_preempt` program was not run; `why` is a sentence. */
export function hookNotRun(state: ConsoleState, bid: PreemptedBid, at: number, why: string): ConsoleState {
  return aboutPreemption(showNotice(state, why, 'bad'), bid, at, 'refused', `did not run for ${bid.label}: ${why}`);
}

/** Records that the operator's `on_preempt` program waits, because others run. */
export function hookWaits(state: ConsoleState, bid: PreemptedBid, at: number, running: number): ConsoleState {
  return aboutPreemption(state, bid, at, 'seen', `waits for ${bid.label}: ${running} programs are running`);
}

/** Records that the operator's `on_preempt` program waits, because it can't be seen whether another console has started it. */
export function hookLocked(state: ConsoleState, bid: PreemptedBid, at: number): ConsoleState {
  const what = `waits for ${bid.label}: another program has locked the journal`;
  return aboutPreemption(showNotice(state, `on_preempt ${what}.`, 'bad'), bid, at, 'seen', what);
}

/** Records that another console has taken the preemption while it waited here. */
export function hookElsewhere(state: ConsoleState, bid: PreemptedBid, at: number): ConsoleState {
  return aboutPreemption(state, bid, at, 'done', `runs for ${bid.label} in another console`);
}

function aboutPreemption(
  state: ConsoleState,
  { fid }: PreemptedBid,
  at: number,
  outcome: ActivityRow['outcome'],
  what: string,
): ConsoleState {
  return addActivity(state, {
    ...SINGLE_EVENT,
    fid: `hook-${fid}`,
    at,
    since: null,
    from: 'here',
    who: 'operator',
    outcome,
    what: `on_preempt ${what}`,
    about: { pane: 'bids', fid },
  });
}
