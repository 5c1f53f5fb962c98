import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { digest } from './dialog.ts';

export const screen = { dialogs: { digest }, place: { after: 'sort' } } satisfies ScreenParts;
