import { composed } from '../src/command/compose.ts';
import { features } from '../src/features/index.ts';

/** What all features bring to a state, as the program has it. */
export const loadedFeatures = composed(await features.loadRunning());
