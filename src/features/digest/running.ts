import type { RunningPart } from '../../command/feature.ts';
import { RECORDED_MS } from '../money/known-records.ts';
import { timeOf } from './digest.ts';
import { createDigestOpener, digestParts } from './opening.ts';
import { digestAfterMs } from './settings.ts';

/** Opens the digest of an absence in a console, and makes one when the operator asks; it says what bids cost, and at which prices the lost ones would come back. */
export const running: RunningPart = {
  state: {
    demands: ({ dialogs }) => {
      const times = dialogs.flatMap((dialog) => (dialog.kind === 'digest' ? [timeOf(dialog.parts)] : []));
      return { bidRecordsMs: times.length > 0 ? RECORDED_MS : null, spends: times };
    },
  },
  runtime: {
    journal: ({ clock, scope }, journal) => ({
      digest: (since) => digestParts(journal, scope().service, since, clock.now()),
    }),
    follows: ({ program, profile }, following) =>
      createDigestOpener(following, program.screen ? digestAfterMs(profile().own) : null),
  },
};
