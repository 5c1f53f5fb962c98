import type { ChildProcess } from 'node:child_process';

/** In milliseconds: libraries wait that long before drawing. */
const SHORT_MS = 50;

/** Files, names and connections that programs wait for. */
const SYSTEM_WORK = /^(?:FS|CloseReq|GetAddrInfo|TCPConnect|PipeConnect|Zlib|WriteWrap|ShutdownWrap)/;

const timers = new Set<unknown>();
const requests = new Set<unknown>();
/** To servers of this process. */
let sockets = new Set<object>();
/** Held back by their servers for some of the story's time. */
let held = new Set<object>();
const children = new Set<ChildProcess>();
let changes = 0;

export const SOCKETS = 'requests over sockets';

/** Work in this process: time passes only without any. */
export const underWay = {
  /** Counts beginnings, ends and drawings. */
  changes: (): number => changes,
  changed: (): void => {
    changes += 1;
  },
  /** In words; empty for none. */
  list: (): readonly string[] => [
    ...(timers.size > 0 ? [`${timers.size} short timers`] : []),
    ...(requests.size > 0 ? [`${requests.size} requests`] : []),
    ...(sockets.size > held.size ? [SOCKETS] : []),
    ...Array.from(children, ({ spawnfile }) => spawnfile),
    ...process.getActiveResourcesInfo().filter((name) => SYSTEM_WORK.test(name)),
  ],
  request: <Answer>(sent: Promise<Answer>): Promise<Answer> => {
    requests.add(sent);
    changes += 1;
    const done = (): void => {
      requests.delete(sent);
      changes += 1;
    };
    sent.then(done, done);
    return sent;
  },
  /** Returns what ends it. */
  socket: (): (() => void) => {
    const request = {};
    sockets.add(request);
    changes += 1;
    return () => {
      sockets.delete(request);
      changes += 1;
    };
  },
  /** A held request is no work. Returns what ends this. */
  held: (): (() => void) => {
    const request = {};
    held.add(request);
    changes += 1;
    return () => {
      held.delete(request);
      changes += 1;
    };
  },
  /** Their servers hold them: they no longer count. */
  socketsWait: (): void => {
    sockets = new Set();
    held = new Set();
  },
  /** Counts a program until its output closes. */
  child: <Child extends ChildProcess>(child: Child): Child => {
    children.add(child);
    const done = (): void => {
      children.delete(child);
      changes += 1;
    };
    child.once('close', done);
    child.once('error', done);
    return child;
  },
};

const real = { setTimeout, clearTimeout };

/** For everything but a program's work. */
export const realTimeout = real.setTimeout;

/** Counts short timers of libraries, such as Ink's frames. */
function countTimers(): void {
  globalThis.setTimeout = new Proxy(real.setTimeout, {
    apply: (target, self, [then, ms = 0, ...given]: [(...given: unknown[]) => void, number?, ...unknown[]]) => {
      const timer = Reflect.apply(target, self, [
        () => {
          timers.delete(timer);
          changes += 1;
          then(...given);
        },
        ms,
      ]);
      if (ms <= SHORT_MS) timers.add(timer);
      return timer;
    },
  });
  globalThis.clearTimeout = (timer) => {
    timers.delete(timer);
    real.clearTimeout(timer);
  };
}
countTimers();
