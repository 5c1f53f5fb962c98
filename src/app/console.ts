import { unwatchFile, watchFile } from 'node:fs';
import { createStore } from 'zustand/vanilla';
import type { Client, Connection } from '../api/client.ts';
import { arrangedBefore, keepArrangements, notKept } from '../commands/arrangements.ts';
import { clientFor, refuseTerminalLog } from '../commands/debug.ts';
import { editInEditor, readText, saveSecret } from '../commands/files.ts';
import { tellFaults } from '../commands/list-faults.ts';
import { holdOldSpace } from '../commands/old-space.ts';
import { ownKeys } from '../commands/own-keys.ts';
import { ownLog } from '../commands/own-log.ts';
import type { Place, PlaceOfConfig } from '../commands/place.ts';
import { judged } from '../commands/rebound.ts';
import { isThroughOthers } from '../commands/ssh.ts';
import { writeErrorLine } from '../commands/streams.ts';
import type { TapeFile } from '../commands/tape.ts';
import { holdYoungSpace } from '../commands/young-space.ts';
import type { Journal, Scope } from '../journal/journal.ts';
import { machineClock } from '../lib/clock.ts';
import { reason } from '../lib/reason.ts';
import { record } from '../replay/recorder.ts';
import { serviceLists, serviceResources } from '../resources/resources.ts';
import { asciiSigns, spokenSigns, unicodeSigns } from '../resources/signs.ts';
import { probe } from '../ssh/probe.ts';
import { createProber } from '../ssh/prober.ts';
import { type Alert, alertsBetween } from '../state/alerts.ts';
import { type Connected, type ConsoleState, startState } from '../state/console.ts';
import type { Desk, JournalPort } from '../state/desk.ts';
import { forgetSecrets } from '../state/forgetting.ts';
import { alerted, noticed } from '../state/happened.ts';
import { keepJournal } from '../state/keeping.ts';
import { trackOwnApiKeys } from '../state/own-api-keys.ts';
import { createPoller } from '../state/poller.ts';
import { placeSwitched, timePassed } from '../state/polling.ts';
import { projectOfRow } from '../state/projects.ts';
import { createRequestLog } from '../state/requests.ts';
import { type Arranged, arranged } from '../state/saved-views.ts';
import { instanceFound } from '../state/sessions.ts';
import { pauseGroupStore } from '../state/setting-aside.ts';
import { watchedInstances } from '../state/visible.ts';
import { createWriting } from '../state/writing.ts';
import type { Colours } from '../ui/theme.ts';
import { clipboardSequence, notificationSequence, onTerminal } from './attach-terminal.ts';
import { createPrograms } from './custom-commands.ts';
import { firstAnswer } from './journal-start.ts';
import { type PreemptProgram, watchPreemptions } from './preempt-hook.ts';
import { createSessions } from './ssh-sessions.ts';

/** How often the config file is looked at. */
const LOOK_AT_FILE_MS = 1000;
/** How often ages and countdowns go on. */
const TICK_MS = 1000;

export type ConsoleOptions = {
  readonly place: PlaceOfConfig;
  /** The profiles that can be switched to, and what each is. */
  readonly profiles: readonly string[];
  readonly placeOf: (profile: string) => Promise<PlaceOfConfig>;
  /** The config file, to be read again when it changes. */
  readonly watched: string | null;
  readonly ascii: boolean;
  readonly screenReader: boolean;
  readonly mouse: boolean;
  readonly colours: Colours;
  /** The file that every request is told to; null when there is none. */
  readonly debug: string | null;
  /** Where everything that comes is recorded; null when nothing is. */
  readonly tape: TapeFile | null;
};

/** Runs the console on this process's terminal until the operator ends it. Answers with the exit code. */
export async function runConsole(options: ConsoleOptions): Promise<number> {
  refuseTerminalLog(options);
  const clock = machineClock;
  const { columns, rows } = process.stdout;
  const size = { columns, rows };
  // A screen reader reads line by line: one pane at a time, without frames.
  const signs = options.screenReader ? spokenSigns : options.ascii ? asciiSigns : unicodeSigns;
  let place = options.place;
  const keys = judged(place);
  const store = createStore<ConsoleState>(() => ({
    ...startState(place.connected, signs, size, clock.now()),
    profiles: options.profiles,
    zoomed: options.screenReader,
    preemptionMs: place.preemptionMs,
    ...keys,
    theme: place.theme,
    recording: options.tape !== null,
  }));
  const tell = ownLog('console');
  tell(
    `started: spotdeck ${SPOTDECK_VERSION}, Node ${process.versions.node}, ${process.platform}, ${size.columns} × ${size.rows}`,
  );
  const stopTelling = tellFaults(store, tell);
  const stopForgetting = forgetSecrets(store);
  const requests = createRequestLog();
  let client: Client | null = null;
  let connectedBy: Connection | null = null;
  let over = false;
  let turns = 0;
  const nextTurn = (): number => {
    turns += 1;
    return turns;
  };
  const theClient = (): Client => {
    if (client === null) throw new Error('The console has asked before it knew whom.');
    return client;
  };
  const tapeFull = (sentence: string): void =>
    store.setState(noticed({ ...store.getState(), recording: false }, sentence, 'warn'), true);
  const stopRecording =
    options.tape === null
      ? (): void => undefined
      : record({
          store,
          tape: options.tape.begin(tapeFull),
          now: clock.now,
          token: () => connectedBy?.token ?? null,
        });
  const poller = createPoller({
    store,
    client: theClient,
    clock,
    pace: () => place.pace,
    nextTurn,
    chance: Math.random,
  });
  const writing = createWriting({ store, client: theClient, clock, nextTurn, poke: poller.poke });

  const connect = (connection: Connection): void => {
    connectedBy = connection;
    client = clientFor(options, connection, {
      heard: requests.add,
      told: (sentence) => store.setState(noticed(store.getState(), sentence, 'warn'), true),
    });
    const { connected } = store.getState();
    store.setState({
      connected: {
        ...connected,
        origin: connection.baseUrl,
        hasToken: connection.token !== null,
      },
    });
  };

  /** How the panes of a place were arranged in an earlier run. */
  const before = ({ keeping, connected }: Place): Arranged => {
    try {
      return arrangedBefore(keeping.views, connected.profile);
    } catch (error) {
      store.setState(noticed(store.getState(), notKept(keeping.views ?? '', error), 'warn'), true);
      return { panes: {}, views: [] };
    }
  };
  const looks = before(place);
  store.setState(arranged(store.getState(), looks), true);
  const arrangements = keepArrangements(store, () => place.keeping.views);

  let journal: Journal | null = null;
  /** Another profile is shown; the old one stays until everything about the new one is known. */
  const goTo = async (name: string): Promise<void> => {
    const next = await options.placeOf(name);
    const keys = judged(next);
    const connection = await next.connection;
    if (over) return;
    poller.stop();
    prober.stop();
    arrangements.flush();
    place = next;
    const there = before(next);
    store.setState(
      {
        ...placeSwitched(store.getState(), next.connected, there),
        preemptionMs: next.preemptionMs,
        ...keys,
        theme: next.theme,
      },
      true,
    );
    connect(connection);
    poller.start();
    poller.pokeAll();
    look();
  };

  const journalPort = (opened: Journal): JournalPort => ({
    bidEvents: (fid) => {
      const at = scopeOf(fid);
      return { events: opened.of(at, fid, 0), knownSince: opened.knownSince(at, 'bids') };
    },
    get pauseGroups() {
      const { service } = place.keeping;
      return pauseGroupStore(opened, { service, project: store.getState().connected.project });
    },
  });

  /** Other projects of the same service are shown. */
  const turnTo = (to: Partial<Pick<Connected, 'project' | 'together'>>): void => {
    poller.stop();
    const now = store.getState();
    store.setState(placeSwitched(now, { ...now.connected, ...to }), true);
    poller.start();
    poller.pokeAll();
  };

  const readAgain = (): void => {
    try {
      const next = place.readAgain();
      if (next === null) return;
      const { profiles, names, projects, budget, confirm, ...manner } = next;
      const keys = judged(manner);
      const now = store.getState();
      // A theme that was chosen in the palette stays until the file names another than before.
      const theme = manner.theme === place.theme ? now.theme : manner.theme;
      place = { ...place, ...manner };
      const connected = { ...now.connected, names, projects, budget, confirm };
      const changed = { ...now, connected, profiles, ...keys, theme, preemptionMs: manner.preemptionMs };
      tell('config: read again');
      store.setState(noticed(changed, 'The config file was read again.'), true);
    } catch (error) {
      const told = `The config file stays as it was read before: ${reason(error)}`;
      tell('config: not read again, for it is wrong');
      store.setState(noticed(store.getState(), told, 'bad'), true);
    }
  };
  const { watched } = options;
  // By its times, for editors put another file in its place, and it may be a link to one elsewhere.
  if (watched !== null) watchFile(watched, { interval: LOOK_AT_FILE_MS, persistent: false }, readAgain);

  const desk: Desk = {
    store,
    remote: {
      send: writing.send,
      undo: writing.undo,
      submit: writing.submit,
      pollNow: poller.pokeAll,
      signIn: (token) => {
        if (connectedBy === null) return;
        poller.stop();
        connect({ ...connectedBy, token });
        poller.start();
        poller.pokeAll();
      },
      switchProject: (project) => turnTo({ project, together: false }),
      showAllProjects: () => turnTo({ together: true }),
      switchProfile: (name) => {
        goTo(name).catch((error: unknown) =>
          store.setState(noticed(store.getState(), `Still here: ${reason(error)}`, 'bad'), true),
        );
      },
      runOwn: (command, pane, fids) => programs.run(command, pane, fids),
      stopRun: (id) => programs.stop(id),
      requests: requests.all,
      openSsh: (login, where) => sessions.open(login, where),
      endSession: (fid) => sessions.end(fid),
    },
    get journal() {
      return journal === null ? null : journalPort(journal);
    },
    replay: null,
    terminal: {
      copy: (text) => screen.write(clipboardSequence(text)),
      toShell: () => void terminal.stopJob(),
      redraw: () => screen.redraw(),
      quit: () => screen.end(),
      readFile: readText,
      saveSecret,
      editText: (text) => editInEditor(text, process.env['VISUAL'] || process.env['EDITOR'] || 'vi', screen.suspend),
    },
  };
  const terminal = onTerminal(desk, options.colours, options.mouse);
  const { screen } = terminal;

  const letYoungGrow = holdYoungSpace();
  const letOldGrow = holdOldSpace();
  const ticking = setInterval(() => store.setState(timePassed(store.getState(), clock.now()), true), TICK_MS);

  const programs = createPrograms({
    store,
    clock,
    suspend: screen.suspend,
    inTmux: (process.env['TMUX'] ?? '') !== '',
    token: () => connectedBy?.token ?? null,
    environment: () => process.env,
  });
  const sessions = createSessions({
    store,
    clock,
    way: () => place.ssh,
    inTmux: (process.env['TMUX'] ?? '') !== '',
    suspend: screen.suspend,
  });
  const prober = createProber({
    clock,
    chance: Math.random,
    probe,
    wanted: () => watchedInstances(store.getState()),
    found: (fid, found) => store.setState(instanceFound(store.getState(), fid, found), true),
  });
  const look = (): void => {
    if (place.reach && !isThroughOthers(place.ssh)) prober.start();
  };
  look();
  ownKeys().then(
    (keysHere) => store.setState({ keysHere }),
    (error: unknown) =>
      store.setState(noticed(store.getState(), `~/.ssh can not be read: ${reason(error)}.`, 'warn'), true),
  );

  /** Where the journal has what is known of a bid. */
  const scopeOf = (bid: string): Scope => {
    const state = store.getState();
    return { service: place.keeping.service, project: projectOfRow(state, 'bids', bid) ?? state.connected.project };
  };
  let stopKeeping = (): void => undefined;
  let preemptProgram: PreemptProgram = { stop: () => undefined, running: () => 0 };
  const keep = async (): Promise<void> => {
    const { openJournal } = await import('../journal/journal.ts');
    if (over) return;
    const { path, service, fresh } = place.keeping;
    journal = openJournal(path, clock.now, serviceResources);
    if (fresh) journal.forget(service);
    stopKeeping = keepJournal({ store, journal, service: () => place.keeping.service });
    preemptProgram = watchPreemptions({
      ...{ store, clock, journal, scopeOf },
      command: () => place.onPreempt,
      environment: () => process.env,
    });
  };
  const alert = (one: Alert): void => {
    if (place.alerts !== 'off') screen.write('\u0007');
    if (place.alerts === 'desktop') screen.write(notificationSequence(one.text));
    store.setState(alerted(store.getState(), one.text), true);
  };
  const stopOwnKeys = trackOwnApiKeys(store, () => connectedBy?.token ?? null);
  const stopAlerts = store.subscribe((state, before) => {
    if (state.lists.bids !== before.lists.bids || state.lists.instances !== before.lists.instances) {
      for (const one of alertsBetween(before, state)) alert(one);
    }
  });

  place.connection
    .then((connection) => {
      if (over) return;
      connect(connection);
      const { focus } = store.getState();
      poller.start(serviceLists.find((name) => name === focus));
    })
    // There is nothing to keep before, and the terminal waits for rows.
    .then(() => firstAnswer(store, clock, terminal.ended))
    .then(keep)
    .catch(terminal.failed);
  const code = await terminal.ended;
  over = true;
  programs.stopAll();
  if (watched !== null) unwatchFile(watched, readAgain);
  stopAlerts();
  stopOwnKeys();
  stopTelling();
  preemptProgram.stop();
  stopForgetting();
  stopKeeping();
  arrangements.stop();
  prober.stop();
  terminal.close();
  clearInterval(ticking);
  letYoungGrow();
  letOldGrow();
  poller.stop();
  stopRecording();
  await options.tape?.written();
  tell(`ended: code ${code}`);
  if (preemptProgram.running() > 0)
    writeErrorLine('The on_preempt program is still running; spotdeck exits when it ends.');
  return code;
}
