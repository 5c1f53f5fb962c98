import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { rotation } from './dialog.ts';

export const screen = { dialogs: { rotation }, place: { after: 'secret' } } satisfies ScreenParts;
