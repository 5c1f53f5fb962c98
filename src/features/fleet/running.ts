import type { RunningPart } from '../../command/feature.ts';
import { followFile } from './console/follow-file.ts';
import { followRules } from './console/follow-rules.ts';
import { header } from './console/header.ts';

/** Compares the fleet file of the profile with the rows while a console runs. */
export const running: RunningPart = {
  state: { kept: ['knownFleet'], header },
  runtime: {
    begun: (state) => ({ ...state, knownFleet: { kind: 'none' } }),
    reads: followFile,
    follows: ({ program, scope }, following) => (program.screen ? followRules({ scope }, following) : {}),
  },
};
