import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { update, withRemote } from '../../store/controller.ts';
import { rotation } from './dialog.ts';
import { rotateKey } from './rotate-key.ts';
import { rotationOpened } from './rotation.ts';

export const screen = {
  dialogs: { rotation },
  place: { after: 'secret' },
  works: [
    [
      rotateKey,
      (controller) => {
        update(controller, rotationOpened);
        withRemote(controller, (remote) => remote.rotateKey?.());
      },
    ],
  ],
} satisfies ScreenParts;
