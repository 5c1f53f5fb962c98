import type { StoreApi } from 'zustand/vanilla';
import type { ForeignLists } from '../api/client.ts';
import type { LiveSettings, ProfileConfig } from '../config/profile-config.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { AsyncJournal } from '../journal/async-journal.ts';
import type { Scope } from '../journal/scope.ts';
import type { Clock } from '../lib/clock.ts';
import type { Write } from '../resources/write.ts';
import type { Controller, JournalPort, RemotePort, Transition } from '../store/controller.ts';
import type { Follower, FollowerAccess } from '../store/journal-sync.ts';
import type { ConsoleState } from '../store/state.ts';
import type { FinishedWrite } from '../store/writes/finished-write.ts';
import type { Environment } from '../system/terminal.ts';
import type { Program } from './programs.ts';

/** What a feature tells the operator. Members that features add say the same to their own commands. */
export interface RuntimeReport {
  /** A sentence for a program without a screen; null when it prints nothing of this. */
  readonly line: string | null;
  /** Adds it to the activity list. `id` is a number that no other report of this program has. */
  readonly added: (state: ConsoleState, id: number) => ConsoleState;
  /** The same on a screen, which shows more of it. */
  readonly shown: (state: ConsoleState, id: number) => ConsoleState;
}

/** A runtime as a feature sees it that does something while it runs. */
export type RuntimeAccess = {
  readonly program: Program;
  readonly store: StoreApi<ConsoleState>;
  readonly change: (transition: Transition) => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly nextSequence: () => number;
  /** Variables at the start, those of secrets too. */
  readonly environment: Environment;
  /** Whether agents only rehearse: nothing is sent for them, and nothing of it is kept. */
  readonly rehearses: boolean;
  /** The profile with the settings that were read last. */
  readonly profile: () => ProfileConfig;
  readonly token: () => string | null;
  /** Reads lists of the service that the interface does not have; null until its address is known. */
  readonly foreignLists: () => ForeignLists | null;
  readonly signIn: (token: string) => void;
  /** Whether the operator may change something here now. */
  readonly mayChange: () => boolean;
  /** Sends the write of an agent once: it is no change that the operator can undo. */
  readonly sendForAgent: (write: Write) => Promise<FinishedWrite>;
  /** The service in the journal with the project that is shown, all that are shown, and that of a row. */
  readonly scope: () => Scope;
  readonly scopes: () => readonly Scope[];
  readonly scopeOf: (list: ServiceList, fid: string) => Scope;
  readonly report: (report: RuntimeReport) => void;
};

/** What a feature reads by itself while a runtime runs. */
export type OwnReads = {
  /** Reads at once what it waits with. */
  readonly again?: () => void;
  readonly stop?: () => void;
};

/** The journal of a runtime, and the one in which agents keep what they do: another one when they only rehearse. */
export type OpenJournals = { readonly journal: AsyncJournal; readonly ofAgents: AsyncJournal };

/** What a feature does with the journal beside following it. */
export type OwnWork = {
  /** Stops at once, with what reads. */
  readonly stop?: () => void;
  /** Ends; resolves when its request that is under way has its outcome. Until then the journal follows the lists. */
  readonly end?: () => Promise<void>;
};

/** What a feature does while a runtime runs, in stages. The parts of a stage begin in the order of the features. */
export type RuntimePart = {
  /** The state with which a program begins with a profile. */
  readonly begun?: (state: ConsoleState, profile: ProfileConfig, program: Program) => ConsoleState;
  /** Begins before the service is known. What it reads stops first of all. */
  readonly reads?: (running: RuntimeAccess) => OwnReads;
  /**
   * Begins once the journal is open, before this program writes to it. The function that ends it is called when nothing more is written,
   * and the journal is closed once it has resolved.
   */
  readonly sends?: (running: RuntimeAccess, journal: AsyncJournal) => () => Promise<void>;
  /** What keys have of its records in the journal. */
  readonly journal?: (running: RuntimeAccess, journal: AsyncJournal) => Partial<JournalPort>;
  /** Follows the lists and the journal. */
  readonly follows?: (running: RuntimeAccess, following: FollowerAccess) => Follower;
  /** Begins once the journal follows the lists. */
  readonly acts?: (running: RuntimeAccess, journals: OpenJournals) => OwnWork;
  /** Settings that were read again as this program goes on with them. */
  readonly reread?: (before: LiveSettings, next: LiveSettings) => LiveSettings;
  /** The state of a console with settings that were read again. */
  readonly applied?: (state: ConsoleState, settings: LiveSettings) => ConsoleState;
};

/** The runtime of a profile as a part of the console sees it. Another one takes its place when the operator switches the profile. */
export type ShownRuntime = {
  readonly profile: () => ProfileConfig;
  readonly token: () => string | null;
  readonly remote: Pick<RemotePort, 'signIn' | 'pollNow'>;
};

/** The console as a feature sees it that has something for all its profiles. */
export type RunningConsole = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  /** The runtime of the profile that is shown. */
  readonly runtime: () => ShownRuntime;
  /** Whether the terminal is a pane of tmux. */
  readonly inTmux: boolean;
  /** Hands the terminal to another program until it ends. */
  readonly suspend: (meanwhile: () => Promise<void>) => Promise<void>;
  /** What the operator's keys act on. */
  readonly controller: () => Controller;
  /** Draws another state in place of the console's, and gives it the keys, while the console goes on behind it; null shows the console again. */
  readonly show: (other: Controller | null) => void;
  /** Options of the command line that features have added to the console. */
  readonly given: Readonly<Record<string, unknown>>;
};

/** What a feature has in a console for all its profiles. */
export type ConsolePart = {
  /** The state before the first frame. */
  readonly begun?: Transition;
  /** What keys have of it. */
  readonly remote?: Partial<RemotePort>;
  /** What it does in each runtime of the console, beside the feature's own part. */
  readonly runtime?: RuntimePart;
  /** Begins before the first frame. What it returns stops after the terminal is given back, in the order of the features; it is awaited. */
  readonly behind?: () => () => void | Promise<void>;
  /** Stops before the terminal is given back. */
  readonly stop?: () => void | Promise<void>;
  /** What the shell gets to know once everything has stopped. */
  readonly lines?: () => readonly string[];
};

/** The state with which a program begins with a profile. */
export const begunWith = (state: ConsoleState, profile: ProfileConfig, program: Program): ConsoleState =>
  state.features.runtime.reduce((next, { begun }) => begun?.(next, profile, program) ?? next, state);

declare module '../store/features.ts' {
  interface Features {
    /** What the features do in each runtime; nothing in a program that ends at once. */
    readonly runtime: readonly RuntimePart[];
    /** What the features have in a console. @throws {CommandFailure} when an option that was given can't be followed. */
    readonly console: readonly ((console: RunningConsole) => ConsolePart)[];
  }
}
