import { constants } from 'node:os';
import { spawn } from '@lydell/node-pty';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import { freshHome, type Home, type Variables } from './environment.ts';
import { type Ending, type Waiting, type WaitTime, waitingOn } from './expect.ts';
import { type Keyboard, keyboardOn } from './keyboard.ts';
import { type Screen, screenOf } from './screen.ts';
import { type Wire, wireOf } from './wire.ts';
import { writerTo } from './writing.ts';

export type Opening = {
  readonly command: string;
  readonly args?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  /** Merged over a clean environment; `undefined` removes a variable. */
  readonly env?: Variables;
  readonly cwd?: string;
};

/** Position on the screen, counted from 0. */
type Cell = { readonly column: number; readonly row: number };

/** Program in a real pseudo-terminal, with an emulated screen and a keyboard. */
export type Terminal = Screen &
  Wire &
  Keyboard &
  Waiting & {
    readonly pid: number;
    /** New home folder of the program. */
    readonly home: string;
    resize(columns: number, rows: number): void;
    /** Clicks a text, or turns the wheel over it. Returns whether the program enabled the mouse. */
    mouse(what: 'click' | 'wheel-up' | 'wheel-down', text: string): boolean;
    /** Presses the button of the mouse at one cell, moves it to another one over the cells between, and releases it. */
    drag(from: Cell, to: Cell): void;
    /** All output of the program so far, with escape sequences. */
    raw(): string;
    /** The current position in `raw()`, for `since`. */
    mark(): number;
    /** The output since a mark. */
    since(mark: number): string;
    /** The number of bytes written since a mark. */
    bytesSince(mark: number): number;
    /** Resolves when the program has ended and its last output is on the screen. */
    readonly exited: Promise<Ending>;
    /** Its exit, or null while it runs. */
    ending(): Ending | null;
    /** Sends a signal to the program. */
    kill(signal?: NodeJS.Signals): void;
    /** Ends the program and its child processes in this terminal, and deletes its home. */
    close(): Promise<void>;
  };

/** What runs in a terminal: a program behind a pseudo-terminal, or in this process. */
export type Occupant = {
  readonly pid: number;
  readonly write: (bytes: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Ends it, whatever it does. */
  readonly end: () => Promise<void>;
  readonly exited: Promise<Ending>;
};

/** Where the output of an occupant is shown. */
export type Shown = { readonly columns: number; readonly rows: number; readonly show: (output: string) => void };

/** How a terminal passes time: that of the machine, or another one. */
type TerminalTime = {
  readonly time?: WaitTime;
  readonly after?: (ms: number, then: () => void) => unknown;
};

/** Starts a program in a new terminal: 80 × 24, a clean environment, a new home. */
export function openTerminal(opening: Opening): Terminal {
  const { command, args = [], env } = opening;
  const home = freshHome(env);
  return terminalWith(opening, home, ({ columns, rows, show }) => {
    const name = env?.['TERM'] ?? 'xterm-256color';
    const cwd = opening.cwd ?? home.folder;
    const pty = spawn(command, [...args], { name, cols: columns, rows, cwd, env: home.env });
    const exited = new Promise<Ending>((resolve) => {
      pty.onExit(({ exitCode, signal }) =>
        resolve(signal ? { code: null, signal: signalName(signal) } : { code: exitCode, signal: null }),
      );
    });
    pty.onData(show);
    return {
      pid: pty.pid,
      write: writerTo(pty),
      resize: (toColumns, toRows) => pty.resize(toColumns, toRows),
      kill: (signal) => void process.kill(pty.pid, signal),
      end: async () => {
        // The program leads its own process group; the minus sign ends that group and nothing else.
        signalGroup(pty.pid, 'SIGKILL');
        await exited;
      },
      exited,
    };
  });
}

/** An emulated terminal with a keyboard, and what `start` runs in it. */
export function terminalWith(
  { columns = 80, rows = 24 }: Pick<Opening, 'columns' | 'rows'>,
  home: Home,
  start: (shown: Shown) => Occupant,
  { time, after }: TerminalTime = {},
): Terminal {
  const emulator = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  emulator.loadAddon(new Unicode11Addon());
  emulator.unicode.activeVersion = '11';

  const screen = screenOf(emulator);
  const wire = wireOf(emulator);
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };
  let raw = '';
  let ending: Ending | null = null;

  const occupant = start({
    columns,
    rows,
    show: (output) => {
      raw += output;
      emulator.write(output, () => {
        // A synchronized frame is read only when it is complete, as a real terminal shows it.
        if (!emulator.modes.synchronizedOutputMode) changed();
      });
    },
  });
  const send = occupant.write;
  // Responses of the terminal to queries for its identity and cursor position.
  emulator.onData(send);
  const exited = occupant.exited.then(
    (end) =>
      new Promise<Ending>((resolve) => {
        // The callback of an empty write comes after all earlier output has been parsed.
        emulator.write('', () => {
          ending = end;
          changed();
          resolve(end);
        });
      }),
  );

  const keyboard = keyboardOn(
    send,
    {
      applicationCursor: () => emulator.modes.applicationCursorKeysMode,
      bracketedPaste: () => emulator.modes.bracketedPasteMode,
    },
    after,
  );
  const waiting = waitingOn({
    screen,
    ending: () => ending,
    status: () => `${Buffer.byteLength(raw)} bytes written, modes changed: ${wire.modes().changed.join(' ') || 'none'}`,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...(time === undefined ? {} : { time }),
  });
  const since = (mark: number): string => raw.slice(mark);

  return {
    ...screen,
    ...wire,
    ...keyboard,
    ...waiting,
    pid: occupant.pid,
    home: home.folder,
    mouse: (what, text) => {
      if (emulator.modes.mouseTrackingMode === 'none') return false;
      const row = screen.rowOf(text);
      const column = screen.line(row).indexOf(text);
      const at = `${column + 1};${row + 1}`;
      const button = { click: 0, 'wheel-up': 64, 'wheel-down': 65 }[what];
      keyboard.type(`\u001b[<${button};${at}M${what === 'click' ? `\u001b[<0;${at}m` : ''}`);
      return true;
    },
    drag: (from, to) => {
      const steps = Math.max(Math.abs(to.column - from.column), Math.abs(to.row - from.row));
      const report = (button: number, part: number, end: 'M' | 'm'): string => {
        const column = Math.round(from.column + (to.column - from.column) * part);
        const row = Math.round(from.row + (to.row - from.row) * part);
        return `\u001b[<${button};${column + 1};${row + 1}${end}`;
      };
      const moves = Array.from({ length: steps }, (_, n) => report(32, (n + 1) / steps, 'M'));
      keyboard.type([report(0, 0, 'M'), ...moves, report(0, 1, 'm')].join(''));
    },
    resize: (toColumns, toRows) => {
      emulator.resize(toColumns, toRows);
      if (ending === null) occupant.resize(toColumns, toRows);
    },
    raw: () => raw,
    mark: () => raw.length,
    since,
    bytesSince: (mark) => Buffer.byteLength(since(mark)),
    exited,
    ending: () => ending,
    kill: (signal = 'SIGTERM') => {
      if (ending === null) occupant.kill(signal);
    },
    close: async () => {
      if (ending === null) await occupant.end();
      await exited;
      emulator.dispose();
      home.remove();
    },
  };
}

function signalName(signal: number): string {
  return Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`;
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // It may have ended in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
