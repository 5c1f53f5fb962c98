import type { RunningConsole } from '../../app/runtime-part.ts';
import type { Cancel } from '../../lib/clock.ts';
import { describeError } from '../../lib/os-error.ts';
import { showNotice } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';
import { closePane, goToPane, openPane, panes } from '../../system/tmux.ts';
import { sessionEnded, sessionOpened } from './sessions-state.ts';
import type { Login } from './ssh-login.ts';
import { type SshWay, sshCommand, sshHere, sshInWindow } from './tmux-ssh.ts';

/** Interval at which tmux is asked for its open panes, in milliseconds. */
const CHECK_MS = 1000;

declare module '../../store/controller.ts' {
  interface RemotePort {
    /** Opens a terminal session: in a tmux window of its own, or in this terminal until it ends. */
    readonly openSsh?: (login: Login, where: 'window' | 'split') => void;
    /** Ends a session that has a tmux window. */
    readonly endSession?: (fid: string) => void;
  }
}

/** The console from which sessions are opened. */
type SessionsConsole = Pick<RunningConsole, 'store' | 'clock' | 'inTmux' | 'suspend'> & {
  readonly way: () => SshWay;
};

/** Opens SSH sessions and lists them: one at a time in this terminal, or each in a tmux window. */
export function createSessions({ store, clock, way, inTmux, suspend }: SessionsConsole) {
  /** Open tmux panes by destination. */
  const open = new Map<string, { readonly fid: string; readonly pane: Promise<string> }>();
  let count = 0;
  let cancelCheck: Cancel = () => undefined;
  let isStopped = false;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const opened = ({ fid: about, instance, destination }: Login): string => {
    count += 1;
    const fid = `session-${count}`;
    change((state) =>
      sessionOpened(state, { fid, about, instance, destination, startedAt: clock.now(), endedAt: null, ended: null }),
    );
    return fid;
  };
  const ended = (fid: string, how: string): void =>
    change((state) => sessionEnded(state, fid, how, clock.now(), state.lists));

  const inThisTerminal = async (login: Login): Promise<void> => {
    let how = 'not started';
    const fid = opened(login);
    const { lists } = store.getState();
    await suspend(async () => {
      how = await sshHere(sshCommand(way(), login.args));
    });
    change((state) => sessionEnded(state, fid, how, clock.now(), lists));
  };

  const check = async (): Promise<void> => {
    const panesNow = await panes();
    for (const [destination, { fid, pane }] of open) {
      if (panesNow.has(await pane)) continue;
      open.delete(destination);
      ended(fid, 'window closed');
    }
    checkAgain();
  };

  const checkAgain = (): void => {
    if (open.size === 0 || isStopped) return;
    cancelCheck = clock.after(CHECK_MS, () => {
      // While tmux can't be asked, its panes count as open until the next check.
      check().catch(checkAgain);
    });
  };

  const inTmuxPane = async (login: Login, where: 'window' | 'split'): Promise<void> => {
    const already = open.get(login.destination);
    if (already !== undefined) return goToPane(await already.pane);
    // Stored before tmux has answered, so that a second key press opens no second window.
    const pane = openPane({
      position: where === 'window' ? { kind: 'window', name: login.instance } : { kind: 'split' },
      ...sshInWindow(sshCommand(way(), login.args)),
      kind: 'remote',
      values: {},
    });
    const fid = opened(login);
    open.set(login.destination, { fid, pane });
    try {
      await pane;
      if (open.size === 1) checkAgain();
    } catch (error) {
      open.delete(login.destination);
      ended(fid, 'not started');
      throw error;
    }
  };

  const endPane = async (fid: string): Promise<void> => {
    const session = [...open.values()].find((open) => open.fid === fid);
    if (session !== undefined) await closePane(await session.pane);
  };

  return {
    end: (fid: string): void => {
      endPane(fid).catch((error: unknown) =>
        change((state) => showNotice(state, `The session was not ended: ${describeError(error)}.`, 'bad')),
      );
    },
    open: (login: Login, where: 'window' | 'split'): void => {
      const opening = inTmux ? inTmuxPane(login, where) : inThisTerminal(login);
      opening.catch((error: unknown) =>
        change((state) =>
          showNotice(state, `No session was opened to ${login.instance}: ${describeError(error)}.`, 'bad'),
        ),
      );
    },
    /** Looks no longer whether sessions in tmux go on; they do. */
    stop: (): void => {
      isStopped = true;
      cancelCheck();
    },
  };
}
