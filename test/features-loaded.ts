import { composeFeatures } from '../src/command/feature.ts';
import { features } from '../src/features/index.ts';
import { composedPanes } from '../src/resources/service-actions.ts';
import { withScreen } from '../src/screen/keymap/compose.ts';
import type { Features } from '../src/store/state.ts';

/** What some features bring to a state and to the screen, as the console has it. */
export const loadedFrom = async (list: typeof features): Promise<Features> =>
  withScreen(composeFeatures(composedPanes(await list.loadPanes()), await list.loadRunning()), await list.loadScreen());

/** What all features bring to a state and to the screen, as the console has it. */
export const loadedFeatures = await loadedFrom(features);
