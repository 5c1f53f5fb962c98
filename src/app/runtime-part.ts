import type { StoreApi } from 'zustand/vanilla';
import type { ForeignReads } from '../api/client.ts';
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

/** What a feature tells the operator. Features add members for their own commands. */
export interface RuntimeReport {
  /** For a program without a screen; null to print nothing. */
  readonly line: string | null;
  /** Adds it to the activity list. `id` is unique in this program. */
  readonly added: (state: ConsoleState, id: number) => ConsoleState;
  /** The same on a screen, which shows more of it. */
  readonly shown: (state: ConsoleState, id: number) => ConsoleState;
}

export type RuntimeAccess = {
  readonly program: Program;
  readonly store: StoreApi<ConsoleState>;
  readonly change: (transition: Transition) => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly nextSequence: () => number;
  /** Variables at the start, secret ones included. */
  readonly environment: Environment;
  /** Agents only rehearse: nothing is sent or kept. */
  readonly rehearses: boolean;
  /** The profile with the settings as last read. */
  readonly profile: () => ProfileConfig;
  readonly token: () => string | null;
  /** Reads beyond the interface, while no list waits; null until the address is known. */
  readonly foreign: () => ForeignReads | null;
  readonly signIn: (token: string) => void;
  readonly mayChange: () => boolean;
  /** Sends an agent's write once; the operator can't undo it. */
  readonly sendForAgent: (write: Write) => Promise<FinishedWrite>;
  /** In the journal: the shown project, all shown ones, and a row's. */
  readonly scope: () => Scope;
  readonly scopes: () => readonly Scope[];
  readonly scopeOf: (list: ServiceList, fid: string) => Scope;
  readonly report: (report: RuntimeReport) => void;
};

export type OwnReads = {
  /** Reads at once instead of waiting. */
  readonly again?: () => void;
  readonly stop?: () => void;
};

/** `ofAgents` is another one when agents only rehearse. */
export type OpenJournals = { readonly journal: AsyncJournal; readonly ofAgents: AsyncJournal };

/** A feature's work on the journal, apart from following it. */
export type OwnWork = {
  /** Stops with the reading. */
  readonly stop?: () => void;
  /** Resolves when its pending request has its outcome; until then the journal follows the lists. */
  readonly end?: () => Promise<void>;
};

/** A feature's work in a runtime, in stages. Within a stage the order is that of the features. */
export type RuntimePart = {
  readonly begun?: (state: ConsoleState, profile: ProfileConfig, program: Program) => ConsoleState;
  /** Begins before the service is known; its reading stops first. */
  readonly reads?: (running: RuntimeAccess) => OwnReads;
  /** Begins with the open journal, before this program writes to it. The result runs after the last write. */
  readonly sends?: (running: RuntimeAccess, journal: AsyncJournal) => () => Promise<void>;
  readonly journal?: (running: RuntimeAccess, journal: AsyncJournal) => Partial<JournalPort>;
  readonly follows?: (running: RuntimeAccess, following: FollowerAccess) => Follower;
  /** Begins once the journal follows the lists. */
  readonly acts?: (running: RuntimeAccess, journals: OpenJournals) => OwnWork;
  readonly reread?: (before: LiveSettings, next: LiveSettings) => LiveSettings;
  readonly applied?: (state: ConsoleState, settings: LiveSettings) => ConsoleState;
};

/** The shown profile's runtime, replaced on a switch. */
export type ShownRuntime = {
  readonly profile: () => ProfileConfig;
  readonly token: () => string | null;
  readonly remote: Pick<RemotePort, 'signIn' | 'pollNow'>;
};

export type RunningConsole = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  readonly runtime: () => ShownRuntime;
  readonly inTmux: boolean;
  /** Hands the terminal to another program until it ends. */
  readonly suspend: (meanwhile: () => Promise<void>) => Promise<void>;
  readonly controller: () => Controller;
  /** Draws another state and gives it the keys, while the console goes on behind; null ends that. */
  readonly show: (other: Controller | null) => void;
  readonly given: Readonly<Record<string, unknown>>;
};

export type ConsolePart = {
  readonly begun?: Transition;
  readonly remote?: Partial<RemotePort>;
  /** Its work in each runtime of the console, apart from its own part. */
  readonly runtime?: RuntimePart;
  /** Begins before the first frame. Its result runs after the terminal is back. */
  readonly behind?: () => () => void | Promise<void>;
  /** Runs before the terminal is back. */
  readonly stop?: () => void | Promise<void>;
  /** Lines for the shell, at the end. */
  readonly lines?: () => readonly string[];
};

export const begunWith = (state: ConsoleState, profile: ProfileConfig, program: Program): ConsoleState =>
  state.features.runtime.reduce((next, { begun }) => begun?.(next, profile, program) ?? next, state);

declare module '../store/state.ts' {
  interface Features {
    /** Empty in a program that ends at once. */
    readonly runtime: readonly RuntimePart[];
    /** @throws {CommandFailure} when a given option can't be followed. */
    readonly console: readonly ((console: RunningConsole) => ConsolePart)[];
  }
}
