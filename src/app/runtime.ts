// app: the runtime that every running program starts, and the console on it.

import type { StoreApi } from 'zustand/vanilla';
import type { Client, Connection, ForeignLists, RenewToken } from '../api/client.ts';
import type { RequestLogEntry } from '../api/log-entry.ts';
import type { FieldIssue } from '../api/result.ts';
import type { JournalEvent } from '../changes/change-event.ts';
import { replaceableSource } from '../config/profile.ts';
import type { LiveSettings, ProfileConfig, ReloadableConfig } from '../config/profile-config.ts';
import type { TokenSource } from '../config/token.ts';
import { tryConnection } from '../config/try-connection.ts';
import { type AsyncJournal, journalRecords } from '../journal/async-journal.ts';
import type { Scope } from '../journal/scope.ts';
import type { Clock } from '../lib/clock.ts';
import { isServiceList, serviceLists } from '../resources/index.ts';
import { showNotice } from '../store/activity.ts';
import type { JournalPort, RemotePort } from '../store/controller.ts';
import { type FollowerAccess, type JournalSync, noteActivity, syncJournal } from '../store/journal-sync.ts';
import { projectOfRow, projectsOf } from '../store/projects.ts';
import { readOnlyReason } from '../store/read-only.ts';
import type { ConnectionState, ConsoleState } from '../store/state.ts';
import { profileSwitched, timePassed } from '../store/transitions.ts';
import type { FilterFaultListener } from '../sync/parts/part-requests.ts';
import { createPoller } from '../sync/poller.ts';
import { createWriting } from '../sync/write-queue.ts';
import { clientFor } from '../system/request-log.ts';
import type { Environment } from '../system/terminal.ts';
import { persistViews } from '../system/view-store.ts';
import type { Journals } from './journals.ts';
import type { Departure } from './leaving.ts';
import { readAfterSleep, stopAll } from './parts.ts';
import type { Program } from './programs.ts';
import type { OpenJournals, OwnReads, RuntimeAccess, RuntimePart, RuntimeReport } from './runtime-part.ts';
import { watchToken } from './watch-token.ts';

/** Requests to the service that keys make. */
export type ServicePort = Pick<
  RemotePort,
  'send' | 'undo' | 'submit' | 'sendNext' | 'pollNow' | 'signIn' | 'switchProject' | 'showAllProjects'
>;

/** How a runtime stops: its program ends, or shows another profile in the same store. */
export type Stop = 'ended' | 'switched';

/**
 * One profile while a program runs it: client, lists, writes, journal, and what the features do. Every program starts one; a console a new
 * one for each switch of the profile.
 */
export type Runtime<Profile extends ProfileConfig = ReloadableConfig> = {
  readonly profile: () => Profile;
  /** Applies settings that were read again from the config file. */
  readonly reload: (settings: LiveSettings) => void;
  readonly remote: ServicePort;
  /** The journal; null until it is open. */
  readonly journal: () => JournalPort | null;
  /** The token that it is signed in with. */
  readonly token: () => string | null;
  /** Asks the service about another token, with a few reads. Returns what is wrong; null when it works. */
  readonly tryToken: (token: string, signal: AbortSignal) => Promise<FieldIssue | null>;
  /**
   * Connects, opens the journal and begins to read. A console gives `beforeJournal`: it then reads first, and opens the journal once that
   * has resolved.
   */
  readonly start: (beforeJournal?: (stopped: Promise<void>) => Promise<void>) => Promise<void>;
  /**
   * Stops everything it has started. Resolves when the write of an agent that was under way has its outcome and the features have ended,
   * after which the journal may be closed. Writes of the operator that are under way still report their outcome.
   */
  readonly stop: (how: Stop) => Promise<void>;
};

/** What a runtime tells its program. What differs between programs is what they print of it. */
export type Reports = {
  readonly request: (entry: RequestLogEntry) => void;
  /** A sentence about the log of requests. */
  readonly warning: (sentence: string) => void;
  readonly filterFault: FilterFaultListener;
  /** Called once the journal is open, before anything is read from the service unless the program has a screen. */
  readonly journalOpened: (journals: OpenJournals) => void | Promise<void>;
  /** New events of the journal, of this program and of others. */
  readonly events: (events: readonly JournalEvent[]) => void;
  /** What features tell the operator. */
  readonly said: (report: RuntimeReport) => void;
};

/** What all runtimes of a program share. */
export type RuntimeParts = {
  readonly program: Program;
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  /** The next number of a request or response, in order over all runtimes. */
  readonly nextSequence: () => number;
  readonly random: () => number;
  readonly debug: string | null;
  readonly journals: Journals;
  /** What the features do, in their order. */
  readonly features: readonly RuntimePart[];
  /** Variables at the start, those of secrets too. */
  readonly environment: Environment;
  /** Whether agents only rehearse: nothing is sent for them, and nothing of it is kept. */
  readonly rehearses: boolean;
  readonly reports: Reports;
  /** What a program that ends while a change is under way does; without it the answer is waited for. */
  readonly leaving?: Pick<Departure, 'signal' | 'writeEnded' | 'writesLeft'>;
};

export function createRuntime<Profile extends ProfileConfig>(first: Profile, parts: RuntimeParts): Runtime<Profile> {
  const { program, store, clock, nextSequence, random, reports, features } = parts;
  const { service } = first.storage;
  let profile = first;
  let connection: Connection | null = null;
  let client: (Client & ForeignLists) | null = null;
  let journal: AsyncJournal | null = null;
  let stopped = false;
  let resolveStopped = (): void => undefined;
  const whenStopped = new Promise<void>((resolve) => {
    resolveStopped = resolve;
  });
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const connectedClient = (): Client => {
    if (client === null) throw new Error('The service is asked before its address is known.');
    return client;
  };

  const poller = createPoller({
    store,
    client: connectedClient,
    clock,
    pace: () => profile.pace,
    nextSequence,
    random,
    onFilterFault: reports.filterFault,
  });
  const writes = createWriting({
    store,
    client: connectedClient,
    clock,
    nextSequence,
    poke: poller.poke,
    ...(parts.leaving === undefined
      ? {}
      : { signal: parts.leaving.signal, onEnded: parts.leaving.writeEnded, onLeft: parts.leaving.writesLeft }),
    answeredLate: (row, project) => {
      if (journal !== null) noteActivity(journal, { service, project }, row);
    },
  });
  /** Functions that stop what reads from the service and elsewhere, or starts programs. */
  const stopReading: (() => void)[] = [poller.stop];
  /** What features read by themselves. */
  let readings: readonly OwnReads[] = [];
  const readAgain = (): void => {
    for (const { again } of readings) again?.();
  };
  let sync: JournalSync | null = null;
  /** What ends only when a request has its answer: before the journal stops following the lists, and after. */
  let endActing = async (): Promise<void> => undefined;
  let endSending = async (): Promise<void> => undefined;

  /** Whether this program may send changes with a connection. Those of agents are each judged by the profile, too. */
  const isReadOnly = (to: Connection): boolean => {
    if (program.sends === 'nothing' || parts.rehearses) return true;
    const { readOnly, readOnlyBy } = profile.connected;
    // An agent that is allowed to acts in a profile that the config file makes read-only.
    return program.sends === 'of-agents' ? readOnly && readOnlyBy?.kind !== 'config' : to.readOnly;
  };
  const mayChange = (): boolean => readOnlyReason(store.getState().connected) === null;

  const say = (sentence: string, tone?: 'bad'): void =>
    reports.said({ line: sentence, added: (state) => state, shown: (state) => showNotice(state, sentence, tone) });
  const renewToken: RenewToken = async (refused) => {
    const asked = connection;
    const chance = (await asked?.renewToken?.(refused)) ?? { token: null, why: null };
    if (connection === asked && asked !== null && chance.token !== null && chance.token !== refused) {
      connection = { ...asked, token: chance.token };
      // The change has the API keys of this console looked for again.
      change((state) => ({ ...state, connected: { ...state.connected, hasToken: true } }));
      say(RENEWED);
    }
    return chance;
  };
  const connect = (to: Connection): void => {
    connection = to;
    client = clientFor(
      parts,
      { ...to, readOnly: isReadOnly(to), renewToken },
      { onRequest: reports.request, onWarning: reports.warning },
    );
    const { baseUrl: origin, token } = to;
    change((state) => ({ ...state, connected: { ...state.connected, origin, hasToken: token !== null } }));
  };

  /** Stops the poller, makes a change, and polls every list again. */
  const restartPolling = (change: () => void): void => {
    poller.stop();
    change();
    poller.start();
    poller.pokeAll();
  };
  const signIn = (token: string): void => {
    const before = connection;
    if (before !== null) restartPolling(() => connect({ ...before, token }));
  };
  const showProjects = (to: Partial<Pick<ConnectionState, 'project' | 'allProjects'>>): void =>
    restartPolling(() => change((state) => profileSwitched(state, { ...state.connected, ...to })));

  const shown = (): Scope => ({ service, project: store.getState().connected.project });
  const running: RuntimeAccess = {
    program,
    store,
    change,
    clock,
    random,
    nextSequence,
    mayChange,
    environment: parts.environment,
    rehearses: parts.rehearses,
    report: reports.said,
    profile: () => profile,
    token: () => connection?.token ?? null,
    foreignLists: () => client,
    signIn,
    sendForAgent: writes.sendForAgent,
    scope: shown,
    scopes: () => projectsOf(store.getState().connected).map((project) => ({ service, project })),
    scopeOf: (list, fid) => ({ service, project: projectOfRow(store.getState(), list, fid) ?? shown().project }),
  };
  const journalPort = (opened: AsyncJournal): JournalPort => {
    const rowEvents: JournalPort['rowEvents'] = async ({ pane, fid }) => {
      const at = isServiceList(pane) ? running.scopeOf(pane, fid) : shown();
      const [events, knownSince] = await Promise.all([
        opened.ask(journalRecords, 'of', at, fid, 0),
        opened.ask(journalRecords, 'knownSince', at, isServiceList(pane) ? pane : 'bids'),
      ]);
      return { events, knownSince };
    };
    let port: JournalPort = { rowEvents };
    for (const { journal } of features) port = { ...port, ...journal?.(running, opened) };
    return port;
  };

  const beginJournal = async (): Promise<void> => {
    if (stopped || !program.journal) return;
    const opened = await parts.journals.at(first.storage);
    // What agents only rehearse leaves no trace in the journal.
    const ofAgents = parts.rehearses ? await parts.journals.at(NOT_KEPT) : opened;
    if (stopped || opened === null || ofAgents === null) return;
    journal = opened;
    const journals = { journal: opened, ofAgents };
    const sending = features.flatMap(({ sends }) => sends?.(running, opened) ?? []);
    endSending = async () => void (await Promise.all(sending.map((end) => end())));
    sync = syncJournal({
      store,
      journal,
      service: () => service,
      onEvents: reports.events,
      followers: features.flatMap(({ follows }) =>
        follows === undefined ? [] : [(following: FollowerAccess) => follows(running, following)],
      ),
    });
    await sync.begun;
    if (stopped) return;
    const acting = features.flatMap(({ acts }) => acts?.(running, journals) ?? []);
    endActing = async () => void (await Promise.all(acting.map(({ end }) => end?.())));
    stopReading.push(...acting.flatMap(({ stop }) => stop ?? []));
    await reports.journalOpened(journals);
  };

  /**
   * Ends what uses the journal, each part even when another one fails. Until an agent's write has its outcome the journal follows the store,
   * unless that shows another profile.
   */
  const endJournal = async (how: Stop): Promise<void> => {
    const ended = endActing();
    try {
      if (how === 'ended') await ended;
      // What others have recorded since the last tick is printed, too.
      if (how === 'ended' && !program.screen) {
        change((state) => timePassed(state, clock.now()));
        await sync?.settled();
      }
    } finally {
      try {
        sync?.stop();
      } finally {
        await Promise.all([ended, endSending()]);
      }
    }
  };

  const startPolling = (): void => {
    const { focus } = store.getState();
    poller.start(program.screen ? serviceLists.find((name) => name === focus) : program.reads[0]);
    stopReading.push(readAfterSleep(store, () => restartPolling(readAgain)));
  };

  return {
    profile: () => profile,
    reload: (settings) => {
      const before = profile;
      const next = features.reduce((own, { reread }) => reread?.(before, own) ?? own, settings);
      profile = { ...before, ...next };
      change((state) => ({ ...state, pace: next.pace, connected: { ...state.connected, own: next.own } }));
    },
    remote: {
      send: writes.send,
      undo: writes.undo,
      submit: writes.submit,
      sendNext: writes.sendNext,
      pollNow: () => {
        poller.pokeAll();
        readAgain();
      },
      signIn,
      switchProject: (project) => showProjects({ project, allProjects: false }),
      showAllProjects: () => showProjects({ allProjects: true }),
    },
    journal: () => (journal === null ? null : journalPort(journal)),
    token: () => connection?.token ?? null,
    tryToken: async (token, signal) => {
      const { project } = store.getState().connected;
      const to = { ...(connection ?? (await profile.connection)), token, renewToken: null, readOnly: true, project };
      const client = clientFor(parts, to, { onRequest: reports.request, onWarning: reports.warning });
      return tryConnection(client, to, signal);
    },
    start: async (beforeJournal) => {
      change((state) => ({ ...state, pace: profile.pace }));
      if (program.screen) stopReading.push(persistViews(store, clock, first.storage.views));
      readings = features.flatMap(({ reads }) => reads?.(running) ?? []);
      stopReading.push(...readings.flatMap(({ stop }) => stop ?? []));
      stopReading.push(
        watchToken({
          store,
          place: () => tokenReader(replaceableSource(profile.kept)),
          token: running.token,
          renewToken: async (refused) => (await connection?.renewToken?.(refused)) ?? { token: null, why: null },
          found: (token) => {
            signIn(token);
            say(RENEWED);
          },
          failed: (why) => say(why, 'bad'),
        }),
      );
      const to = await profile.connection;
      if (stopped) return;
      connect(to);
      if (beforeJournal === undefined) {
        await beginJournal();
        if (!stopped) startPolling();
        return;
      }
      startPolling();
      await beforeJournal(whenStopped);
      await beginJournal();
    },
    stop: async (how) => {
      stopped = true;
      resolveStopped();
      try {
        stopAll(stopReading.splice(0));
      } finally {
        await endJournal(how);
      }
    },
  };
}

const RENEWED = 'The key of this profile was replaced; signed in with the new one.';

/** What reads the place of a token again; null when nothing can change there. */
const tokenReader = (source: TokenSource | null): 'program' | 'store' | null =>
  source === null ? null : source.kind === 'command' ? 'program' : 'store';

/** The journal in which agents keep what nobody reads afterwards. */
const NOT_KEPT = { path: ':memory:', service: '', fresh: false };
