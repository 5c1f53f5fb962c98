import type { Context } from '../../resources/context.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { Work } from '../../screen/dialogs/screen.ts';
import { withRemote } from '../../store/controller.ts';
import { liveRows } from '../../store/disabled-reason.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { Login } from './ssh-login.ts';

/** Logs in to where a row of a pane leads to; nothing happens when that is null. */
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
