import type { RunningPart } from '../../command/feature.ts';
import type { Scope } from '../../journal/scope.ts';
import type { Interval } from '../../lib/intervals.ts';
import { inSlices, type Work } from '../../lib/work.ts';
import type { BidRecords } from '../money/bid-record.ts';
import { spendsInParts } from '../money/cost-history.ts';
import { type BidJournal, bidJournal } from '../money/journal.ts';
import { RECORDED_MS } from '../money/known-records.ts';
import { timeOf } from './digest.ts';
import { createDigestOpener, digestParts } from './opening.ts';
import { digestAfterMs } from './settings.ts';

/** How bids stood in a time, with what it cost known at once then. */
function* recordsOfTime(journal: BidJournal, scopes: readonly Scope[], time: Interval): Work<BidRecords> {
  const records = { records: (yield* journal.bidRecordsInParts(scopes, time)) ?? [], readAt: time.to };
  yield* spendsInParts(records, [time]);
  return records;
}

/** Opens the digest of an absence in a console, and makes one when the operator asks; it says what bids cost, and at which prices the lost ones would come back. */
export const running: RunningPart = {
  state: {
    demands: ({ dialogs }) => {
      const times = dialogs.flatMap((dialog) => (dialog.kind === 'digest' ? [timeOf(dialog.parts)] : []));
      return { bidRecordsMs: times.length > 0 ? RECORDED_MS : null, spends: times };
    },
  },
  runtime: {
    journal: ({ clock, scope, scopes }, journal) => ({
      digest: (since, until) => {
        const parts = digestParts(journal, scope().service, since, until ?? clock.now());
        if (until === null) return parts;
        return parts.map((part) => ({ ...part, events: part.events.filter(({ at }) => at <= until) }));
      },
      digestRecords: (time, found) => {
        inSlices(recordsOfTime(bidJournal(journal), scopes(), time), clock, found);
      },
    }),
    follows: ({ program, profile }, following) =>
      createDigestOpener(following, program.screen ? digestAfterMs(profile().own) : null),
  },
};
