import { parseDestination, sshArguments } from '../../contract/ssh-destination.ts';
import type { Context } from '../../resources/context.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { ScreenParts, Work } from '../../screen/dialogs/screen.ts';
import { withRemote } from '../../store/controller.ts';
import { liveRows } from '../../store/disabled-reason.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { Session } from './sessions.ts';
import {
  backToSession,
  endSession,
  type Login,
  logIn,
  logInBeside,
  logInToBid,
  loginTo,
  loginToBid,
} from './ssh-login.ts';

/** Opens a session for a row of a pane, if it leads anywhere. */
export const loginFrom =
  <Name extends PaneName>(
    pane: Name,
    where: 'window' | 'split',
    loginOf: (row: Rows[Name], context: Context) => Login | null,
  ): Work =>
  (controller, fid) => {
    const state = controller.store.getState();
    const [row] = fid === null ? [] : liveRows(state, pane, [fid]);
    const login = row === undefined ? null : loginOf(row, liveContextOf(state));
    if (login !== null) withRemote(controller, (remote) => remote.openSsh?.(login, where));
  };

function loginOfSession({ about, instance, destination }: Session): Login {
  const parsed = parseDestination(destination);
  return { fid: about, instance, destination, args: parsed === null ? [] : sshArguments(parsed) };
}

export const screen = {
  works: [
    [logIn, loginFrom('instances', 'window', loginTo)],
    [logInBeside, loginFrom('instances', 'split', loginTo)],
    [logInToBid, loginFrom('bids', 'window', loginToBid)],
    [backToSession, loginFrom('sessions', 'window', loginOfSession)],
    [
      endSession,
      (controller, fid) => {
        if (fid !== null) withRemote(controller, (remote) => remote.endSession?.(fid));
      },
    ],
  ],
} satisfies ScreenParts;
