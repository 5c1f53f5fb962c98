import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Cancel } from '../lib/clock.ts';
import { quitWhenAnswered } from '../screen/dialogs/quit.ts';
import { trackOwnApiKeys } from '../store/access.ts';
import { showNotice } from '../store/activity.ts';
import { type ConnectionTrouble, connectionNoted, connectionTrouble } from '../store/alerts.ts';
import type { Controller, RemotePort } from '../store/controller.ts';
import { dialogOpened } from '../store/dialogs/dialog-stack.ts';
import { profileText } from '../store/journal-sync.ts';
import { createRequestLog } from '../store/request-log.ts';
import { startState } from '../store/start-state.ts';
import type { ConsoleState } from '../store/state.ts';
import { appLog } from '../system/app-log.ts';
import { limitOldSpace, limitYoungSpace } from '../system/heap.ts';
import { endPrograms } from '../system/programs.ts';
import { refuseTerminalLog } from '../system/request-log.ts';
import { writeErrorLine } from '../system/streams.ts';
import { system } from '../system/system.ts';
import { ringAlerts } from './alerts.ts';
import { createTerminal } from './attach-terminal.ts';
import { createSettings, watchConfig } from './config-watch.ts';
import { createConnecting } from './connecting.ts';
import { journalsInThreads } from './journal-thread.ts';
import { createJournals, journalsHere } from './journals.ts';
import { createLeaving } from './leaving.ts';
import { filterFaultLine, logListErrors } from './log-lines.ts';
import { type ConsoleOptions, findLocalKeys, glyphsFor } from './options.ts';
import { exitCode, type Part, partOf, runParts, ticking } from './parts.ts';
import { createProfileRuntimes, firstAnswer, withProfile } from './profile-runtimes.ts';
import { programs } from './programs.ts';
import { createRuntime, type Reports } from './runtime.ts';
import { forgetSecrets, keepUnsavedSecrets, nameKeptSecrets } from './secrets-on-screen.ts';
import { createShownController } from './shown-controller.ts';

export async function runConsole(options: ConsoleOptions): Promise<number> {
  refuseTerminalLog(options);
  const { features, profile, firstRun, profiles, debug, screenReader } = options;
  const { clock, environment, isAlone, random } = system();
  const { columns, rows } = system().output;
  const start = startState(
    features,
    profile.connected,
    glyphsFor(options, environment),
    { columns, rows },
    clock.now(),
  );
  const saved = withProfile({ ...start, profiles }, profile);
  const shown = { ...saved, zoomed: screenReader || saved.zoomed };
  const store = createStore<ConsoleState>(() =>
    firstRun === null ? shown : dialogOpened(shown, { kind: 'first-run', at: 0 }),
  );
  const log = appLog('console');
  log(
    `started: spotdeck ${SPOTDECK_VERSION}, Node ${process.versions.node}, ${process.platform}, ${columns} × ${rows}`,
  );

  const requests = createRequestLog();
  const terminal = createTerminal(
    options.colours,
    options,
    () => keepUnsavedSecrets(store, log),
    () => runtimes.current().token(),
  );
  const leaving = createLeaving(store, clock);
  // A console in a test's process has the test's clock.
  const journals = createJournals(
    isAlone
      ? journalsInThreads({ clock, log, failed: terminal.failed })
      : journalsHere(clock.now, options.features.tables),
  );
  let unwritten: string | null = null;
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const reports: Reports = {
    request: requests.add,
    warning: (sentence) => change((state) => showNotice(state, sentence, 'warn')),
    filterFault: (list, filter, fault) => log(filterFaultLine(list, filter, fault)),
    journalOpened: () => undefined,
    events: () => undefined,
    said: (report) => change((state) => report.shown(state, nextSequence())),
  };
  const own = features.console.map((begin) =>
    begin({
      store,
      clock,
      suspend: terminal.suspend,
      given: options.given,
      runtime: () => runtimes.current(),
      inTmux: (environment['TMUX'] ?? '') !== '',
      controller: () => controller,
      show: (other) => shownOnScreen.show(other),
    }),
  );
  for (const { begun } of own) if (begun !== undefined) change(begun);
  const shared = {
    program: programs.console,
    store,
    clock,
    nextSequence,
    random,
    debug,
    journals,
    reports,
    leaving,
    environment: options.environment,
    rehearses: false,
    features: [...features.runtime, ...own.flatMap(({ runtime }) => runtime ?? [])],
  };
  const runtimes = createProfileRuntimes({
    store,
    first: profile,
    profileOf: options.profileOf,
    failed: terminal.failed,
    runtimeFor: (profile) => createRuntime(profile, shared),
    beforeFirstJournal: (stopped) => firstAnswer(store, clock, stopped),
  });
  const { current: runtime, show } = runtimes;
  const connecting = createConnecting({ store, clock, runtime, connect: options.connect, show });
  const settings = createSettings({ store, runtime: runtimes.current, log });
  const token = (): string | null => runtimes.current().token();
  let ofFeatures: Partial<RemotePort> = {};
  for (const { remote } of own) ofFeatures = { ...ofFeatures, ...remote };
  const controller: Controller = {
    store,
    terminal: terminal.ports,
    get remote() {
      return {
        ...runtimes.current().remote,
        ...connecting.remote,
        switchProfile: runtimes.switchTo,
        requests: requests.all,
        ...settings,
        ...ofFeatures,
      };
    },
    get journal() {
      return runtimes.current().journal();
    },
    recorded: null,
    firstRun: firstRun === null ? null : { openDemo: () => runtimes.show(firstRun.demo()) },
  };
  const shownOnScreen = createShownController(controller);

  const parts: readonly Part[] = [
    partOf(() => endPrograms),
    // The terminal is back before these stop: a pending request may take its time.
    partOf(() => async () => {
      unwritten = await journals.close();
    }),
    partOf(() => runtimes.ended),
    partOf(() => logListErrors(store, log)),
    partOf(() => forgetSecrets(store)),
    partOf(() => trackOwnApiKeys(store, token)),
    // Parts stop in reverse order: these in the order of the features.
    ...own.toReversed().flatMap(({ behind }) => (behind === undefined ? [] : [partOf(behind)])),
    partOf(() => watchConfig({ path: options.watched, store, runtime: runtimes.current, log })),
    { start: () => terminal.start(shownOnScreen.controller), stop: terminal.stop },
    { start: () => nameKeptSecrets(store), stop: () => undefined },
    partOf(() => quitWhenAnswered(controller)),
    ...(isAlone ? [partOf(() => limitYoungSpace(store.subscribe)), partOf(() => limitOldSpace(store.subscribe))] : []),
    ticking(store, clock),
    { start: () => findLocalKeys(store), stop: () => undefined },
    partOf(() =>
      ringAlerts({ store, clock, write: terminal.write, setting: () => runtimes.current().profile().alerts }),
    ),
    partOf(() => noteConnection(store)),
    partOf(() => connecting.stop),
    ...own.toReversed().map(({ stop = () => undefined }) => partOf(() => stop)),
    runtimes,
    leaving.part,
  ];
  const exit = exitCode(await runParts(parts, terminal.ended));
  log(`ended: code ${exit}`);
  for (const line of [...leaving.lines(), ...(unwritten === null ? [] : [unwritten])]) writeErrorLine(line);
  // Work behind the screen is reported first.
  const [behind, others] = [
    own.filter((part) => part.behind !== undefined),
    own.filter((part) => part.behind === undefined),
  ];
  for (const line of [...behind, ...others].flatMap(({ lines }) => lines?.() ?? [])) writeErrorLine(line);
  return exit;
}

/** Adds an event to Activity when the service fails or refuses the token, and when that is over. Returns its end. */
export function noteConnection(store: StoreApi<ConsoleState>): Cancel {
  let noted: ConnectionTrouble | null = null;
  return store.subscribe((state, before) => {
    // Another profile or project has errors of its own.
    if (state.connected !== before.connected && profileText(state) !== profileText(before)) noted = null;
    const trouble = connectionTrouble(state);
    if (trouble?.kind === noted?.kind) return;
    const last = noted;
    noted = trouble;
    store.setState(connectionNoted(state, last, trouble), true);
  });
}
