import type { ServiceList } from '../../contract/lists.ts';
import { SINGLE_EVENT } from '../../resources/rows.ts';
import { addActivity } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';

const MAX_RUNS = 50;
const MAX_LINES = 2000;

/** A run of a custom command. Times in milliseconds since 1970. */
export type Run = {
  readonly id: number;
  readonly command: string;
  readonly row: string;
  readonly about: { readonly pane: ServiceList; readonly fid: string };
  readonly startedAt: number;
  readonly ended: { readonly at: number; readonly ok: boolean; readonly how: string } | null;
  /** Sanitised. */
  readonly lines: readonly string[];
  /** Whether earlier lines were dropped. */
  readonly cut: boolean;
};

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly runs?: readonly Run[];
  }
}

/** Newest first. */
export const runsOf = ({ runs = [] }: Pick<ConsoleState, 'runs'>): readonly Run[] => runs;

/** Adds a run. Above the limit, the oldest ended run goes. */
export function runStarted(state: ConsoleState, run: Run): ConsoleState {
  const runs = [run, ...runsOf(state)];
  const spare = runs.length > MAX_RUNS ? runs.findLastIndex(({ ended }) => ended !== null) : -1;
  return { ...state, runs: spare < 0 ? runs : runs.toSpliced(spare, 1) };
}

export function runOutputAdded(state: ConsoleState, id: number, lines: readonly string[]): ConsoleState {
  return changed(state, id, (run) => {
    const all = [...run.lines, ...lines];
    return { ...run, lines: all.slice(-MAX_LINES), cut: run.cut || all.length > MAX_LINES };
  });
}

/** Marks a run as ended and adds it to Activity. */
export function runEnded(state: ConsoleState, id: number, ended: NonNullable<Run['ended']>): ConsoleState {
  const run = runsOf(state).find((run) => run.id === id);
  if (run === undefined) return state;
  const next = addActivity(state, {
    ...SINGLE_EVENT,
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
  return { ...state, runs: runsOf(state).map((run) => (run.id === id ? change(run) : run)) };
}

export function linesFound({ lines }: Run, search: string): readonly string[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? lines : lines.filter((line) => line.toLowerCase().includes(wanted));
}
