import type { RunningPart } from '../../command/feature.ts';
import { holdFleetIn } from './console/console-hold.ts';
import { runGoesOn } from './console/fleet-run.ts';
import { followFile } from './console/follow-file.ts';
import { followPauses } from './console/follow-pauses.ts';
import { header } from './console/header.ts';

/** Compares the fleet file of the profile with the rows while a console runs. */
export const running: RunningPart = {
  state: { kept: ['knownFleet', 'fleetRun'], header, goesOn: runGoesOn },
  runtime: {
    begun: (state) => ({ ...state, knownFleet: { kind: 'none' } }),
    reads: followFile,
    journal: (access, journal) => ({ holdFleet: holdFleetIn(journal, access) }),
    follows: ({ program, scope }, following) => (program.screen ? followPauses({ scope }, following) : {}),
  },
};
