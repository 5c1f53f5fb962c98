import { createStore, type StoreApi } from 'zustand/vanilla';
import { errorMessage } from '../api/error-messages.ts';
import type { ServiceError } from '../api/result.ts';
import { createJournals, journalsHere } from '../app/journals.ts';
import { filterFaultLine, journalLines } from '../app/log-lines.ts';
import { ticking } from '../app/parts.ts';
import type { Program } from '../app/programs.ts';
import { createRuntime, type Reports } from '../app/runtime.ts';
import { begunWith, type RuntimeReport } from '../app/runtime-part.ts';
import { retryToken } from '../app/watch-token.ts';
import { connectedTo, connectionFrom } from '../config/connection.ts';
import { storagePaths } from '../config/paths.ts';
import { type ResolvedSettings, replaceableSource } from '../config/profile.ts';
import { type ProfileConfig, profileFrom } from '../config/profile-config.ts';
import { sourceWords } from '../config/token.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Cancel } from '../lib/clock.ts';
import { asciiGlyphs } from '../resources/glyphs.ts';
import { refusedListLines } from '../resources/incomplete-lists.ts';
import { serviceLists, serviceResources } from '../resources/index.ts';
import { isRefusal, isSignedOut, isTokenRefused, refusalOf } from '../store/access.ts';
import type { Transition } from '../store/controller.ts';
import { problemOf } from '../store/header.ts';
import { startState } from '../store/start-state.ts';
import { type ConsoleState, type Features, NO_ROWS, type RowsRead } from '../store/state.ts';
import { EXIT, exitCodeFor } from '../system/exit.ts';
import { endPrograms } from '../system/programs.ts';
import { writeErrorLine, writeErrorLines } from '../system/streams.ts';
import { system } from '../system/system.ts';

const NO_SCREEN = { columns: 0, rows: 0 };

type Store = StoreApi<ConsoleState>;

type HeadlessOptions = {
  readonly features: Features;
  readonly program: Program;
  readonly resolved: ResolvedSettings;
  readonly differs?: Partial<Pick<ProfileConfig, 'connected' | 'pace'>>;
  readonly begun?: Transition;
  readonly known?: ConsoleState;
  /** Bids and instances to read first. */
  readonly named?: RowsRead | null;
  readonly rehearses?: boolean;
  readonly reports: Partial<Omit<Reports, 'said'>>;
  /** `usual` prints a report and adds it to the activity list. */
  readonly onSaid?: (report: RuntimeReport, usual: () => void) => void;
};

/** Opens a runtime without a screen, with problems on stderr. */
export function openHeadless({
  features,
  program,
  resolved,
  differs,
  begun = (state) => state,
  known,
  named,
  rehearses = false,
  reports,
  onSaid = (_, usual) => usual(),
}: HeadlessOptions) {
  const { settings } = resolved;
  const { clock, random } = system();
  const connection = connectionFrom(settings);
  const connected = connectedTo(connection, settings);
  const storage = storagePaths(settings, connection.baseUrl);
  const profile: ProfileConfig = {
    ...profileFrom(settings, Promise.resolve(connection), connected, storage),
    kept: resolved,
    ...differs,
  };
  const store = createStore<ConsoleState>(() => {
    const start = known ?? startState(features, profile.connected, asciiGlyphs, NO_SCREEN, clock.now());
    const own = { ...start, size: NO_SCREEN, reads: program.reads, named: named ?? NO_ROWS };
    return begun(begunWith(own, profile, program));
  });
  const journals = createJournals(journalsHere(clock.now, features.tables));
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const say = ({ line, added }: RuntimeReport): void => {
    if (line !== null) writeErrorLine(line);
    store.setState(added(store.getState(), nextSequence()), true);
  };
  const runtime = createRuntime(profile, {
    program,
    store,
    clock,
    nextSequence,
    random,
    debug: settings.debug,
    journals,
    environment: resolved.from.environment,
    rehearses,
    features: features.runtime,
    reports: {
      request: () => undefined,
      journalOpened: () => undefined,
      events: () => undefined,
      warning: writeErrorLine,
      filterFault: (list, unusable, fault) => writeErrorLine(`${filterFaultLine(list, unusable, fault)}.`),
      ...reports,
      said: (report) => onSaid(report, () => say(report)),
    },
  });
  const time = ticking(store, clock);
  const source = replaceableSource(resolved);
  const problems = logProblems(store, source === null ? null : sourceWords(source), program.outlastsRefusal);
  const stops: Cancel[] = [problems.stop, retryToken(store, runtime)];
  return {
    store,
    runtime,
    nextSequence,
    /** The exit code after a signal, a final refusal of the token, or, with `once`, an answer for every list. */
    ended: (once: boolean): Promise<number> => endOf(store, problems, once),
    /** Runs after the runtime has stopped, the last one first. */
    onEnd: (stop: Cancel): void => void stops.push(stop),
    /** Runs until `end`; answers its exit code after everything has stopped. */
    run: async (end: Promise<number>, started?: () => void): Promise<number> => {
      time.start();
      await runtime.start();
      started?.();
      const code = await end;
      await runtime.stop('ended');
      await time.stop();
      for (const stop of stops.toReversed()) stop();
      const unwritten = await journals.close();
      if (unwritten !== null) writeErrorLine(unwritten);
      endPrograms();
      return code;
    },
  };
}

function endOf(store: Store, { name, waits }: ListErrors, once: boolean): Promise<number> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) system().signals.on(signal, () => done(EXIT.done));
    store.subscribe((state) => {
      const { lists } = state;
      const failed = serviceLists.flatMap((list) => {
        const error = lists[list].failure?.error;
        return error === undefined ? [] : [{ list, error }];
      });
      const [first] = failed;
      if (isTokenRefused(state) && first !== undefined && (once || !waits(first.error))) done(exitCodeFor(first.error));
      if (!once) return;
      const fault = failed.find(({ error }) => !isRefusal(error));
      if (fault !== undefined) done(exitCodeFor(fault.error));
      else if (serviceLists.some((list) => lists[list].fetchedAt === null && lists[list].failure === null)) return;
      else if (first === undefined) setImmediate(() => done(EXIT.done));
      else if (!isTokenRefused(state)) {
        for (const { list, error } of failed) name(list, error);
        setImmediate(() => done(EXIT.refused));
      }
    });
  });
}

type ListErrors = {
  /** Says once: the token may not read a list. */
  readonly name: (list: ServiceList, error: ServiceError) => void;
  /** Whether the program goes on while every list is refused. */
  readonly waits: (error: ServiceError) => boolean;
};

/** Reports failing lists and journals, and their recovery. `next` names the place of another token; null for none. */
function logProblems(store: Store, next: string | null, outlastsRefusal: boolean): ListErrors & { stop: Cancel } {
  const waits: ListErrors['waits'] = ({ kind }) => next !== null || (outlastsRefusal && kind === 'not-signed-in');
  let kind: ServiceError['kind'] | null = null;
  const named = new Set<ServiceList>();
  const name: ListErrors['name'] = (list, error) => {
    if (!named.has(list)) writeErrorLines(refusedListLines(list, error));
    named.add(list);
  };
  const stop = store.subscribe((state, before) => {
    for (const line of journalLines(state, before)) writeErrorLine(line);
    for (const list of serviceLists) {
      const refusal = refusalOf(state, list);
      if (refusal !== null) name(list, refusal);
      else if (state.lists[list].failure === null && named.delete(list))
        writeErrorLine(`${serviceResources[list].title}: read again.`);
    }
    // One answer may be about its list alone; the others tell whether it is the token.
    if (isSignedOut(state) && !isTokenRefused(state)) return;
    const error = problemOf(state)?.error ?? null;
    if ((error?.kind ?? null) === kind) return;
    kind = error?.kind ?? null;
    if (error === null)
      writeErrorLine(named.size === 0 ? 'Everything is read again.' : 'The other lists are read again.');
    else {
      const { what, hint } = errorMessage(error);
      writeErrorLines(hint === null || error.kind === 'not-signed-in' ? [what] : [what, hint]);
      if (!isTokenRefused(state) || !waits(error)) return;
      if (next !== null) writeErrorLine(`It is waiting for another one from ${next}.`);
      writeErrorLine('It is tried again once a minute.');
    }
  });
  return { name, waits, stop };
}
