import type { AllPanes } from '../resources/panes.ts';
import type { Features } from '../store/features.ts';
import type { LoadedFeatures } from './feature.ts';

/** Makes the value of a state from what all features bring; their records must be complete. */
export function composed(panes: AllPanes, { names, tables, running }: LoadedFeatures): Features {
  return {
    ...panes,
    names,
    tables,
    parts: running.flatMap(({ state }) => state ?? []),
    runtime: running.flatMap(({ runtime }) => runtime ?? []),
    console: running.flatMap((part) => part.console ?? []),
  };
}
