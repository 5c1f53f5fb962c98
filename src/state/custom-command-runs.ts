import { addActivity } from './activity.ts';
import type { ConsoleState, Run } from './state.ts';

/** As many runs are remembered, and as many lines of each. */
const MAX_RUNS = 50;
const MAX_LINES = 2000;

/** A program began. The oldest that has ended is forgotten when there are many. */
export function runStarted(state: ConsoleState, run: Run): ConsoleState {
  const runs = [run, ...state.runs];
  const spare = runs.length > MAX_RUNS ? runs.findLastIndex(({ ended }) => ended !== null) : -1;
  return { ...state, runs: spare < 0 ? runs : runs.toSpliced(spare, 1) };
}

/** A program said something more. */
export function runOutputAdded(state: ConsoleState, id: number, lines: readonly string[]): ConsoleState {
  return changed(state, id, (run) => {
    const all = [...run.lines, ...lines];
    return { ...run, lines: all.slice(-MAX_LINES), cut: run.cut || all.length > MAX_LINES };
  });
}

/** A program ended; Activity says how. */
export function runEnded(state: ConsoleState, id: number, ended: NonNullable<Run['ended']>): ConsoleState {
  const run = state.runs.find((run) => run.id === id);
  if (run === undefined) return state;
  const next = addActivity(state, {
    fid: `run-${id}`,
    at: ended.at,
    since: null,
    from: 'here',
    who: 'operator',
    outcome: ended.ok ? 'done' : 'refused',
    what: `Ran ${run.command} on ${run.row}: ${ended.how}`,
    about: run.about,
  });
  return changed(next, id, (run) => ({ ...run, ended }));
}

function changed(state: ConsoleState, id: number, change: (run: Run) => Run): ConsoleState {
  return { ...state, runs: state.runs.map((run) => (run.id === id ? change(run) : run)) };
}

/** The lines of a run that a search finds, whatever the case of its letters; all without one. */
export function linesFound({ lines }: Run, search: string): readonly string[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? lines : lines.filter((line) => line.toLowerCase().includes(wanted));
}
