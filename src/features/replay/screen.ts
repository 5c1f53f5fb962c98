import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { replayBindings } from './bindings.ts';

export const screen = { bindings: replayBindings } satisfies ScreenParts;
