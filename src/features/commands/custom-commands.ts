import type { Outcome } from '../../api/result.ts';
import type { RunningConsole } from '../../app/runtime-part.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { describeError } from '../../lib/os-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { serviceLists } from '../../resources/index.ts';
import type { ChosenRow, Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../../store/activity.ts';
import { liveRows } from '../../store/disabled-reason.ts';
import { commandRefused } from '../../store/read-only.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type BackgroundProgram, type ProgramEnd, startInBackground } from '../../system/background-program.ts';
import { endInWords, runInTerminal, type TerminalEnd } from '../../system/run-in-terminal.ts';
import type { Environment } from '../../system/terminal.ts';
import { openPane } from '../../system/tmux.ts';
import {
  type CustomCommand,
  type FilledCommand,
  filledIn,
  placeholderValues,
  spotdeckVariables,
} from './custom-command.ts';
import { runEnded, runOutputAdded, runStarted } from './runs.ts';

/** More background programs wait. */
const MAX_RUNNING = 4;

declare module '../../store/controller.ts' {
  interface RemotePort {
    readonly runCustom?: (command: CustomCommand, pane: PaneName, fids: readonly string[]) => void;
    readonly stopRun?: (id: number) => void;
  }
}

type ProgramsConsole = Pick<RunningConsole, 'store' | 'clock' | 'suspend' | 'inTmux'> & {
  /** For commands with `token = true`. */
  readonly token: () => string | null;
  /** Limit for background programs, in milliseconds. */
  readonly maxMs: () => number;
};

type Target = {
  readonly pane: ServiceList;
  readonly fid: string;
  readonly label: string;
  readonly filled: FilledCommand;
};

/** Runs custom commands on rows, as argument lists unless the command names a shell. */
export function createPrograms({ store, clock, suspend, inTmux, token, maxMs }: ProgramsConsole) {
  const running = new Map<number, BackgroundProgram>();
  const turns = createSemaphore(MAX_RUNNING);
  let count = 0;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const log = (text: string, tone: 'plain' | 'good' | 'warn' | 'bad' = 'plain'): void =>
    change((state) => showNotice(state, text, tone));

  const valuesFor = (given: string | null, { environment }: FilledCommand): Environment => ({
    ...spotdeckVariables(),
    ...environment,
    // A `spotdeck` started by a command is as read-only as this console.
    ...(store.getState().connected.readOnly ? { SPOTDECK_READ_ONLY: 'true' } : {}),
    ...(given === null ? {} : { SPOTDECK_TOKEN: given }),
  });

  const inBackground = async (id: number, command: CustomCommand, { filled }: Target): Promise<ProgramEnd> => {
    const { program, args } = filled;
    const values = valuesFor(command.token ? token() : null, filled);
    const printed = (lines: readonly string[]): void => change((state) => runOutputAdded(state, id, lines));
    const started = startInBackground({ program, args, values, clock, maxMs: maxMs(), printed });
    running.set(id, started);
    return started.ended.finally(() => running.delete(id));
  };

  const inTerminal = async (command: CustomCommand, { filled }: Target): Promise<ProgramEnd> => {
    const { program, args } = filled;
    // tmux would keep the token and show it.
    if (inTmux) return inTmuxWindow(command.name, program, args, valuesFor(null, filled));
    let result: ProgramEnd = { ok: false, how: 'not started' };
    await suspend(async () => {
      result = endedBy(await runInTerminal(program, args, 'own', valuesFor(command.token ? token() : null, filled)));
    });
    return result;
  };

  const runOn = async (command: CustomCommand, target: Target): Promise<ProgramEnd> => {
    count += 1;
    const id = count;
    const { pane, fid, label } = target;
    change((state) =>
      runStarted(state, {
        id,
        command: command.name,
        row: label,
        about: { pane, fid },
        startedAt: clock.now(),
        ended: null,
        lines: [],
        cut: false,
      }),
    );
    const result = await (command.where === 'terminal'
      ? inTerminal(command, target)
      : inBackground(id, command, target));
    change((state) => runEnded(state, id, { at: clock.now(), ...result }));
    return result;
  };

  const runAll = async (command: CustomCommand, targets: readonly Target[]): Promise<void> => {
    const results: ProgramEnd[] = [];
    if (command.where === 'terminal') for (const target of targets) results.push(await runOn(command, target));
    else {
      log(targets.length === 1 ? `${command.name} runs.` : `${command.name} runs on ${targets.length} rows.`);
      results.push(...(await Promise.all(targets.map((target) => turns.acquire(() => runOn(command, target))))));
    }
    const failed = results.filter(({ ok }) => !ok);
    const [only] = results;
    if (results.length === 1 && only !== undefined) log(`${command.name}: ${only.how}.`, only.ok ? 'good' : 'bad');
    else if (failed.length === 0) log(`${command.name}: done on ${results.length} rows.`, 'good');
    else log(`${command.name}: ${failed.length} of ${results.length} failed.`, 'bad');
  };

  return {
    /** Runs a command on rows and reports rows it can't run on. */
    run: (command: CustomCommand, pane: PaneName, fids: readonly string[]): void => {
      const state = store.getState();
      const barred = commandRefused(command, state.connected);
      if (barred !== null) {
        log(barred, 'warn');
        return;
      }
      const targets: Target[] = [];
      const refused: string[] = [];
      for (const target of commandTargets(state, pane, fids)) {
        const filled = targetFor(state, command, target, target.list);
        if (filled?.ok === true) targets.push(filled.value);
        else if (filled !== null) refused.push(filled.error);
      }
      const [first] = refused;
      if (first !== undefined) log(refused.length === 1 ? first : `${first} ${refused.length - 1} more.`, 'warn');
      if (targets.length > 0)
        runAll(command, targets).catch((error: unknown) => log(`${command.name}: ${describeError(error)}.`, 'bad'));
    },

    stop: (id: number): void => running.get(id)?.stop(),

    /** Ends all background programs within a second. */
    endAll: (): void => {
      turns.cancel();
      for (const { end } of running.values()) end();
    },
  };
}

/** Fills a command in for a row, or says why it can't; null for a missing row. */
function targetFor<Name extends ServiceList>(
  state: ConsoleState,
  command: CustomCommand,
  { fid, part }: CommandTarget,
  list: Name,
): Outcome<Target, string> | null {
  const row = state.lists[list].rows.get(fid)?.row;
  if (row === undefined) return null;
  const { panes } = state.features;
  const { labelOf }: Resource<Name> = panes[list];
  const values = placeholderValues(list, row, liveContextOf(state), panes, part?.placeholders);
  const filled = filledIn(command, row.name || row.fid, values);
  return filled.ok ? { ok: true, value: { pane: list, fid, label: labelOf(row), filled: filled.value } } : filled;
}

function endedBy(end: TerminalEnd): ProgramEnd {
  if (end.kind === 'not-started') return { ok: false, how: `could not be started: ${end.why}` };
  return end.kind === 'code' && end.code === 0
    ? { ok: true, how: 'done' }
    : { ok: false, how: `ended with ${endInWords(end)}` };
}

/** The console never sees the end of a program in a tmux window. */
async function inTmuxWindow(
  name: string,
  program: string,
  args: readonly string[],
  values: Environment,
): Promise<ProgramEnd> {
  try {
    await openPane({ position: { kind: 'window', name }, program, args, kind: 'own', values });
    return { ok: true, how: 'opened in a tmux window' };
  } catch (error) {
    return { ok: false, how: `no tmux window was opened: ${describeError(error)}` };
  }
}

/** A row for a custom command. */
type CommandTarget = ChosenRow & { readonly list: ServiceList };

/** Rows of the service for rows of a pane: the same, or those they stand for. */
export function commandTargets<Name extends PaneName>(
  state: ConsoleState,
  pane: Name,
  fids: readonly string[],
): readonly CommandTarget[] {
  const list = serviceLists.find((name) => name === pane);
  if (list !== undefined) return fids.map((fid) => ({ list, fid, part: null }));
  const { standsFor }: Resource<Name> = state.features.panes[pane];
  return standsFor === undefined
    ? []
    : standsFor.rows(liveRows(state, pane, fids)).map((row) => ({ list: standsFor.list, ...row }));
}
