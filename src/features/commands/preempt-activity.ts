import type { Bid } from '../../contract/bid.ts';
import { type ActivityRow, SINGLE_EVENT } from '../../resources/activity-row.ts';
import { addActivity, showNotice } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';

/** Records the end of the operator's `on_preempt` program. */
export function hookFinished(
  state: ConsoleState,
  bid: Bid,
  at: number,
  end: { readonly ok: boolean; readonly text: string },
): ConsoleState {
  const what = `on_preempt ran for ${bid.name || bid.fid}: ${end.text}`;
  return aboutPreemption(state, bid, at, end.ok ? 'done' : 'refused', what);
}

/** Records that the operator's `on_preempt` program was not run; `why` is a sentence. */
export function hookNotRun(state: ConsoleState, bid: Bid, at: number, why: string): ConsoleState {
  const what = `on_preempt did not run for ${bid.name || bid.fid}: ${why}`;
  return aboutPreemption(showNotice(state, why, 'bad'), bid, at, 'refused', what);
}

function aboutPreemption(
  state: ConsoleState,
  { fid }: Bid,
  at: number,
  outcome: ActivityRow['outcome'],
  what: string,
): ConsoleState {
  const about = { pane: 'bids', fid } as const;
  return addActivity(state, {
    ...SINGLE_EVENT,
    fid: `hook-${fid}`,
    at,
    since: null,
    from: 'here',
    who: 'operator',
    outcome,
    what,
    about,
  });
}
