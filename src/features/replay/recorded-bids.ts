import { openJournal } from '../../journal/journal.ts';
import type { Scope } from '../../journal/scope.ts';
import { serviceResources } from '../../resources/index.ts';
import { asciiGlyphs } from '../../resources/parts/glyphs.ts';
import type { Features } from '../../store/features.ts';
import { projectsOf } from '../../store/projects.ts';
import { NOWHERE, startState } from '../../store/start-state.ts';
import type { BidRecord } from '../money/bid-record.ts';
import { createBidRecorder } from '../money/bid-recorder.ts';
import type { Recording } from './read.ts';
import { createTimeline } from './timeline.ts';

/** Size of a screen that nobody sees. */
const SIZE = { columns: 80, rows: 24 };

/** Returns how the bids of a recording stood over time, found as a console finds it, and the time of its last entry. */
export function recordedBids(
  features: Features,
  recording: Recording,
): {
  readonly records: readonly BidRecord[];
  readonly readAt: number;
} {
  const { entries } = recording;
  const timeline = createTimeline(recording, startState(features, NOWHERE, asciiGlyphs, SIZE, entries[0].at));
  let position = timeline.beginning;
  const scopesNow = (): readonly Scope[] =>
    projectsOf(position.state.connected).map((project) => ({ service: 'recording', project }));
  const known = new Map<string, Scope>();
  // In memory: nothing of a recording enters the operator's journal.
  const journal = openJournal(':memory:', () => position.state.now, serviceResources);
  const bids = createBidRecorder({ store: { getState: () => position.state }, journal, scopes: scopesNow });
  for (let next = timeline.step(position); next !== null; next = timeline.step(next)) {
    if (next.session !== position.session) bids.forget();
    position = next;
    for (const scope of scopesNow()) known.set(scope.project, scope);
    bids.record();
  }
  bids.finish();
  const readAt = position.state.now;
  const records = journal.bidRecords([...known.values()], { from: entries[0].at, to: readAt });
  journal.close();
  timeline.end();
  return { records, readAt };
}
