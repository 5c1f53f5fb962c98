import type { StoreApi } from 'zustand/vanilla';
import type { RequestLogEntry } from '../api/log-entry.ts';
import type { Outcome } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { PauseGroupBegun } from '../journal/journal.ts';
import type { PauseGroup } from '../resources/bids/pause-group.ts';
import type { CustomCommand } from '../resources/parts/custom-command.ts';
import type { Login } from '../resources/resource.ts';
import type { Write } from '../resources/write.ts';
import { showNotice } from './activity.ts';
import type { BidEvents } from './dialogs/dialog-state.ts';
import { type ReplayControls, refusedInReplay } from './replay-clock.ts';
import type { ConsoleState } from './state.ts';

/** What keys do to the terminal and to files of this machine. Failures come as a sentence for the operator. */
export type TerminalPorts = {
  /** Puts a text on the terminal's clipboard. */
  readonly copy: (text: string) => void;
  /** Gives the terminal back to the shell until the operator returns to the job. */
  readonly toShell: () => void;
  /** Draws the whole screen anew, over what others wrote to the terminal. */
  readonly redraw: () => void;
  /** Ends the program, with the terminal put back. */
  readonly quit: () => void;
  /** A file's text; `~` is the home folder. */
  readonly readFile: (path: string) => Promise<Outcome<string, string>>;
  /** Lets the operator change a text in an editor of their own, which has the terminal meanwhile. */
  readonly editText: (text: string) => Promise<Outcome<string, string>>;
  /** Saves a secret to a new file that only its owner can read; never over an existing one. Answers with the path. */
  readonly saveSecret: (path: string, text: string) => Promise<Outcome<string, string>>;
};

/** What keys do to a service and to what runs there. */
export type RemotePort = {
  /** Sends writes, tells of each how it ended, and of all in one sentence. Answers with those that worked. */
  readonly send: (writes: readonly Write[]) => Promise<readonly Write[]>;
  /** Takes changes back, after their rows were read afresh: what somebody else has changed since is left alone and named. */
  readonly undo: (writes: readonly Write[]) => Promise<void>;
  /** Sends the write of a form and lets the form tell how it ended. */
  readonly submit: (write: Write) => Promise<void>;
  readonly pollNow: () => void;
  /** Signs in with another token: what comes next is asked with it. */
  readonly signIn: (token: string) => void;
  /** Shows another project of the same service; what was under way for the old one is dropped. */
  readonly switchProject: (project: string) => void;
  /** Shows the rows of all projects of the setting at once. */
  readonly showAllProjects: () => void;
  /** Shows another profile, with its own service, token and guard rails. */
  readonly switchProfile: (name: string) => void;
  /** Runs a program of the operator's own on rows of a pane. */
  readonly runOwn: (command: CustomCommand, pane: ServiceList, fids: readonly string[]) => void;
  /** Ends one that runs in the background. */
  readonly stopRun: (id: number) => void;
  /** Opens a terminal session: in a tmux window of its own, or in this terminal until it ends. */
  readonly openSsh: (login: Login, where: 'window' | 'split') => void;
  /** Ends a session that has a tmux window. */
  readonly endSession: (fid: string) => void;
  /** The last requests, the newest first. */
  readonly requests: () => readonly RequestLogEntry[];
};

/** Bids that were paused together, kept in the journal, so that they outlive the console. */
export type PauseGroupStore = {
  readonly all: () => readonly PauseGroup[];
  readonly begin: (set: PauseGroup) => PauseGroupBegun;
  /** What is left of a group; one without members is deleted. */
  readonly change: (set: PauseGroup) => void;
};

/** What keys read and keep in the journal. */
export type JournalPort = {
  /** What the journal has of a bid and its instances. */
  readonly bidEvents: (fid: string) => BidEvents;
  /** The pause groups of the project that is shown now. */
  readonly pauseGroups: PauseGroupStore;
};

/** What keys do in a recording. */
export type ReplayPort = ReplayControls & Pick<JournalPort, 'bidEvents'>;

/** What the operator's keys work on: the state, and what lies beyond it. A port is null where there is no such thing. */
export type Controller = {
  readonly store: StoreApi<ConsoleState>;
  readonly terminal: TerminalPorts;
  /** Null in a recording: no request can leave. */
  readonly remote: RemotePort | null;
  /** Null in a recording, and until the journal is open. */
  readonly journal: JournalPort | null;
  /** Null where a service is shown. */
  readonly replay: ReplayPort | null;
};

/** A transition of the state. */
export type Transition = (state: ConsoleState) => ConsoleState;

export function update({ store }: Pick<Controller, 'store'>, transition: Transition): void {
  store.setState(transition(store.getState()), true);
}

/** Hands the service's port to `use`; where there is none, the operator is told why nothing was done. */
export function withRemote(controller: Controller, use: (remote: RemotePort) => unknown): void {
  const { remote } = controller;
  if (remote !== null) use(remote);
  else
    update(controller, (state) =>
      showNotice(state, refusedInReplay(state, 'no request is sent.') ?? 'There is no service to ask.', 'warn'),
    );
}

/** The recorded events of a bid and its instances; none while there is neither a journal nor a recording. */
export function bidEvents({ journal, replay }: Controller, fid: string): BidEvents {
  return (journal ?? replay)?.bidEvents(fid) ?? { events: [], knownSince: null };
}
