import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { bidHistory } from './dialog.ts';

export const screen = { dialogs: { history: bidHistory }, place: { after: 'filter' } } satisfies ScreenParts;
