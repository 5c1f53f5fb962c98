// app: the runtime that every running program starts, and the console on it.

import type { StoreApi } from 'zustand/vanilla';
import type { Client, Connection } from '../api/client.ts';
import type { RequestLogEntry } from '../api/log-entry.ts';
import type { JournalEvent } from '../changes/change-event.ts';
import type { ConfigSession, LiveSettings, ProfileSession } from '../config/session-config.ts';
import { type HookRunner, runPreemptHook } from '../features/commands/preempt-hook.ts';
import { onPreempt } from '../features/commands/settings.ts';
import { digestParts } from '../features/digest/opening.ts';
import { digestAfterMs } from '../features/digest/settings.ts';
import { readingsWithTicks } from '../features/machines/machine-readings.ts';
import { isReadable, machinesRead } from '../features/machines/machines.ts';
import { machinesInTurns, machinesOnScreen } from '../features/machines/on-screen.ts';
import { createCollector } from '../features/machines/reader/collector.ts';
import { simulatedSource } from '../features/machines/reader/simulated.ts';
import { retryAfterSessions } from '../features/machines/retry-machines.ts';
import { machineSettingsOf } from '../features/machines/settings-now.ts';
import type { MachineTarget, SampleSource } from '../features/machines/source.ts';
import { notifyJournal } from '../features/notify/journal.ts';
import type { NotifyEvent } from '../features/notify/notify-event.ts';
import { notifyTargets } from '../features/notify/settings.ts';
import { sendNotifications } from '../features/notify/start.ts';
import { pauseSetJournal } from '../features/pause-sets/journal.ts';
import { pauseGroupStore } from '../features/pause-sets/state.ts';
import type { Rule } from '../features/rules/engine/rule.ts';
import { rulesJournal } from '../features/rules/journal/rules.ts';
import { rulesReread } from '../features/rules/rules-state.ts';
import type { RuleEvent } from '../features/rules/runner/rule-event.ts';
import { rulesSetting } from '../features/rules/settings.ts';
import { followRules, runnerWords } from '../features/rules/start.ts';
import type { probe } from '../features/ssh/probe.ts';
import { createProbeScheduler } from '../features/ssh/probe-scheduler.ts';
import { instanceProbed } from '../features/ssh/sessions-state.ts';
import { reach, sshWay } from '../features/ssh/settings.ts';
import { isThroughOthers, type SshWay } from '../features/ssh/tmux-ssh.ts';
import { watchedInstances } from '../features/ssh/watched-instances.ts';
import type { Journal } from '../journal/journal.ts';
import type { Scope } from '../journal/scope.ts';
import type { Clock } from '../lib/clock.ts';
import { own } from '../lib/typed-key.ts';
import { serviceLists } from '../resources/index.ts';
import type { JournalPort, RemotePort } from '../store/controller.ts';
import { noteActivity, syncJournal } from '../store/journal-sync.ts';
import { sessionSwitched, timePassed } from '../store/lists/transitions.ts';
import { projectOfRow } from '../store/projects.ts';
import { readOnlyReason } from '../store/read-only.ts';
import type { Connected, ConsoleState } from '../store/state.ts';
import type { FilterFaultListener } from '../sync/parts/part-requests.ts';
import { createPoller } from '../sync/poller.ts';
import { createWriting } from '../sync/write-queue.ts';
import { clientFor } from '../system/request-log.ts';
import type { Environment } from '../system/terminal.ts';
import { persistViews } from '../system/view-store.ts';
import type { Journals } from './journals.ts';
import type { Leaving } from './leaving.ts';
import { stopAll } from './parts.ts';
import type { Program } from './programs.ts';
import { readAfterSleep } from './read-after-sleep.ts';

/** Requests to the service that keys make. */
export type ServicePort = Pick<
  RemotePort,
  'send' | 'undo' | 'submit' | 'pollNow' | 'signIn' | 'switchProject' | 'showAllProjects'
>;

/** How a runtime stops: its program ends, or shows another profile in the same store. */
export type Stop = 'ended' | 'switched';

/**
 * One profile while a program runs it: client, lists, machines, writes, journal, notifications and rules. Every program starts one; a
 * console a new one for each switch of the profile.
 */
export type Runtime<Profile extends ProfileSession = ConfigSession> = {
  readonly profile: () => Profile;
  /** Applies settings that were read again from the config file. */
  readonly reload: (settings: LiveSettings) => void;
  readonly remote: ServicePort;
  /** Returns the journal; null until it is open. */
  readonly journal: () => JournalPort | null;
  /** Returns the token that it is signed in with. */
  readonly token: () => string | null;
  /**
   * Connects, opens the journal and begins to read. A console gives `beforeJournal`: it then reads first, and opens the journal once that
   * has resolved.
   */
  readonly start: (beforeJournal?: (stopped: Promise<void>) => Promise<void>) => Promise<void>;
  /**
   * Stops everything it has started. Resolves when the write of a rule that was under way has its outcome and notifications are sent,
   * after which the journal may be closed. Writes of the operator that are under way still report their outcome.
   */
  readonly stop: (how: Stop) => Promise<void>;
};

/** What a runtime tells its program. What differs between programs is what they print of it. */
export type Reports = {
  readonly request: (entry: RequestLogEntry) => void;
  /** A sentence about the log of requests. */
  readonly warning: (sentence: string) => void;
  /** The service has moved to another address, or is gone. */
  readonly moved: (sentence: string, isGone: boolean) => void;
  readonly filterFault: FilterFaultListener;
  /** Called once the journal is open, before anything is read from the service unless the program has a screen. */
  readonly journalOpened: (journal: Journal, rules: Journal) => void;
  /** New events of the journal, of this program and of others. */
  readonly events: (events: readonly JournalEvent[]) => void;
  readonly notify: (event: NotifyEvent) => void;
  readonly rule: (event: RuleEvent) => void;
};

/** What all runtimes of a program share. */
export type RuntimeParts = {
  readonly program: Program;
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  /** Returns the next number of a request or response, in order over all runtimes. */
  readonly nextSequence: () => number;
  readonly random: () => number;
  readonly debug: string | null;
  readonly probe: typeof probe;
  /** Makes the source of samples of machines, with the operator's options of `ssh`. */
  readonly machineSource: (way: () => SshWay) => SampleSource;
  /** Machines to read all the time, in place of those on screen, and those beyond the limit of streams in turns. */
  readonly machines?: () => readonly MachineTarget[];
  readonly journals: Journals;
  /** Runs the operator's program for preemptions; null where another program has to. */
  readonly hooks: HookRunner | null;
  /** Variables that may hold addresses of notifications. */
  readonly environment: Environment;
  /** Whether the rules are only rehearsed: nothing is sent for them, and nothing of it is kept. */
  readonly rehearses: boolean;
  readonly reports: Reports;
  /** What a program that ends while a change is under way does; without it the answer is waited for. */
  readonly leaving?: Pick<Leaving, 'signal' | 'writeEnded' | 'writesLeft'>;
};

export function createRuntime<Profile extends ProfileSession>(first: Profile, parts: RuntimeParts): Runtime<Profile> {
  const { program, store, clock, nextSequence, random, reports } = parts;
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
    onFilterFault: reports.filterFault,
  });
  const writes = createWriting({
    ...{ store, client: connectedClient, clock, nextSequence, poke: poller.poke },
    ...(parts.leaving === undefined
      ? {}
      : { signal: parts.leaving.signal, onEnded: parts.leaving.writeEnded, onLeft: parts.leaving.writesLeft }),
    answeredLate: (row, project) => {
      if (journal !== null) noteActivity(journal, { service, project }, row);
    },
  });
  const probes = createProbeScheduler({
    ...{ clock, random, probe: parts.probe },
    targets: () => watchedInstances(store.getState()),
    onResult: (fid, found) => change((state) => instanceProbed(state, fid, found)),
  });

  const source: SampleSource = profile.connected.demo
    ? simulatedSource(clock, (fid) => store.getState().lists.instances.rows.get(fid)?.row)
    : parts.machineSource(() => sshWay(profile.own));
  const readings = program.screen
    ? readingsWithTicks(store)
    : {
        add: (events: Parameters<typeof machinesRead>[1]) => change((state) => machinesRead(state, events)),
        stop: () => undefined,
      };
  const collector = createCollector({
    ...{ clock, random, source: () => source },
    targets: parts.machines ?? (() => machinesOnScreen(store.getState())),
    rest: parts.machines ?? (() => machinesInTurns(store.getState())),
    exists: (target) => isReadable(store.getState(), target),
    everyMs: () => machineSettingsOf(store.getState()).everyMs,
    onEvents: readings.add,
  });

  /** Functions that stop what reads from the service and the machines, or starts programs. */
  const stopReading: (() => void)[] = [
    ...[poller.stop, probes.stop, collector.stop, readings.stop],
    retryAfterSessions(store, (fid) => collector.retry(fid)),
  ];
  let stopSync = (): void => undefined;
  /** What ends only when a request has its answer. */
  let endRules = async (): Promise<void> => undefined;
  let endNotifications = async (): Promise<void> => undefined;

  /** Whether this program may send changes with a connection. Rules are each judged by the profile, too. */
  const isReadOnly = (to: Connection): boolean => {
    if (program.sends === 'nothing' || parts.rehearses) return true;
    const { readOnly, readOnlyBy } = profile.connected;
    // A rule with `allow` acts in a profile that the config file makes read-only.
    return program.sends === 'of-rules' ? readOnly && readOnlyBy?.kind !== 'config' : to.readOnly;
  };
  const mayChange = (): boolean => readOnlyReason(store.getState().connected) === null;
  /** Returns the rules that this program may run: a console that is read-only runs none. */
  const rulesToRun = (): readonly Rule[] =>
    program.sends === 'all' && !mayChange() ? NONE : own(profile, rulesSetting);

  const connect = (to: Connection): void => {
    connection = to;
    client = clientFor(
      parts,
      { ...to, readOnly: isReadOnly(to) },
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
  const showProjects = (to: Partial<Pick<Connected, 'project' | 'allProjects'>>): void =>
    restartPolling(() => change((state) => sessionSwitched(state, { ...state.connected, ...to })));

  const scopeOf = (bid: string): Scope => {
    const state = store.getState();
    return { service, project: projectOfRow(state, 'bids', bid) ?? state.connected.project };
  };
  const shown = (): Scope => ({ service, project: store.getState().connected.project });
  const journalPort = (opened: Journal): JournalPort => ({
    bidEvents: (fid) => {
      const at = scopeOf(fid);
      return { events: opened.of(at, fid, 0), knownSince: opened.knownSince(at, 'bids') };
    },
    digest: (since) => digestParts(opened, service, since, clock.now()),
    pauseGroups: pauseGroupStore(pauseSetJournal(opened), shown()),
    // Holding is always possible; no rule is let go on where nothing may be changed.
    holdRules: (names, why) =>
      why !== null || mayChange() ? rulesJournal(opened).holdRules(shown(), names, why) : { kept: false },
    releaseRule: (rule) => mayChange() && rulesJournal(opened).releaseRule(shown(), rule),
  });

  const beginJournal = async (): Promise<void> => {
    if (stopped || !program.journal) return;
    const opened = await parts.journals.at(first.storage);
    // A rehearsal leaves no trace in the journal of the rules.
    const ruleJournal = parts.rehearses ? await parts.journals.at(REHEARSAL) : opened;
    if (stopped || opened === null || ruleJournal === null) return;
    journal = opened;
    const notifications = sendNotifications({
      ...{
        store,
        clock,
        journal: notifyJournal(journal),
        service,
        environment: parts.environment,
        onEvent: reports.notify,
      },
      targets: () => own(profile, notifyTargets),
    });
    endNotifications = notifications.stop;
    stopSync = syncJournal({
      ...{ store, journal, service: () => service, onEvents: reports.events, readsRecords: program.bidRecords },
      digestAfterMs: program.screen ? digestAfterMs(first.own) : null,
    });
    if (program.rules !== 'none')
      endRules = followRules({
        ...{ store, clock, nextSequence, sendForRule: writes.sendForRule, scope: shown, onEvent: reports.rule },
        ...{
          journal: rulesJournal(ruleJournal),
          groups: pauseSetJournal(opened),
          known: () => own(profile, rulesSetting),
          rules: rulesToRun,
        },
        runs: program.rules === 'run' ? runnerWords(program.words) : null,
      });
    const { hooks } = parts;
    if (hooks !== null)
      stopReading.push(
        runPreemptHook({ store, clock, journal, scopeOf, command: () => own(profile, onPreempt), hooks }),
      );
    reports.journalOpened(opened, ruleJournal);
  };

  /**
   * Ends what uses the journal, each part even when another one fails. Until a rule's write has its outcome the journal follows the store,
   * unless that shows another profile.
   */
  const endJournal = async (how: Stop): Promise<void> => {
    const rulesEnded = endRules();
    try {
      if (how === 'ended') await rulesEnded;
      // What others have recorded since the last tick is printed, too.
      if (how === 'ended' && !program.screen) change((state) => timePassed(state, clock.now()));
    } finally {
      try {
        stopSync();
      } finally {
        await Promise.all([rulesEnded, endNotifications()]);
      }
    }
  };

  const startPolling = (): void => {
    const { focus } = store.getState();
    poller.start(program.screen ? serviceLists.find((name) => name === focus) : program.reads[0]);
    stopReading.push(readAfterSleep(store, () => restartPolling(() => collector.retry())));
  };

  return {
    profile: () => profile,
    reload: (settings) => {
      const rules = rulesReread(own(profile, rulesSetting), own(settings, rulesSetting));
      const values = rulesSetting.put(settings.own, rules);
      profile = { ...profile, ...settings, own: values };
      change((state) => ({ ...state, pace: settings.pace, connected: { ...state.connected, own: values } }));
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
      change((state) => ({ ...state, pace: profile.pace }));
      if (program.screen) stopReading.push(persistViews(store, clock, first.storage.views));
      collector.start();
      if (program.screen && own(profile, reach) && !isThroughOthers(sshWay(profile.own))) probes.start();
      const to = await profile.connection;
      if (stopped) return;
      connect(to);
      profile.onMove?.((next, sentence) => {
        if (stopped) return;
        if (next !== null) restartPolling(() => connect(next));
        reports.moved(sentence, next === null);
      });
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

const NONE: readonly Rule[] = [];
/** The journal of a rehearsal, which nobody reads afterwards. */
const REHEARSAL = { path: ':memory:', service: '', fresh: false };
