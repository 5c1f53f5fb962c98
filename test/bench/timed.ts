import { type IPty, spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { freshHome, type Variables } from '../driver/environment.ts';

/** Bytes a second at 9600 baud. */
const SLOW = 960;

/** Milliseconds until a text was visible, also at 9600 baud. */
export type Traffic = { readonly ms: number; readonly slowMs: number; readonly bytes: number; readonly writes: number };

/** Since the last keys: first byte in milliseconds, and bytes. */
export type Heard = { readonly firstMs: number; readonly bytes: number };

/** Lines; the same list until the next output. */
export type Screen = readonly string[];

/** A pseudo-terminal with a stopwatch: output is timed on arrival, before drawing. */
export type TimedConsole = {
  readonly pid: number;
  /** Of `performance.now`. */
  readonly began: number;
  /** Sends keys and waits for a text. Without keys: since the start. */
  readonly until: (keys: string, shows: string) => Promise<Traffic>;
  /** Since the last keys of `until`. */
  readonly heard: () => Heard;
  /** Without waiting. */
  readonly press: (keys: string) => void;
  /** The time of a whole frame's output, as of `performance.now`; null for none in time. */
  readonly when: (meets: (lines: Screen) => boolean, limitMs: number) => Promise<number | null>;
  readonly lines: () => Screen;
  readonly raw: () => string;
  /** By q. */
  readonly quit: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Variables;
  /** Bytes a second; unlimited without. */
  readonly pace?: number;
};

/** Bytes waiting for a slow line before its program waits, too. */
const MAX_WAITING = 1024;
const BEAT_MS = 5;
/** In milliseconds. */
const LIMIT_MS = 300_000;

/** 160 × 45, with a fresh home. */
export function openTimed({ command, args, env, pace }: Program): TimedConsole {
  const home = freshHome(env);
  const emulator = new xterm.Terminal({ cols: 160, rows: 45, allowProposedApi: true });
  const began = performance.now();
  const pty = spawn(command, [...args], {
    name: 'xterm-256color',
    cols: 160,
    rows: 45,
    cwd: home.folder,
    env: home.env,
  });
  let raw = '';
  /** When a slow line would have carried all output. */
  let slowUntil = 0;
  let screen: Screen | null = null;
  const watchers = new Set<(stamp: number) => void>();
  const waits = new Set<(stamp: null) => void>();
  let since = { at: began, first: Number.NaN, bytes: 0, writes: 0 };
  const arrived = (output: string): void => {
    const stamp = performance.now();
    const bytes = Buffer.byteLength(output);
    raw += output;
    if (since.bytes === 0) since.first = stamp;
    since.bytes += bytes;
    since.writes += 1;
    slowUntil = Math.max(slowUntil, stamp) + (bytes / SLOW) * 1000;
    emulator.write(output, () => {
      screen = null;
      if (emulator.modes.synchronizedOutputMode) return;
      for (const watch of watchers) watch(stamp);
    });
  };
  const stopPacing = pace === undefined ? heard(pty, arrived) : paced(pty, pace, arrived);
  emulator.onData((answer) => pty.write(answer));
  const ended = new Promise<void>((resolve) => pty.onExit(() => resolve()));
  const lines = (): Screen => {
    const { active } = emulator.buffer;
    screen ??= Array.from({ length: emulator.rows }, (_, n) => active.getLine(n)?.translateToString(true) ?? '');
    return screen;
  };
  /** Ends every wait without a result. */
  const giveUp = (): void => {
    for (const end of waits) end(null);
  };
  const when = (meets: (lines: Screen) => boolean, limitMs: number): Promise<number | null> =>
    new Promise((resolve) => {
      const end = (stamp: number | null): void => {
        clearTimeout(late);
        watchers.delete(watch);
        waits.delete(end);
        resolve(stamp);
      };
      const late = setTimeout(() => end(null), limitMs);
      const watch = (stamp: number): void => {
        if (meets(lines())) end(stamp);
      };
      watchers.add(watch);
      waits.add(end);
    });

  return {
    pid: pty.pid,
    began,
    until: async (keys, text) => {
      if (keys !== '') since = { at: performance.now(), first: Number.NaN, bytes: 0, writes: 0 };
      const { at } = since;
      // Keys are pressed on a free line.
      if (keys !== '') slowUntil = at;
      const shown = (screen: Screen): boolean => screen.some((line) => line.includes(text));
      if (keys !== '') pty.write(keys);
      const stamp = keys === '' && shown(lines()) ? performance.now() : await when(shown, LIMIT_MS);
      if (stamp === null) throw new Error(`"${text}" was not seen in ${LIMIT_MS / 1000} s.`);
      return { ms: stamp - at, slowMs: slowUntil - at, bytes: since.bytes, writes: since.writes };
    },
    heard: () => ({ firstMs: since.first - since.at, bytes: since.bytes }),
    press: (keys) => pty.write(keys),
    when,
    lines,
    raw: () => raw,
    quit: async () => {
      pty.write('q');
      await ended;
      giveUp();
      stopPacing();
      emulator.dispose();
      home.remove();
    },
    close: async () => {
      pty.kill('SIGKILL');
      await ended;
      giveUp();
      stopPacing();
      emulator.dispose();
      home.remove();
    },
  };
}

function heard(pty: IPty, arrived: (output: string) => void): () => void {
  const { dispose } = pty.onData(arrived);
  return dispose;
}

/** As fast as a line carries it; a faster program waits. */
function paced(pty: IPty, bytesASecond: number, arrived: (output: string) => void): () => void {
  let waiting = '';
  let carried = 0;
  let last = performance.now();
  const stop = heard(pty, (output) => {
    waiting += output;
    if (waiting.length > MAX_WAITING) pty.pause();
  });
  const beat = setInterval(() => {
    const now = performance.now();
    carried += ((now - last) / 1000) * bytesASecond;
    last = now;
    let ready = '';
    for (const character of waiting) {
      const bytes = Buffer.byteLength(character);
      if (bytes > carried) break;
      carried -= bytes;
      ready += character;
    }
    waiting = waiting.slice(ready.length);
    // An idle line saves no capacity.
    if (waiting === '') carried = 0;
    if (waiting.length <= MAX_WAITING) pty.resume();
    if (ready !== '') arrived(ready);
  }, BEAT_MS);
  return () => {
    clearInterval(beat);
    stop();
  };
}
