import { composed } from '../src/command/compose.ts';
import { features } from '../src/features/index.ts';
import { composedPanes } from '../src/resources/panes.ts';
import { withScreen } from '../src/screen/keymap/compose.ts';

/** What all features bring to a state and to the screen, as the console has it. */
export const loadedFeatures = withScreen(
  composed(composedPanes(await features.loadPanes()), await features.loadRunning()),
  await features.loadScreen(),
);
