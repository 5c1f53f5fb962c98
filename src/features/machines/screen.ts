import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { loginFrom } from '../ssh/begin-login.ts';
import { idleBindings } from './idle-bindings.ts';
import { machineBindings } from './machine-bindings.ts';
import { logInToMachine, logInToMachineBeside, loginToMachine } from './pane/work.ts';

export const screen = {
  bindings: [...machineBindings, ...idleBindings],
  works: [
    [logInToMachine, loginFrom('machines', 'window', loginToMachine)],
    [logInToMachineBeside, loginFrom('machines', 'split', loginToMachine)],
  ],
} satisfies ScreenParts;
