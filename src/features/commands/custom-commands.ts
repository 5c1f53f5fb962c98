import type { Outcome } from '../../api/result.ts';
import type { RunningConsole } from '../../app/runtime-part.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { describeError } from '../../lib/os-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../../store/activity.ts';
import { commandRefused } from '../../store/read-only.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type BackgroundProgram, type ProgramEnd, startInBackground } from '../../system/background-program.ts';
import { endInWords, runInTerminal, type TerminalEnd } from '../../system/run-in-terminal.ts';
import type { Environment } from '../../system/terminal.ts';
import { openPane } from '../../system/tmux.ts';
import type { CustomCommand } from './command-record.ts';
import { type FilledCommand, filledIn, placeholderValues } from './custom-command.ts';
import { runEnded, runOutputAdded, runStarted } from './runs.ts';
import { spotdeckVariables } from './spotdeck-variables.ts';
import { type CommandTarget, commandTargets } from './targets.ts';

/** Maximum number of programs that run in the background at once; the rest wait. */
const MAX_RUNNING = 4;

declare module '../../store/controller.ts' {
  interface RemotePort {
    /** Runs a custom command on rows of a pane. */
    readonly runCustom?: (command: CustomCommand, pane: PaneName, fids: readonly string[]) => void;
    /** Ends a custom command that runs in the background. */
    readonly stopRun?: (id: number) => void;
  }
}

/** The console that runs custom commands. */
type ProgramsConsole = Pick<RunningConsole, 'store' | 'clock' | 'suspend' | 'inTmux'> & {
  /** The token in use, for commands with `token = true`. */
  readonly token: () => string | null;
  /** The longest time of a program in the background, in milliseconds. */
  readonly maxMs: () => number;
};

type Target = {
  readonly pane: ServiceList;
  readonly fid: string;
  readonly label: string;
  readonly filled: FilledCommand;
};

/** Runs the operator's custom commands on rows, as argument lists unless the command names a shell. */
export function createPrograms({ store, clock, suspend, inTmux, token, maxMs }: ProgramsConsole) {
  const running = new Map<number, BackgroundProgram>();
  const turns = createSemaphore(MAX_RUNNING);
  let count = 0;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const log = (text: string, tone: 'plain' | 'good' | 'warn' | 'bad' = 'plain'): void =>
    change((state) => showNotice(state, text, tone));

  /** What makes each `spotdeck` that a command starts as read-only as this console. */
  const readOnlyHere = (): Readonly<Record<string, string>> =>
    store.getState().connected.readOnly ? { SPOTDECK_READ_ONLY: 'true' } : {};

  const valuesFor = (command: Pick<CustomCommand, 'token'>, { environment: own }: FilledCommand): Environment => {
    const secret = command.token ? token() : null;
    return {
      ...spotdeckVariables(),
      ...own,
      ...readOnlyHere(),
      ...(secret === null ? {} : { SPOTDECK_TOKEN: secret }),
    };
  };

  const startRun = (command: CustomCommand, { pane, fid, label }: Target): number => {
    count += 1;
    const id = count;
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
    return id;
  };
  const endRun = (id: number, { ok, how }: ProgramEnd): void =>
    change((state) => runEnded(state, id, { at: clock.now(), ok, how }));

  const inBackground = async (command: CustomCommand, target: Target): Promise<ProgramEnd> => {
    const id = startRun(command, target);
    const { program, args } = target.filled;
    const values = valuesFor(command, target.filled);
    const printed = (lines: readonly string[]): void => change((state) => runOutputAdded(state, id, lines));
    const started = startInBackground({ program, args, values, clock, maxMs: maxMs(), printed });
    running.set(id, started);
    const result = await started.ended;
    running.delete(id);
    endRun(id, result);
    return result;
  };

  const inTerminal = async (command: CustomCommand, target: Target): Promise<ProgramEnd> => {
    const { program, args } = target.filled;
    const values = valuesFor(command, target.filled);
    const id = startRun(command, target);
    let result: ProgramEnd = { ok: false, how: 'not started' };
    // tmux would keep the token and show it, so it does not get it.
    if (inTmux) result = await inTmuxWindow(command.name, program, args, valuesFor({ token: false }, target.filled));
    else
      await suspend(async () => {
        result = endedBy(await runInTerminal(program, args, 'own', values));
      });
    endRun(id, result);
    return result;
  };

  const runAll = async (command: CustomCommand, targets: readonly Target[]): Promise<void> => {
    const results: ProgramEnd[] = [];
    if (command.where === 'terminal') for (const target of targets) results.push(await inTerminal(command, target));
    else {
      log(targets.length === 1 ? `${command.name} runs.` : `${command.name} runs on ${targets.length} rows.`);
      results.push(...(await Promise.all(targets.map((target) => turns.acquire(() => inBackground(command, target))))));
    }
    const failed = results.filter(({ ok }) => !ok);
    const [only] = results;
    if (results.length === 1 && only !== undefined) log(`${command.name}: ${only.how}.`, only.ok ? 'good' : 'bad');
    else if (failed.length === 0) log(`${command.name}: done on ${results.length} rows.`, 'good');
    else log(`${command.name}: ${failed.length} of ${results.length} failed.`, 'bad');
  };

  return {
    /** Runs a command on rows by their fids and reports the rows that it can't run on. */
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

    /** Stops a background program. */
    stop: (id: number): void => running.get(id)?.stop(),

    /** Ends all background programs within a second, when the console ends. */
    endAll: (): void => {
      turns.cancel();
      for (const { end } of running.values()) end();
    },
  };
}

/** Fills a command in for a row, or returns why it can't run on it; null when the row is gone. */
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

/** Converts the end of a program in the terminal to that of a run. */
function endedBy(end: TerminalEnd): ProgramEnd {
  if (end.kind === 'not-started') return { ok: false, how: `could not be started: ${end.why}` };
  return end.kind === 'code' && end.code === 0
    ? { ok: true, how: 'done' }
    : { ok: false, how: `ended with ${endInWords(end)}` };
}

/** Opens a tmux window for a program, whose end the console does not see. */
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
