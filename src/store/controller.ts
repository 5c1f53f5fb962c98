import type { StoreApi } from 'zustand/vanilla';
import type { RequestLogEntry } from '../api/log-entry.ts';
import type { Outcome } from '../api/result.ts';
import type { TypedConnection } from '../resources/connection-form.ts';
import type { Made } from '../resources/made.ts';
import type { Write } from '../resources/write.ts';
import { showNotice } from './activity.ts';
import type { RowEvents } from './dialog-state.ts';
import type { RowRef } from './row-ref.ts';
import { refusedWithoutService } from './shown-instead.ts';
import type { SettingsPort } from './shown-setting.ts';
import type { ConsoleState } from './state.ts';

/** A text that is to be sent, and the sentence that says what was changed in it; null for nothing. */
type MendedText = { readonly text: string; readonly note: string | null };

/** Effects of keys on the terminal and on files of this machine. Errors are sentences for the operator. */
export type TerminalPorts = {
  /** Copies a text to the terminal's clipboard. */
  readonly copy: (text: string) => void;
  /** Suspends the program: the shell has the terminal until the operator resumes the job. */
  readonly toShell: () => void;
  /** Redraws the whole screen, over the output of other programs. */
  readonly redraw: () => void;
  /** Restores the terminal and ends the program. */
  readonly quit: () => void;
  /** Reads a file whose text is to be sent; `~` is the home folder. */
  readonly readFile: (path: string) => Promise<Outcome<MendedText, string>>;
  /** Opens the operator's editor on a text; the editor has the terminal until it ends. */
  readonly editText: (text: string) => Promise<Outcome<MendedText, string>>;
  /** Saves a text to a new file that only its owner can read, never over an existing one. Returns the path. */
  readonly saveFile: (path: string, text: string) => Promise<Outcome<string, string>>;
};

/** Effects of keys on a service and its instances. Features add members of their own, which a console has that has the feature. */
export interface RemotePort extends SettingsPort {
  /** Sends writes, records each outcome, and shows one notice for all. Returns those that succeeded. */
  readonly send: (writes: readonly Write[]) => Promise<readonly Write[]>;
  /** Undoes changes after reading their rows again: rows that somebody else changed since are left alone and named. */
  readonly undo: (writes: readonly Write[]) => Promise<void>;
  /** Sends the write of a form and shows the outcome in the form. */
  readonly submit: (write: Write) => Promise<void>;
  /**
   * Sends one of several writes of which the later ones need the answers to earlier ones, and records its outcome without a notice. Null when
   * it was not sent: its row has a pending write, which a notice says, or the program ends.
   */
  readonly sendNext: (write: Write) => Promise<Made | null>;
  readonly pollNow: () => void;
  /** Signs in with another token, which the next requests use. */
  readonly signIn: (token: string) => void;
  /** Asks the service about a typed token, and signs in with it when it is accepted; the dialog shows the answer. */
  readonly trySignIn: (token: string) => void;
  /** Stops asking about a typed token. */
  readonly cancelSignIn: () => void;
  /** Saves the token in use where the profile keeps its own; the dialog shows what came of it. */
  readonly keepToken: () => void;
  /** Shows another project of the same service; requests under way for the old one are dropped. */
  readonly switchProject: (project: string) => void;
  /** Shows the rows of all projects of the setting at once. */
  readonly showAllProjects: () => void;
  /** Tries a connection and, when it works, saves it as a profile and shows it; otherwise the form shows why. */
  readonly connect: (connection: TypedConnection) => void;
  /** Stops trying a connection; nothing is saved. */
  readonly cancelConnect: () => void;
  /** Shows another profile, with its own service, token and protections. */
  readonly switchProfile: (name: string) => void;
  /** The last requests, the newest first. */
  readonly requests: () => readonly RequestLogEntry[];
  /** Shows the console as it was a number of milliseconds ago; absent where nothing of it is kept. */
  readonly toPast?: (ago: number) => void;
}

/** The journal, as keys read it. Features add members of their own, which are there while their records are. */
export interface JournalReaders {
  /** The journal's events of a row, and of a bid's instances. */
  readonly rowEvents: (row: RowRef) => Promise<RowEvents>;
}

/** The journal, as keys read and change it. Features add what changes it. */
export interface JournalPort extends JournalReaders {}

/** Effects of the first screen of a console without a service. */
export type FirstRunPort = {
  /** Opens the demo in this console. */
  readonly openDemo: () => void;
};

/** The state and the ports that the operator's keys use; features add theirs. A port is null when it is not available. */
export interface Controller {
  readonly store: StoreApi<ConsoleState>;
  readonly terminal: TerminalPorts;
  /** Null in a recording: no request can be sent. */
  readonly remote: RemotePort | null;
  /** Null in a recording, and until the journal is open. */
  readonly journal: JournalPort | null;
  /** What is known in place of the journal, or of it up to the shown time; null while a service is shown. */
  readonly recorded: JournalReaders | null;
  /** Null once a service is shown. */
  readonly firstRun: FirstRunPort | null;
}

/** A transition of the state. */
export type Transition = (state: ConsoleState) => ConsoleState;

export function update({ store }: Pick<Controller, 'store'>, transition: Transition): void {
  store.setState(transition(store.getState()), true);
}

/** Calls `use` with the service's port; without one, a notice explains why nothing was done. */
export function withRemote(controller: Controller, use: (remote: RemotePort) => unknown): void {
  const { remote } = controller;
  if (remote !== null) use(remote);
  else
    update(controller, (state) =>
      showNotice(state, refusedWithoutService(state, 'no request is sent.') ?? 'There is no service to ask.', 'warn'),
    );
}

/** The recorded events of a row, and of a bid's instances; none while there is neither a journal nor a recording. */
export async function rowEvents(
  { journal, recorded }: Pick<Controller, 'journal' | 'recorded'>,
  row: RowRef,
): Promise<RowEvents> {
  return (await (journal ?? recorded)?.rowEvents(row)) ?? { events: [], knownSince: null };
}
