import { createStore, type StoreApi } from 'zustand/vanilla';
import { errorMessage } from '../../api/error-messages.ts';
import type { ServiceError } from '../../api/result.ts';
import { createJournals } from '../../app/journals.ts';
import { filterFaultLine } from '../../app/log-list-errors.ts';
import { profileFrom } from '../../app/profile.ts';
import type { Program } from '../../app/programs.ts';
import { createRuntime, type Reports, type Runtime } from '../../app/runtime.ts';
import { ticking } from '../../app/ticking.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import { storagePaths } from '../../config/paths.ts';
import type { ProfileSession } from '../../config/session-config.ts';
import type { Settings } from '../../config/settings.ts';
import type { Cancel } from '../../lib/clock.ts';
import { machineClock as clock } from '../../lib/clock.ts';
import type { MachineTarget } from '../../machines/source.ts';
import { serviceLists } from '../../resources/index.ts';
import { asciiGlyphs } from '../../resources/parts/glyphs.ts';
import { probe } from '../../ssh/probe.ts';
import { problemOf } from '../../state/header.ts';
import { notifyEventAdded } from '../../state/notify/notices.ts';
import { notifyEventText } from '../../state/notify/notify-event.ts';
import { startState } from '../../state/start-state.ts';
import type { ConsoleState } from '../../state/state.ts';
import { EXIT, exitCodeFor } from '../../system/exit.ts';
import { machinesOverSsh } from '../../system/machine-ssh.ts';
import { endPrograms } from '../../system/process-group.ts';
import { writeErrorLine, writeErrorLines } from '../../system/streams.ts';
import type { Environment } from '../../system/terminal.ts';

/** Size of the screen of a program without one. */
const NO_SCREEN = { columns: 0, rows: 0 };

type Store = StoreApi<ConsoleState>;

type Given = {
  readonly program: Program;
  readonly settings: Settings;
  /** Variables that may hold addresses of notifications. */
  readonly environment: Environment;
  /** What differs from the profile of the settings. */
  readonly own: Partial<Pick<ProfileSession, 'connected' | 'machines' | 'pace'>>;
  /** What is known already of the lists. */
  readonly known?: ConsoleState;
  /** Machines to read all the time, instead of all machines in turns. */
  readonly targets?: (state: ConsoleState) => readonly MachineTarget[];
  readonly rehearses?: boolean;
  /** What the program prints or counts; by default what all programs without a screen print. */
  readonly reports: Partial<Reports>;
};

/** A runtime without a screen, and its store. */
export type Headless = {
  readonly store: Store;
  readonly runtime: Runtime<ProfileSession>;
  /** Adds something that is stopped when the runtime has ended, the one that was added last first. */
  readonly onEnd: (stop: Cancel) => void;
  readonly nextSequence: () => number;
  /** Runs until a promise resolves. Returns its exit code once everything has stopped. */
  readonly run: (end: Promise<number>, started?: () => void) => Promise<number>;
};

/** Opens the runtime of a program without a screen: it reports problems on stderr, and begins when it is run. */
export function openHeadless({
  program,
  settings,
  environment,
  own,
  known,
  targets,
  rehearses = false,
  reports,
}: Given): Headless {
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const storage = storagePaths(settings, connection.baseUrl);
  const profile = { ...profileFrom(settings, Promise.resolve(connection), connected, storage), ...own };
  const store = createStore<ConsoleState>(() => ({
    ...(known ?? startState(profile.connected, asciiGlyphs, NO_SCREEN, clock.now())),
    ...{ size: NO_SCREEN, reads: program.reads, machines: profile.machines },
  }));
  const journals = createJournals(clock.now);
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const runtime = createRuntime(profile, {
    ...{ program, store, clock, nextSequence, random: Math.random, debug: settings.debug, probe, journals },
    ...{ machineSource: machinesOverSsh, hooks: null, environment, rehearses },
    ...(targets === undefined ? {} : { machines: () => targets(store.getState()) }),
    reports: {
      ...{ request: () => undefined, journalOpened: () => undefined, events: () => undefined, rule: () => undefined },
      ...{ warning: writeErrorLine, moved: writeErrorLine },
      filterFault: (list, unusable, fault) => writeErrorLine(`${filterFaultLine(list, unusable, fault)}.`),
      notify: (event) => {
        writeErrorLine(notifyEventText(event));
        store.setState(notifyEventAdded(store.getState(), event, nextSequence()), true);
      },
      ...reports,
    },
  });
  const time = ticking(store, clock);
  const stops: Cancel[] = [logProblems(store, runtime.journalWarning)];
  return {
    store,
    runtime,
    nextSequence,
    onEnd: (stop) => void stops.push(stop),
    run: async (end, started) => {
      time.start();
      await runtime.start();
      started?.();
      const code = await end;
      await runtime.stop('ended');
      await time.stop();
      for (const stop of stops.toReversed()) stop();
      journals.close();
      endPrograms();
      return code;
    },
  };
}

/** Resolves with the exit code on a signal, when the token is refused, or, with `once`, when every list has been read. */
export function ended(store: Pick<Store, 'subscribe'>, once: boolean): Promise<number> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done(EXIT.done));
    store.subscribe(({ lists }) => {
      const errors = serviceLists.flatMap((name) => lists[name].failure?.error ?? []);
      const final = errors.find(({ kind }) => kind === 'not-signed-in' || kind === 'no-token');
      if (final !== undefined) done(exitCodeFor(final));
      if (!once) return;
      const [failed] = errors;
      if (failed !== undefined) done(exitCodeFor(failed));
      else if (serviceLists.every((name) => lists[name].fetchedAt !== null)) setImmediate(() => done(EXIT.done));
    });
  });
}

/** Reports on stderr when a list or the journal fails, and when everything is read again. */
function logProblems(store: Pick<Store, 'subscribe'>, journalTrouble: () => string | null): Cancel {
  let kind: ServiceError['kind'] | null = null;
  let lastJournalError: string | null = null;
  return store.subscribe((state) => {
    const journalError = journalTrouble();
    if (journalError !== lastJournalError && journalError !== null) writeErrorLine(journalError);
    lastJournalError = journalError;
    const error = problemOf(state)?.error ?? null;
    if ((error?.kind ?? null) === kind) return;
    kind = error?.kind ?? null;
    if (error === null) writeErrorLine('Everything is read again.');
    else {
      const { what, hint } = errorMessage(error);
      writeErrorLines(hint === null || error.kind === 'not-signed-in' ? [what] : [what, hint]);
    }
  });
}
