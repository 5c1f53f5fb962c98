import type { StoreApi } from 'zustand/vanilla';
import type { Client, Connection } from '../api/client.ts';
import type { RequestLogEntry } from '../api/log-entry.ts';
import type { ConfigSession, LiveSettings } from '../config/session-config.ts';
import type { Journal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import type { Clock } from '../lib/clock.ts';
import { createCollector } from '../machines/collector.ts';
import { simulatedSource } from '../machines/simulated.ts';
import type { SampleSource } from '../machines/source.ts';
import { serviceLists } from '../resources/index.ts';
import type { probe } from '../ssh/probe.ts';
import { createProbeScheduler } from '../ssh/probe-scheduler.ts';
import { showNotice } from '../state/activity.ts';
import type { JournalPort, RemotePort } from '../state/controller.ts';
import { digestParts } from '../state/digest/opening.ts';
import { noteActivity, syncJournal } from '../state/journal-sync.ts';
import { sessionSwitched } from '../state/lists/transitions.ts';
import { isReadable } from '../state/machines.ts';
import { machinesInTurns, machinesOnScreen, watchedInstances } from '../state/panes/on-screen.ts';
import { pauseGroupStore } from '../state/pause-groups.ts';
import { projectOfRow } from '../state/projects.ts';
import { readOnlyReason } from '../state/read-only.ts';
import { rulesReread } from '../state/rules/rules-state.ts';
import { instanceProbed } from '../state/ssh-sessions.ts';
import type { Connected, ConsoleState } from '../state/state.ts';
import { createPoller } from '../state/sync/poller.ts';
import { createWriting } from '../state/sync/write-queue.ts';
import type { LogLine } from '../system/app-log.ts';
import { clientFor } from '../system/request-log.ts';
import { isThroughOthers, type SshWay } from '../system/tmux-ssh.ts';
import { persistViews } from '../system/view-store.ts';
import type { Journals } from './journals.ts';
import { filterFaultLine } from './log-list-errors.ts';
import { readingsWithTicks } from './machine-readings.ts';
import type { Notifier } from './notifications.ts';
import { stopAll } from './parts.ts';
import { type HookRunner, runPreemptHook } from './preempt-hook.ts';
import { retryAfterSessions } from './retry-machines.ts';
import { followRules } from './rules.ts';

/** Requests to the service that keys make. */
export type SessionPort = Pick<
  RemotePort,
  'send' | 'undo' | 'submit' | 'pollNow' | 'signIn' | 'switchProject' | 'showAllProjects'
>;

/** Client, lists, writes and journal of the profile that is shown. Each profile switch makes a new session. */
export type Session = {
  readonly profile: () => ConfigSession;
  /** Applies settings that were read again from the config file. */
  readonly reload: (settings: LiveSettings) => void;
  readonly remote: SessionPort;
  /** Returns the journal; null until it is open. */
  readonly journal: () => JournalPort | null;
  /** Returns the token that the session is signed in with. */
  readonly token: () => string | null;
  /** Connects and starts polling; opens the journal once `beforeJournal` has resolved. */
  readonly start: (beforeJournal: (stopped: Promise<void>) => Promise<void>) => Promise<void>;
  /** Stops everything the session has started; writes under way still report their outcome. */
  readonly stop: () => void;
};

/** Parts that all sessions of a console share. */
export type SessionParts = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  /** Returns the next number of a request or response, in order over all sessions. */
  readonly nextSequence: () => number;
  readonly random: () => number;
  readonly log: LogLine;
  readonly debug: string | null;
  readonly requestEnded: (entry: RequestLogEntry) => void;
  readonly probe: typeof probe;
  /** Makes the source of samples of machines, with the operator's options of `ssh`. */
  readonly machineSource: (way: () => SshWay) => SampleSource;
  readonly journals: Journals;
  readonly hooks: HookRunner;
  readonly notifier: Notifier;
};

export function createSession(first: ConfigSession, parts: SessionParts): Session {
  const { store, clock, nextSequence, random } = parts;
  const { service } = first.storage;
  let profile = first;
  let connection: Connection | null = null;
  let client: Client | null = null;
  let journal: Journal | null = null;
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
    onFilterFault: (list, filter, fault) => parts.log(filterFaultLine(list, filter, fault)),
  });
  const writes = createWriting({
    ...{ store, client: connectedClient, clock, nextSequence, poke: poller.poke },
    answeredLate: (row, project) => {
      if (journal !== null) noteActivity(journal, { service, project }, row);
    },
  });
  const probes = createProbeScheduler({
    ...{ clock, random, probe: parts.probe },
    targets: () => watchedInstances(store.getState()),
    onResult: (fid, found) => change((state) => instanceProbed(state, fid, found)),
  });

  const source: SampleSource = profile.machines.simulated
    ? simulatedSource(clock, (fid) => store.getState().lists.instances.rows.get(fid)?.row)
    : parts.machineSource(() => profile.ssh);
  const readings = readingsWithTicks(store);
  const collector = createCollector({
    ...{ clock, random, source: () => source },
    targets: () => machinesOnScreen(store.getState()),
    rest: () => machinesInTurns(store.getState()),
    exists: (target) => isReadable(store.getState(), target),
    everyMs: () => store.getState().machines.everyMs,
    onEvents: readings.add,
  });

  /** Functions that stop the session's parts, in the order in which the parts were started. */
  const stops: (() => void)[] = [
    ...[poller.stop, probes.stop, collector.stop, readings.stop],
    retryAfterSessions(store, (fid) => collector.retry(fid)),
  ];

  const connect = (to: Connection): void => {
    connection = to;
    client = clientFor(parts, to, {
      onRequest: parts.requestEnded,
      onWarning: (sentence) => change((state) => showNotice(state, sentence, 'warn')),
    });
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
  const showProjects = (to: Partial<Pick<Connected, 'project' | 'allProjects'>>): void =>
    restartPolling(() => change((state) => sessionSwitched(state, { ...state.connected, ...to })));

  const scopeOf = (bid: string): Scope => {
    const state = store.getState();
    return { service, project: projectOfRow(state, 'bids', bid) ?? state.connected.project };
  };
  const shown = (): Scope => ({ service, project: store.getState().connected.project });
  const mayChange = (): boolean => readOnlyReason(store.getState().connected) === null;
  const journalPort = (opened: Journal): JournalPort => ({
    bidEvents: (fid) => {
      const at = scopeOf(fid);
      return { events: opened.of(at, fid, 0), knownSince: opened.knownSince(at, 'bids') };
    },
    digest: (since) => digestParts(opened, service, since, clock.now()),
    pauseGroups: pauseGroupStore(opened, shown()),
    // Holding is always possible; no rule is let go on where nothing may be changed.
    holdRules: (names, why) => (why !== null || mayChange()) && opened.holdRules(shown(), names, why),
    releaseRule: (rule) => mayChange() && opened.releaseRule(shown(), rule),
  });
  const openJournal = async (): Promise<void> => {
    if (stopped) return;
    const opened = await parts.journals.at(first.storage);
    if (stopped || opened === null) return;
    journal = opened;
    stops.push(parts.notifier.begin({ journal, service, targets: () => profile.notify }));
    stops.push(syncJournal({ store, journal, service: () => service, digestAfterMs: first.digestAfterMs }));
    stops.push(
      followRules({
        ...{ store, clock, journal, nextSequence, sendForRule: writes.sendForRule },
        scope: shown,
        rules: () => profile.rules,
      }),
    );
    stops.push(
      runPreemptHook({ store, clock, journal, scopeOf, command: () => profile.onPreempt, hooks: parts.hooks }),
    );
  };

  return {
    profile: () => profile,
    reload: (settings) => {
      profile = { ...profile, ...settings, rules: rulesReread(profile.rules, settings.rules) };
    },
    remote: {
      send: writes.send,
      undo: writes.undo,
      submit: writes.submit,
      pollNow: () => {
        poller.pokeAll();
        collector.retry();
      },
      signIn: (token) => {
        const before = connection;
        if (before !== null) restartPolling(() => connect({ ...before, token }));
      },
      switchProject: (project) => showProjects({ project, allProjects: false }),
      showAllProjects: () => showProjects({ allProjects: true }),
    },
    journal: () => (journal === null ? null : journalPort(journal)),
    token: () => connection?.token ?? null,
    start: async (beforeJournal) => {
      stops.push(persistViews(store, clock, first.storage.views));
      collector.start();
      if (profile.reach && !isThroughOthers(profile.ssh)) probes.start();
      const to = await profile.connection;
      if (stopped) return;
      connect(to);
      profile.onMove?.((next, sentence) => {
        if (stopped) return;
        if (next !== null) restartPolling(() => connect(next));
        change((state) => showNotice(state, sentence, next === null ? 'bad' : 'warn'));
      });
      const { focus } = store.getState();
      poller.start(serviceLists.find((name) => name === focus));
      await beforeJournal(whenStopped);
      await openJournal();
    },
    stop: () => {
      stopped = true;
      resolveStopped();
      stopAll(stops.splice(0));
    },
  };
}
