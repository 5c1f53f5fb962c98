import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { pastBindings, replayBindings } from './bindings.ts';

export const screen = { bindings: [...replayBindings, ...pastBindings] } satisfies ScreenParts;
