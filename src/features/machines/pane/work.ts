import type { Context } from '../../../resources/context.ts';
import type { OwnWork } from '../../../resources/resource.ts';
import { type Login, loginTo } from '../../ssh/ssh-login.ts';
import type { MachineRow } from '../machine-row.ts';
import { instanceOf } from './shown.ts';

/** Logs in to the instance of a machine, in a window of its own in tmux. */
export const logInToMachine: OwnWork = { needs: 'instance' };
/** Logs in to the instance of a machine, in a split of the tmux window. */
export const logInToMachineBeside: OwnWork = { needs: 'instance' };

/** The login to the instance of a machine; null when that is not in the list. */
export function loginToMachine(row: MachineRow, context: Context): Login | null {
  const instance = instanceOf(row, context);
  return instance === undefined ? null : loginTo(instance);
}
