import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import { type IPty, spawn } from '@lydell/node-pty';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm from '@xterm/headless';
import { freshHome, type Home, type Variables } from './environment.ts';
import { type Ending, type Waiting, type WaitTime, waitingOn } from './expect.ts';
import { type Keyboard, keyboardOn } from './keyboard.ts';
import { type Screen, screenOf } from './screen.ts';
import { type Wire, wireOf } from './wire.ts';

export type Opening = {
  readonly command: string;
  readonly args?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
  /** Over a clean environment; `undefined` removes a variable. */
  readonly env?: Variables;
  readonly cwd?: string;
};

type Cell = { readonly column: number; readonly row: number };

/** A pseudo-terminal with an emulated screen and a keyboard. */
export type Terminal = Screen &
  Wire &
  Keyboard &
  Waiting & {
    readonly pid: number;
    readonly home: string;
    resize(columns: number, rows: number): void;
    /** Clicks, or turns the wheel. Returns whether the mouse is on. */
    mouse(what: 'click' | 'wheel-up' | 'wheel-down', text: string): boolean;
    /** Press, move over the cells between, release. */
    drag(from: Cell, to: Cell): void;
    /** With escape sequences. */
    raw(): string;
    /** A position in `raw()`. */
    mark(): number;
    since(mark: number): string;
    bytesSince(mark: number): number;
    /** After its last output is on the screen. */
    readonly exited: Promise<Ending>;
    /** Null while it runs. */
    ending(): Ending | null;
    kill(signal?: NodeJS.Signals): void;
    /** Ends the program with its children, and deletes its home. */
    close(): Promise<void>;
  };

/** A program behind a pseudo-terminal, or in this process. */
export type Occupant = {
  readonly pid: number;
  readonly write: (bytes: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Whatever it does. */
  readonly end: () => Promise<void>;
  readonly exited: Promise<Ending>;
};

export type Shown = { readonly columns: number; readonly rows: number; readonly show: (output: string) => void };

/** By default the machine's. */
type TerminalTime = {
  readonly time?: WaitTime;
  readonly after?: (ms: number, then: () => void) => unknown;
};

/** 80 × 24, a clean environment, a new home. */
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
        // The minus sign ends its process group and nothing else.
        signalGroup(pty.pid, 'SIGKILL');
        await exited;
      },
      exited,
    };
  });
}

/** Shows and operates what `start` runs. */
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
        // Terminals show whole synchronized frames.
        if (!emulator.modes.synchronizedOutputMode) changed();
      });
    },
  });
  const send = occupant.write;
  // Answers to queries for identity and cursor.
  emulator.onData(send);
  const exited = occupant.exited.then(
    (end) =>
      new Promise<Ending>((resolve) => {
        // An empty write is called back after all earlier output.
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
    // It may have ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** While the program does not read, in milliseconds. */
const AGAIN_MS = 2;

/**
 * Never blocks. node-pty's own write busy-waits on a full buffer (4 kB): deadlock, if the program waits for us to read.
 */
function writerTo(pty: IPty): (bytes: string) => void {
  const fd = 'fd' in pty && typeof pty.fd === 'number' ? pty.fd : null;
  if (fd === null) return (bytes) => pty.write(bytes);
  const waiting: Buffer[] = [];
  let pausing = false;
  let over = false;
  // The descriptor may belong to another file by now.
  pty.onExit(() => {
    over = true;
  });

  function flush(): void {
    pausing = false;
    for (let next = waiting.shift(); next !== undefined && !over; next = waiting.shift()) {
      const written = writeSome(fd ?? -1, next);
      if (written === next.length) continue;
      waiting.unshift(next.subarray(written));
      pausing = true;
      setTimeout(flush, AGAIN_MS);
      return;
    }
  }

  return (bytes) => {
    waiting.push(Buffer.from(bytes));
    if (!pausing) flush();
  };
}

/** All, when no reader is left. */
function writeSome(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EAGAIN') return 0;
    if (code === 'EIO' || code === 'EBADF') return bytes.length;
    throw error;
  }
}
