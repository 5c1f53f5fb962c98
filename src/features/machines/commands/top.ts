import { existsSync } from 'node:fs';
import { type Printing, printRows } from '../../../command/format.ts';
import { readLists } from '../../../command/list-reader.ts';
import { readFilter, sortFrom } from '../../../command/read-filter.ts';
import { storagePaths } from '../../../config/paths.ts';
import type { ResolvedSettings } from '../../../config/profile.ts';
import type { Settings } from '../../../config/settings.ts';
import { openJournal } from '../../../journal/journal.ts';
import type { Tables } from '../../../journal/tables.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import { serviceResources } from '../../../resources/index.ts';
import { type ConsoleState, type Features, projectOfRow } from '../../../store/state.ts';
import { timePassed } from '../../../store/transitions.ts';
import { EXIT, type ExitCode } from '../../../system/exit.ts';
import { writeErrorLine } from '../../../system/streams.ts';
import { system } from '../../../system/system.ts';
import { sshWay } from '../../ssh/settings.ts';
import { idleJournal, isSameIdleness } from '../journal.ts';
import { readingsOf } from '../machine-row.ts';
import { machinesOverSsh } from '../machine-ssh.ts';
import { idleSinceKnown, machinesRead } from '../machines.ts';
import { troubleOf } from '../parts/machine-problem.ts';
import type { MachineTarget, ReadingEvent, SampleSource } from '../reading.ts';
import { machinePace, machineSettingsOf } from '../settings.ts';
import { troubleLines } from '../troubles.ts';
import { printedTop, type TopSelection, topColumns, topRows } from './top-rows.ts';
import { fidsOf, listsNaming, notRunning, runningOf, type TopTargets, targetsNamed } from './top-targets.ts';
import { watchTop } from './top-watch.ts';

/** `sshd` drops more logins at once (MaxStartups), and a jump host sees them all. */
const MOST_LOGINS = 4;

/**
 * `spotdeck top [NAME…]`: prints a line for each GPU. Returns 1 if none could be read. @throws {CommandFailure} for an
 * unknown name, column or filter, or an unreachable service.
 */
export async function top(
  features: Features,
  resolved: ResolvedSettings,
  names: readonly string[],
  given: TopOptions,
): Promise<number> {
  const { settings } = resolved;
  const { watch } = given;
  const selection: TopSelection = {
    filter:
      given.filter === null || given.filter.trim() === ''
        ? null
        : readFilter(given.filter, features.panes.machines.columns),
    sort:
      given.sort === null
        ? features.panes.machines.sort
        : sortFrom(given.sort, topColumns(features.panes), features.panes.machines.words.list),
  };
  const own = { ...settings, readOnly: true };
  // Watching begins with whole lists.
  const lists =
    names.length === 0 || watch
      ? await readLists(features, own, ['instances', 'bids'])
      : await listsNaming(features, own, names);
  const targets = targetsNamed(lists, names);
  const start = withMachines(lists.state, settings);
  for (const line of notRunning(lists, targets)) writeErrorLine(line);
  const tables = await features.tables();
  const withIdleness = (state: ConsoleState): ConsoleState => withKnownIdleness(state, settings, tables);
  if (watch) return watchTop(resolved, start, { targets, selection, printing: given, withIdleness });

  const running = runningOf(start, targets);
  const source = machinesOverSsh(() => sshWay(settings.own));
  const events = await readEach(source, running, machineSettingsOf(start).everyMs);
  const read = withIdleness(timePassed(machinesRead(start, events), system().clock.now()));
  printRows(given, printedTop(read, topRows(read, fidsOf(running), selection)));
  return reported(read, running, targets);
}

export type TopOptions = Printing & {
  readonly watch: boolean;
  readonly filter: string | null;
  /** Column, with a leading dash for descending order; null for the console's order. */
  readonly sort: string | null;
};

const withMachines = (state: ConsoleState, settings: Settings): ConsoleState => ({
  ...state,
  machines: { mode: 'all', simulated: false, ...machinePace(settings.own) },
});

async function readEach(
  source: SampleSource,
  targets: readonly MachineTarget[],
  everyMs: number,
): Promise<readonly ReadingEvent[]> {
  const turns = createSemaphore(MOST_LOGINS);
  return Promise.all(targets.map((target) => turns.acquire(() => readOnce(source, target, everyMs))));
}

function readOnce(source: SampleSource, target: MachineTarget, everyMs: number): Promise<ReadingEvent> {
  const { fid } = target;
  return new Promise((done) => {
    const stream = source.open(target, everyMs, {
      opened: () => undefined,
      sampled: (sample) => {
        done({ kind: 'sampled', fid, sample });
        // Some sources bring a sample before they return.
        setImmediate(() => stream.close());
      },
      ended: (problem) => done({ kind: 'failed', fid, problem, at: system().clock.now() }),
    });
  });
}

/** Takes idle times from the journal, seen by a console or `spotdeck watch`. */
function withKnownIdleness(state: ConsoleState, settings: Settings, tables: readonly Tables[]): ConsoleState {
  const { path, service } = storagePaths(settings, state.connected.origin);
  const idle = [...readingsOf(state.lists.machines).values()].filter(({ idleSince }) => idleSince !== null);
  if (idle.length === 0 || !existsSync(path)) return state;
  const journal = idleJournal(openJournal(path, system().clock.now, serviceResources, tables));
  const known = idle.flatMap(({ fid, idleSince }) => {
    const project = projectOfRow(state, 'instances', fid) ?? state.connected.project;
    const idleness = journal.idleness({ service, project }, [fid]).get(fid);
    return idleness?.kind === 'idle' &&
      idleSince !== null &&
      idleness.since < idleSince &&
      isSameIdleness(idleness, idleSince)
      ? [[fid, idleness.since] as const]
      : [];
  });
  journal.close();
  return idleSinceKnown(state, new Map(known));
}

/** Reports unreadable machines. Returns the exit code. */
function reported(state: ConsoleState, running: readonly MachineTarget[], targets: TopTargets): ExitCode {
  if (running.length === 0 && targets === null) writeErrorLine('No instance runs.');
  const fids = fidsOf(running);
  const readings = [...readingsOf(state.lists.machines).values()].filter(({ fid }) => fids.has(fid));
  for (const line of troubleLines(state, readings, { once: true })) writeErrorLine(line);
  const failed = readings.filter((reading) => {
    const trouble = troubleOf(reading);
    return trouble !== null && trouble !== 'no-gpu';
  }).length;
  if (failed > 0 && failed < readings.length)
    writeErrorLine(`${failed} of ${readings.length} machines could not be read.`);
  const none = readings.length === failed;
  return none && (readings.length > 0 || targets !== null) ? EXIT.refused : EXIT.done;
}
