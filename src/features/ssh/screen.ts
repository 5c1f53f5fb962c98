import { parseDestination, sshArguments } from '../../contract/ssh-destination.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { withRemote } from '../../store/controller.ts';
import { loginFrom } from './begin-login.ts';
import type { Session } from './session-row.ts';
import { type Login, loginTo, loginToBid } from './ssh-login.ts';
import { backToSession, endSession, logIn, logInBeside, logInToBid } from './work.ts';

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
