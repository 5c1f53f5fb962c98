import type { RunningPart } from '../../command/feature.ts';

/** While the map is open all machines are looked at, so that each is read in its turn. */
export const running: RunningPart = {
  state: {
    demands: ({ dialogs }) => (dialogs.some(({ kind }) => kind === 'heatmap') ? { machines: true } : {}),
  },
};
