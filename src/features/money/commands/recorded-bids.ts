import type { RecordedConsole } from '../../../command/recorded.ts';
import { openJournal } from '../../../journal/journal.ts';
import type { Scope } from '../../../journal/scope.ts';
import { serviceResources } from '../../../resources/index.ts';
import { projectsOf } from '../../../store/projects.ts';
import type { BidRecords } from '../bid-record.ts';
import { createBidRecorder } from '../bid-recorder.ts';
import { bidJournal } from '../journal.ts';
import { tables } from '../tables.ts';

/** How the bids of a recording stood over time, found as a console finds it, and the time of its last entry. */
export function recordedBids({ start, steps }: RecordedConsole): BidRecords {
  let state = start;
  const scopesNow = (): readonly Scope[] =>
    projectsOf(state.connected).map((project) => ({ service: 'recording', project }));
  const known = new Map<string, Scope>();
  // In memory: nothing of a recording enters the operator's journal.
  const journal = bidJournal(openJournal(':memory:', () => state.now, serviceResources, [tables]));
  const bids = createBidRecorder({ store: { getState: () => state }, journal, scopes: scopesNow });
  for (const step of steps) {
    if (step.isOther) bids.forget();
    state = step.state;
    for (const scope of scopesNow()) known.set(scope.project, scope);
    bids.record();
  }
  bids.finish();
  const readAt = state.now;
  const records = journal.bidRecords([...known.values()], { from: start.now, to: readAt });
  journal.close();
  return { records, readAt };
}
