import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { idleBindings } from './idle-bindings.ts';
import { machineBindings } from './machine-bindings.ts';

export const screen = { bindings: [...machineBindings, ...idleBindings] } satisfies ScreenParts;
