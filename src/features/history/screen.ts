import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { bidEvents, update } from '../../store/controller.ts';
import { bidHistory } from './dialog.ts';
import { historyOpened } from './history.ts';
import { showHistory } from './work.ts';

export const screen = {
  dialogs: { history: bidHistory },
  place: { after: 'filter' },
  works: [
    [
      showHistory,
      (controller, fid) => {
        if (fid === null) return;
        const events = bidEvents(controller, fid);
        update(controller, (now) => historyOpened(now, fid, events));
      },
    ],
  ],
} satisfies ScreenParts;
