import type { StoreApi } from 'zustand/vanilla';
import { openRowStream, type Printing, printRows } from '../../../command/format.ts';
import { openHeadless } from '../../../command/headless.ts';
import type { ResolvedSettings } from '../../../config/profile.ts';
import type { Cancel } from '../../../lib/clock.ts';
import { clockTime, moment } from '../../../lib/duration.ts';
import { cut } from '../../../lib/width.ts';
import { contextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { outputTerminal, rewriteLines, writeLines } from '../../../system/streams.ts';
import { idleNote } from '../idle-machines.ts';
import { type MachineRow, readingsOf } from '../machine-row.ts';
import { troubleOf } from '../parts/machine-problem.ts';
import { machineSettingsOf } from '../settings.ts';
import { reportTroubles, troubleLines } from '../troubles.ts';
import { printedTop, type TopSelection, topMembers, topObject, topRows } from './top-rows.ts';
import { fidsOf, runningOf, type TopTargets, topProgram } from './top-targets.ts';

type TopWatch = {
  readonly targets: TopTargets;
  readonly selection: TopSelection;
  readonly printing: Printing;
  /** Takes idle times from the journal. */
  readonly withIdleness: (state: ConsoleState) => ConsoleState;
};

/**
 * `spotdeck top --watch`: one table in place on a terminal, else a table at each interval, or each sample for programs.
 * Returns the exit code.
 */
export function watchTop(
  resolved: ResolvedSettings,
  known: ConsoleState,
  { targets, selection, printing, withIdleness }: TopWatch,
): Promise<number> {
  const { store, run, ended, onEnd } = openHeadless({
    features: known.features,
    program: topProgram,
    resolved,
    known,
    begun: (state) => ({ ...state, machines: machineSettingsOf(known) }),
    named: targets,
    // A filter unknown to the service does not concern machines.
    reports: { filterFault: () => undefined },
  });
  const isDrawn = printing.output === 'table' && outputTerminal.isTerminal();
  if (!isDrawn) onEnd(reportTroubles(store));
  const seen = new Set<string>();
  onEnd(
    store.subscribe((state, before) => {
      if (state.lists.machines === before.lists.machines) return;
      const fresh = [...readingsOf(state.lists.machines).values()].filter(
        ({ fid, idleSince }) => idleSince !== null && !seen.has(fid),
      );
      for (const { fid } of fresh) seen.add(fid);
      if (fresh.length > 0) store.setState(withIdleness(store.getState()), true);
    }),
  );
  const rows: RowsIn = (state) => topRows(state, fidsOf(runningOf(state, targets)), selection);
  onEnd(
    printing.output !== 'table'
      ? printSamples(store, rows, printing)
      : isDrawn
        ? drawTable(store, rows, targets)
        : printTables(store, rows, printing),
  );
  return run(ended(false));
}

type Store = StoreApi<ConsoleState>;
type RowsIn = (state: ConsoleState) => readonly MachineRow[];

/** Prints each GPU of a new sample, and each machine newly unreadable. */
function printSamples(store: Store, rowsIn: RowsIn, printing: Printing): Cancel {
  const last = new Map<string, unknown>();
  const printed = openRowStream(printing, topMembers);
  const stop = store.subscribe(({ lists }, before) => {
    if (lists.machines === before.lists.machines) return;
    const state = store.getState();
    const news = new Set<string>();
    for (const reading of readingsOf(state.lists.machines).values()) {
      // Repeated failures are printed once.
      const now = reading.problem === null ? reading.sample : troubleOf(reading);
      if (now !== null && last.get(reading.fid) !== now) news.add(reading.fid);
      last.set(reading.fid, now);
    }
    for (const row of rowsIn(state)) if (news.has(row.about)) printed.print(topObject(state, row), () => '');
  });
  return () => {
    stop();
    printed.end();
  };
}

function printTables(store: Store, rowsIn: RowsIn, printing: Printing): Cancel {
  let last: number | null = null;
  return store.subscribe((state) => {
    const { everyMs } = machineSettingsOf(state);
    if (rowsIn(state).length === 0 || (last !== null && state.now - last < everyMs)) return;
    if (last !== null) writeLines(['']);
    last = state.now;
    writeLines([moment(state.now)]);
    printRows(printing, printedTop(state, rowsIn(state)));
  });
}

function drawTable(store: Store, rowsIn: RowsIn, targets: TopTargets): Cancel {
  let drawn: readonly string[] = [];
  let linesBefore: number | 'unknown' = 0;
  const draw = (): void => {
    const lines = screenLines(store.getState(), rowsIn, targets, outputTerminal.size());
    if (linesBefore !== 'unknown' && lines.join('\n') === drawn.join('\n')) return;
    rewriteLines(lines, linesBefore);
    drawn = lines;
    linesBefore = lines.length;
  };
  const resized = (): void => {
    linesBefore = 'unknown';
    draw();
  };
  draw();
  const stopResizes = outputTerminal.onResize(resized);
  const stop = store.subscribe(draw);
  return () => {
    stop();
    stopResizes();
  };
}

/** Summary, table and unreadable machines. The terminal's last line stays free. */
function screenLines(
  state: ConsoleState,
  rowsIn: RowsIn,
  targets: TopTargets,
  { columns, rows: height }: { readonly columns: number; readonly rows: number },
): readonly string[] {
  const running = runningOf(state, targets);
  const meant = fidsOf(running);
  const readings = [...readingsOf(state.lists.machines).values()].filter(({ fid }) => meant.has(fid));
  const instances = [...state.lists.instances.rows.values()].flatMap(({ row }) => (meant.has(row.fid) ? [row] : []));
  const read = readings.filter(({ sample }) => sample !== null).length;
  const idle = idleNote(instances, contextOf(state));
  const summary = [
    clockTime(state.now),
    `${read} of ${running.length} machines read`,
    ...(idle === '' ? [] : [idle]),
    'Ctrl-C ends it',
  ].join('  ');
  const table = printedTop(state, rowsIn(state)).lines(true);
  const troubles = troubleLines(state, readings);
  const room = Math.max(1, height - 2 - (troubles.length === 0 ? 0 : 1 + troubles.length));
  const hidden = table.length - room;
  const shown = hidden <= 0 ? table : [...table.slice(0, room - 1), `${hidden + 1} more lines: --filter shows fewer.`];
  const lines = [summary, ...shown, ...(troubles.length === 0 ? [] : ['', ...troubles])];
  return lines.slice(0, Math.max(1, height - 1)).map((line) => cut(line, columns, ''));
}
