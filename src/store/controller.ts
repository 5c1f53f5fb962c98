import type { StoreApi } from 'zustand/vanilla';
import type { RequestLogEntry } from '../api/log-entry.ts';
import type { Outcome } from '../api/result.ts';
import type { TypedConnection } from '../resources/connection-form.ts';
import type { Made } from '../resources/made.ts';
import type { Write } from '../resources/write.ts';
import { showNotice } from './activity.ts';
import type { RowEvents, RowRef, SettingsPort } from './dialog-state.ts';
import { refusedWithoutService } from './read-only.ts';
import type { ConsoleState } from './state.ts';

/** `note` says what was changed in it. */
type MendedText = { readonly text: string; readonly note: string | null };

/** Effects on the terminal and files. Errors are sentences for the operator. */
export type TerminalPorts = {
  readonly copy: (text: string) => void;
  readonly toShell: () => void;
  /** Redraws the screen over other programs' output. */
  readonly redraw: () => void;
  readonly quit: () => void;
  /** `~` is the home folder. */
  readonly readFile: (path: string) => Promise<Outcome<MendedText, string>>;
  readonly editText: (text: string) => Promise<Outcome<MendedText, string>>;
  /** To a new file for its owner alone; never overwrites. Returns the path. */
  readonly saveFile: (path: string, text: string) => Promise<Outcome<string, string>>;
};

/** Effects on a service and its instances. Features add members. */
export interface RemotePort extends SettingsPort {
  readonly send: (writes: readonly Write[]) => Promise<readonly Write[]>;
  /** Rows changed since are left alone and named. */
  readonly undo: (writes: readonly Write[]) => Promise<void>;
  readonly submit: (write: Write) => Promise<void>;
  /**
   * Sends one of several dependent writes, without a notice. Null when not sent: its row is busy, or the program ends.
   */
  readonly sendNext: (write: Write) => Promise<Made | null>;
  readonly pollNow: () => void;
  readonly signIn: (token: string) => void;
  /** Signs in when the service accepts the typed token. */
  readonly trySignIn: (token: string) => void;
  readonly cancelSignIn: () => void;
  /** Where the profile keeps its own. */
  readonly keepToken: () => void;
  /** Drops the old project's requests under way. */
  readonly switchProject: (project: string) => void;
  readonly showAllProjects: () => void;
  /** A working connection is saved as a profile and shown. */
  readonly connect: (connection: TypedConnection) => void;
  readonly cancelConnect: () => void;
  readonly switchProfile: (name: string) => void;
  readonly requests: () => readonly RequestLogEntry[];
  /** Shows the console some milliseconds ago; absent without a record. */
  readonly toPast?: (ago: number) => void;
}

export interface JournalReaders {
  readonly rowEvents: (row: RowRef) => Promise<RowEvents>;
}

/** Features add calls that change the journal. */
export interface JournalPort extends JournalReaders {}

export type FirstRunPort = {
  readonly openDemo: () => void;
};

/** State and ports for the operator's keys; features add theirs. */
export interface Controller {
  readonly store: StoreApi<ConsoleState>;
  readonly terminal: TerminalPorts;
  /** Null in a recording. */
  readonly remote: RemotePort | null;
  /** Null in a recording, and until the journal is open. */
  readonly journal: JournalPort | null;
  /** A recording has this instead of the journal; null while a service is shown. */
  readonly recorded: JournalReaders | null;
  /** Null once a service is shown. */
  readonly firstRun: FirstRunPort | null;
}

export type Transition = (state: ConsoleState) => ConsoleState;

export function update({ store }: Pick<Controller, 'store'>, transition: Transition): void {
  store.setState(transition(store.getState()), true);
}

export function withRemote(controller: Controller, use: (remote: RemotePort) => unknown): void {
  const { remote } = controller;
  if (remote !== null) use(remote);
  else
    update(controller, (state) =>
      showNotice(state, refusedWithoutService(state, 'no request is sent.') ?? 'There is no service to ask.', 'warn'),
    );
}

export async function rowEvents(
  { journal, recorded }: Pick<Controller, 'journal' | 'recorded'>,
  row: RowRef,
): Promise<RowEvents> {
  return (await (journal ?? recorded)?.rowEvents(row)) ?? { events: [], knownSince: null };
}
