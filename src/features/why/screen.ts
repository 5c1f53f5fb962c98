import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { keyNamed } from '../../store/state.ts';
import { storyTab } from './story-tab.ts';

export const screen = {
  moved: [
    {
      command: 'incidents',
      key: 'H',
      says: (state) =>
        `Incidents are lines of Activity (${keyNamed(state, 'pane-activity', '7')}); ${keyNamed(state, 'digest', 'W')} shows what is still out.`,
    },
  ],
  rowTabs: [storyTab],
} satisfies ScreenParts;
