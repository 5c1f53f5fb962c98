import type { ListedRow } from '../../api/result.ts';
import type { RunningConsole } from '../../app/runtime-part.ts';
import type { Cancel } from '../../lib/clock.ts';
import { shortDuration } from '../../lib/duration.ts';
import { describeError } from '../../lib/os-error.ts';
import { SINGLE_EVENT } from '../../resources/rows.ts';
import { addActivity, showNotice } from '../../store/activity.ts';
import { changesBetween } from '../../store/lists/observe.ts';
import { type ConsoleState, type Lists, marksKept, withList } from '../../store/state.ts';
import { endInWords, runInTerminal } from '../../system/run-in-terminal.ts';
import { closePane, goToPane, openPane, panes } from '../../system/tmux.ts';
import type { Session } from './sessions.ts';
import { type Login, type SshWay, sshCommand } from './ssh-login.ts';

/** Interval of looking for open tmux panes, in milliseconds. */
const CHECK_MS = 1000;

declare module '../../store/controller.ts' {
  interface RemotePort {
    /** Opens a session: in a tmux window, or in this terminal until it ends. */
    readonly openSsh?: (login: Login, where: 'window' | 'split') => void;
    /** Ends a session in a tmux window. */
    readonly endSession?: (fid: string) => void;
  }
}

type SessionsConsole = Pick<RunningConsole, 'store' | 'clock' | 'inTmux' | 'suspend'> & {
  readonly way: () => SshWay;
};

/** Opens and lists SSH sessions: one at a time in this terminal, or each in a tmux window. */
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
      // While tmux doesn't answer, its panes count as open.
      check().catch(checkAgain);
    });
  };

  const inTmuxPane = async (login: Login, where: 'window' | 'split'): Promise<void> => {
    const already = open.get(login.destination);
    if (already !== undefined) return goToPane(await already.pane);
    // Stored before tmux answers, so that a second key press opens no second window.
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
    /** Stops looking at tmux. Its sessions go on. */
    stop: (): void => {
      isStopped = true;
      cancelCheck();
    },
  };
}

/** Exit code of `ssh` for its own errors, already explained on the terminal. */
const SSH_FAILED = 255;

/** Waits for Enter in a shell. The program may have left the terminal in any mode. */
const untilEnter = (afterwards: string): string =>
  `stty sane 2>/dev/null; printf '\\033[!p\\033(B\\n%s' 'ssh ended with code ${SSH_FAILED}. Press Enter to ${afterwards}.'; read -r enter`;

/** Runs `ssh` here, and keeps its own errors until Enter. Returns its end in words. */
export async function sshHere(args: readonly string[]): Promise<string> {
  const end = await runInTerminal('ssh', args, 'remote');
  if (end.kind === 'code' && end.code === SSH_FAILED)
    await runInTerminal('/bin/sh', ['-c', untilEnter('go back to spotdeck')], 'tool');
  return endInWords(end);
}

/** Runs `ssh` in a window, and keeps its own errors there until Enter. */
export function sshInWindow(args: readonly string[]): { readonly program: string; readonly args: readonly string[] } {
  // With job control the window shows ssh as its program.
  const script = `set -m; ssh "$@"; [ $? -ne ${SSH_FAILED} ] || { ${untilEnter('close this window')}; }`;
  return { program: '/bin/sh', args: ['-c', script, 'sh', ...args] };
}

export function sessionOpened(state: ConsoleState, session: Session): ConsoleState {
  return withSession(state, session);
}

/** Marks a session as ended; a notice tells how, and all changes since `before`. */
export function sessionEnded(state: ConsoleState, fid: string, ended: string, at: number, before: Lists): ConsoleState {
  const session = state.lists.sessions.rows.get(fid)?.row;
  if (session === undefined || session.endedAt !== null) return state;
  const over = withSession(state, { ...session, endedAt: at, ended });
  const back = `Back from ${session.instance} after ${shortDuration(at - session.startedAt)}: ${ended}.`;
  const changes = changesSince(before, state.lists);
  return showNotice(
    addActivity(over, {
      ...SINGLE_EVENT,
      fid: `ssh-${fid}`,
      at,
      since: null,
      from: 'here',
      who: 'operator',
      outcome: 'done',
      what: `SSH to ${session.instance} for ${shortDuration(at - session.startedAt)}: ${ended}`,
      about: { pane: 'instances', fid: session.about },
    }),
    changes === '' ? back : `${back} Meanwhile: ${changes}.`,
    ended === 'code 0' ? 'plain' : 'warn',
  );
}

/** Counts of changes in words; empty without any. */
function changesSince(before: Lists, now: Lists): string {
  const instances = changesBetween('instances', before, now).map(({ change }) => change);
  const bids = changesBetween('bids', before, now).filter(
    ({ change: { change, field } }) => change === 'changed' && field === 'status',
  ).length;
  const lost = instances.filter(({ change, to }) => change === 'gone' || (change === 'lost' && to === null)).length;
  const gained = instances.filter(({ change }) => change === 'appeared').length;
  return [
    ...(bids === 0 ? [] : [`${bids} bids changed state`]),
    ...(lost === 0 ? [] : [`${lost} instances gone`]),
    ...(gained === 0 ? [] : [`${gained} instances new`]),
  ].join(', ');
}

function withSession(state: ConsoleState, session: Session): ConsoleState {
  const list = state.lists.sessions;
  const listed: ListedRow<Session> = { row: session, raw: JSON.stringify(session) };
  return marksKept(
    withList(state, 'sessions', { ...list, rows: new Map(list.rows).set(session.fid, listed) }),
    'sessions',
  );
}
