import { execFile, spawn } from 'node:child_process';
import { promisify, stripVTControlCharacters } from 'node:util';
import type { StoreApi } from 'zustand/vanilla';
import type { Clock } from '../lib/clock.ts';
import { shortDuration } from '../lib/duration.ts';
import { printableLine } from '../lib/printable.ts';
import { reason } from '../lib/reason.ts';
import { type Filled, filledIn, type OwnCommand } from '../resources/own-command.ts';
import type { Resource, Rows, ServiceList } from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import type { ConsoleState } from '../state/console.ts';
import { liveContextOf } from '../state/context.ts';
import { noticed } from '../state/happened.ts';
import { runEnded, runSaid, runStarted } from '../state/running.ts';
import { endInWords, runInTerminal, type TerminalEnd } from './in-terminal.ts';

/** As many programs run in the background at once; others wait for their turn. */
const AT_ONCE = 4;
/** What a program says is shown this often at most. */
const SHOWN_MS = 100;
/** A longer line is cut. */
const LONGEST_LINE = 2000;

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly clock: Clock;
  readonly suspend: (meanwhile: () => Promise<void>) => Promise<void>;
  readonly inTmux: boolean;
  /** The token that the console is signed in with, for commands that are to have it. */
  readonly token: () => string | null;
  readonly environment: () => NodeJS.ProcessEnv;
};

type Target = {
  readonly pane: ServiceList;
  readonly fid: string;
  readonly called: string;
  readonly filled: Filled;
};

/** How a program ended. */
type Ended = { readonly ok: boolean; readonly how: string };

/** Runs the operator's own programs on rows: argument lists, never lines for a shell unless the command says so. */
export function createPrograms({ store, clock, suspend, inTmux, token, environment }: Parts) {
  const running = new Map<number, () => void>();
  const waiting: (() => void)[] = [];
  let count = 0;
  let busy = 0;
  const change = (transition: (state: ConsoleState) => ConsoleState): void =>
    store.setState(transition(store.getState()), true);
  const tell = (text: string, tone: 'plain' | 'good' | 'warn' | 'bad' = 'plain'): void =>
    change((state) => noticed(state, text, tone));

  const environmentFor = (command: OwnCommand, { environment: own }: Filled): NodeJS.ProcessEnv => {
    const { SPOTDECK_TOKEN: _, ...rest } = environment();
    const secret = command.token ? token() : null;
    return { ...rest, ...own, ...(secret === null ? {} : { SPOTDECK_TOKEN: secret }) };
  };

  const begun = (command: OwnCommand, { pane, fid, called }: Target): number => {
    count += 1;
    const id = count;
    change((state) =>
      runStarted(state, {
        id,
        command: command.name,
        row: called,
        about: { pane, fid },
        startedAt: clock.now(),
        ended: null,
        lines: [],
        cut: false,
      }),
    );
    return id;
  };
  const over = (id: number, { ok, how }: Ended): void =>
    change((state) => runEnded(state, id, { at: clock.now(), ok, how }));

  const inBackground = (command: OwnCommand, target: Target): Promise<Ended> => {
    const id = begun(command, target);
    const { program, args } = target.filled;
    return new Promise((done) => {
      const began = clock.steady();
      // A group of its own, so that what it starts ends with it.
      const child = spawn(program, args, {
        env: environmentFor(command, target.filled),
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      const ended = (result: Ended): void => {
        running.delete(id);
        out.end();
        over(id, result);
        done(result);
      };
      const out = sayer(clock, (lines) => change((state) => runSaid(state, id, lines)));
      child.stdout.setEncoding('utf8').on('data', out.take);
      child.stderr.setEncoding('utf8').on('data', out.take);
      child.on('error', (error) => ended({ ok: false, how: `could not be started: ${reason(error)}` }));
      child.on('close', (code, signal) => {
        const took = `after ${shortDuration(clock.steady() - began)}`;
        ended({ ok: code === 0, how: code === 0 ? `done ${took}` : `ended with ${signal ?? `code ${code}`} ${took}` });
      });
      running.set(id, () => endGroup(child.pid));
    });
  };

  const inTerminal = async (command: OwnCommand, target: Target): Promise<Ended> => {
    const { program, args } = target.filled;
    const env = environmentFor(command, target.filled);
    const id = begun(command, target);
    let result: Ended = { ok: false, how: 'not started' };
    if (inTmux) result = await inTmuxWindow(command.name, program, args, target.filled.environment);
    else
      await suspend(async () => {
        result = endedBy(await runInTerminal(program, args, env));
      });
    over(id, result);
    return result;
  };

  /** In its turn: in the terminal one after the other, in the background a few at once. */
  const inTurn = (act: () => Promise<Ended>): Promise<Ended> =>
    new Promise((done) => {
      const start = (): void => {
        busy += 1;
        void act().then((result) => {
          busy -= 1;
          waiting.shift()?.();
          done(result);
        });
      };
      if (busy < AT_ONCE) start();
      else waiting.push(start);
    });

  const runAll = async (command: OwnCommand, targets: readonly Target[]): Promise<void> => {
    const results: Ended[] = [];
    if (command.where === 'terminal') for (const target of targets) results.push(await inTerminal(command, target));
    else {
      tell(targets.length === 1 ? `${command.name} runs.` : `${command.name} runs on ${targets.length} rows.`);
      results.push(...(await Promise.all(targets.map((target) => inTurn(() => inBackground(command, target))))));
    }
    const failed = results.filter(({ ok }) => !ok);
    const [only] = results;
    if (results.length === 1 && only !== undefined) tell(`${command.name}: ${only.how}.`, only.ok ? 'good' : 'bad');
    else if (failed.length === 0) tell(`${command.name}: done on ${results.length} rows.`, 'good');
    else tell(`${command.name}: ${failed.length} of ${results.length} did not end well.`, 'bad');
  };

  return {
    /** Runs a command on rows by their fids; those it can't be run on are told. */
    run: <Name extends ServiceList>(command: OwnCommand, pane: Name, fids: readonly string[]): void => {
      const state = store.getState();
      const context = liveContextOf(state);
      const { called }: Resource<Name> = resources[pane];
      const rows: readonly Rows[Name][] = fids.flatMap((fid) => state.lists[pane].rows.get(fid)?.row ?? []);
      const targets: Target[] = [];
      const refused: string[] = [];
      for (const row of rows) {
        const filled = filledIn(command, pane, row, context);
        if (filled.ok) targets.push({ pane, fid: row.fid, called: called(row), filled: filled.value });
        else refused.push(filled.error);
      }
      const [first] = refused;
      if (first !== undefined) tell(refused.length === 1 ? first : `${first} ${refused.length - 1} more.`, 'warn');
      if (targets.length > 0)
        runAll(command, targets).catch((error: unknown) => tell(`${command.name}: ${reason(error)}.`, 'bad'));
    },

    /** Ends a program that runs in the background. */
    stop: (id: number): void => running.get(id)?.(),

    /** Ends all of them: the console is about to end. */
    stopAll: (): void => {
      waiting.length = 0;
      for (const stop of running.values()) stop();
    },
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    // It has ended in this moment.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Takes text as it comes and hands on whole lines now and then, safe to print. */
function sayer(clock: Clock, say: (lines: readonly string[]) => void) {
  let rest = '';
  let lines: string[] = [];
  let cancel: (() => void) | null = null;
  const flush = (): void => {
    cancel?.();
    cancel = null;
    if (lines.length > 0) say(lines);
    lines = [];
  };
  const safe = (line: string): string =>
    printableLine(stripVTControlCharacters(line.replace(/\r$/, ''))).slice(0, LONGEST_LINE);
  return {
    take: (chunk: string): void => {
      const parts = (rest + chunk).split('\n');
      rest = (parts.pop() ?? '').slice(0, LONGEST_LINE);
      lines.push(...parts.map(safe));
      cancel ??= clock.after(SHOWN_MS, flush);
    },
    end: (): void => {
      if (rest !== '') lines.push(safe(rest));
      rest = '';
      flush();
    },
  };
}

/** How a program that had the terminal ended. */
function endedBy(end: TerminalEnd): Ended {
  if (end.kind === 'not-started') return { ok: false, how: `could not be started: ${end.why}` };
  return end.kind === 'code' && end.code === 0
    ? { ok: true, how: 'done' }
    : { ok: false, how: `ended with ${endInWords(end)}` };
}

const execute = promisify(execFile);

/** Opens a tmux window for a program. How it ends there is not known here. The token is not for tmux, which would keep it. */
async function inTmuxWindow(
  name: string,
  program: string,
  args: readonly string[],
  own: Readonly<Record<string, string>>,
): Promise<Ended> {
  const variables = Object.entries(own).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  try {
    await execute('tmux', ['new-window', '-n', name, ...variables, '--', program, ...args]);
    return { ok: true, how: 'opened in a tmux window' };
  } catch (error) {
    return { ok: false, how: `no tmux window was opened: ${reason(error)}` };
  }
}
