// app: the runtime that every running program starts, and the console on it.

import type { StoreApi } from 'zustand/vanilla';
import type { Client, Connection, ForeignReads, RenewToken } from '../api/client.ts';
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
import { readOnlyReason } from '../store/read-only.ts';
import type { ConnectionState, ConsoleState } from '../store/state.ts';
import { projectOfRow, projectsOf } from '../store/state.ts';
import { profileSwitched, timePassed } from '../store/transitions.ts';
import { foreignReads } from '../sync/foreign-reads.ts';
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

export type ServicePort = Pick<
  RemotePort,
  'send' | 'undo' | 'submit' | 'sendNext' | 'pollNow' | 'signIn' | 'switchProject' | 'showAllProjects'
>;

/** The program ends, or shows another profile in its store. */
export type Stop = 'ended' | 'switched';

/** One profile while a program runs it: client, lists, writes, journal and features. */
export type Runtime<Profile extends ProfileConfig = ReloadableConfig> = {
  readonly profile: () => Profile;
  readonly reload: (settings: LiveSettings) => void;
  readonly remote: ServicePort;
  readonly journal: () => JournalPort | null;
  readonly token: () => string | null;
  /** Tries another token with a few reads. Null if it works. */
  readonly tryToken: (token: string, signal: AbortSignal) => Promise<FieldIssue | null>;
  /** Connects, opens the journal and reads. With `beforeJournal` it reads first, and opens the journal after that. */
  readonly start: (beforeJournal?: (stopped: Promise<void>) => Promise<void>) => Promise<void>;
  /** Resolves when pending writes of agents have an outcome and the features have ended: the journal may close. */
  readonly stop: (how: Stop) => Promise<void>;
};

export type Reports = {
  readonly request: (entry: RequestLogEntry) => void;
  /** About the log of requests. */
  readonly warning: (sentence: string) => void;
  readonly filterFault: FilterFaultListener;
  /** Called once the journal is open; without a screen, before any reading. */
  readonly journalOpened: (journals: OpenJournals) => void | Promise<void>;
  /** New events of the journal, also those of others. */
  readonly events: (events: readonly JournalEvent[]) => void;
  readonly said: (report: RuntimeReport) => void;
};

export type RuntimeParts = {
  readonly program: Program;
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  /** In order over all runtimes. */
  readonly nextSequence: () => number;
  readonly random: () => number;
  readonly debug: string | null;
  readonly journals: Journals;
  readonly features: readonly RuntimePart[];
  /** Variables at the start, secret ones included. */
  readonly environment: Environment;
  readonly rehearses: boolean;
  readonly reports: Reports;
  /** For a program that ends during a change; others wait for the answer. */
  readonly leaving?: Pick<Departure, 'signal' | 'writeEnded' | 'writesLeft'>;
};

export function createRuntime<Profile extends ProfileConfig>(first: Profile, parts: RuntimeParts): Runtime<Profile> {
  const { program, store, clock, nextSequence, random, reports, features } = parts;
  const { service } = first.storage;
  let profile = first;
  let connection: Connection | null = null;
  let client: (Client & ForeignReads) | null = null;
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
  const stopReading: (() => void)[] = [poller.stop];
  let readings: readonly OwnReads[] = [];
  const readAgain = (): void => {
    for (const { again } of readings) again?.();
  };
  let sync: JournalSync | null = null;
  /** Ends that wait for an answer: before the journal stops following the lists, and after. */
  let endActing = async (): Promise<void> => undefined;
  let endSending = async (): Promise<void> => undefined;

  /** Whether changes are refused. Agents' changes are each judged by the profile too. */
  const isReadOnly = (to: Connection): boolean => {
    if (program.sends === 'nothing' || parts.rehearses) return true;
    const { readOnly, readOnlyBy } = profile.connected;
    // An allowed agent acts in a profile made read-only by the config file.
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
      // This looks for the console's own API keys again.
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

  /** Stops polling, makes a change, and polls every list. */
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
    foreign: () => client && foreignReads(client, poller),
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
        opened.ask(journalRecords, 'ofRows', [{ scope: at, fid }], 0),
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
    // A rehearsal leaves no trace in the journal.
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

  /** Ends all use of the journal, even after errors. Until then it follows the store, for agents' pending writes. */
  const endJournal = async (how: Stop): Promise<void> => {
    const ended = endActing();
    try {
      if (how === 'ended') await ended;
      // Later records of others are printed too.
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

/** How the token's place is read again; null if it can't change. */
const tokenReader = (source: TokenSource | null): 'program' | 'store' | null =>
  source === null ? null : source.kind === 'command' ? 'program' : 'store';

/** The journal of a rehearsal. */
const NOT_KEPT = { path: ':memory:', service: '', fresh: false };
