import type { StoreApi } from 'zustand/vanilla';
import type { Exchange } from '../api/exchange.ts';
import type { Outcome } from '../api/outcome.ts';
import type { OwnCommand } from '../resources/own-command.ts';
import type { Login, ServiceList } from '../resources/resource.ts';
import type { Write } from '../resources/write.ts';
import type { ConsoleState } from './console.ts';
import type { Past } from './history.ts';
import type { Replaying } from './replaying.ts';

import type { SetKeeper } from './setting-aside.ts';

/** What reaches beyond the program, handed in from its edge. Failures come as a sentence for the operator. */
export type Effects = {
  /** Puts a text on the terminal's clipboard. */
  readonly copy: (text: string) => void;
  /** Opens a terminal session: in a tmux window of its own, or in this terminal until it ends. */
  readonly openSsh: (login: Login, where: 'window' | 'split') => void;
  /** Ends a session that has a tmux window. */
  readonly endSession: (fid: string) => void;
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

/** What the operator's keys work on. */
export type Desk = {
  readonly store: StoreApi<ConsoleState>;
  /** Sends writes, tells of each how it ended, and of all in one sentence. Answers with those that worked. */
  readonly send: (writes: readonly Write[]) => Promise<readonly Write[]>;
  /** Takes changes back, after their rows were read afresh: what somebody else has changed since is left alone and named. */
  readonly undo: (writes: readonly Write[]) => Promise<void>;
  /** Bids that are paused together; null where nothing can be. */
  readonly sets: SetKeeper | null;
  /** Sends the write of a form and lets the form tell how it ended. */
  readonly submit: (write: Write) => Promise<void>;
  readonly pollNow: () => void;
  /** Signs in with another token: what comes next is asked with it. */
  readonly signIn: (token: string) => void;
  /** Shows another project of the same service; what was under way for the old one is dropped. */
  readonly switchProject: (project: string) => void;
  /** Shows the rows of all projects of the setting at once. */
  readonly showTogether: () => void;
  /** Shows another profile, with its own service, token and guard rails. */
  readonly switchProfile: (name: string) => void;
  /** Runs a program of the operator's own on rows of a pane. */
  readonly runOwn: (command: OwnCommand, pane: ServiceList, fids: readonly string[]) => void;
  /** Ends one that runs in the background. */
  readonly stopRun: (id: number) => void;
  /** The last requests, the newest first. */
  readonly requests: () => readonly Exchange[];
  /** What the journal has of a bid and its instances. */
  readonly past: (fid: string) => Past;
  /** Moves about in a recording; null where none is shown. */
  readonly replay: Replaying | null;
  readonly effects: Effects;
};

/** A transition of the state. */
export type Transition = (state: ConsoleState) => ConsoleState;

export function apply(desk: Desk, transition: Transition): void {
  desk.store.setState(transition(desk.store.getState()), true);
}
