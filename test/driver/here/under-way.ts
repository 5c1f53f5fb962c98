import type { ChildProcess } from 'node:child_process';

/** Longest timer that counts as work, in milliseconds: libraries wait that long before they draw. */
const SHORT_MS = 50;

/** Work of the system that a program waits for: files, names, connections. */
const SYSTEM_WORK = /^(?:FS|CloseReq|GetAddrInfo|TCPConnect|PipeConnect|Zlib|WriteWrap|ShutdownWrap)/;

const timers = new Set<unknown>();
const requests = new Set<unknown>();
/** Requests over sockets, to servers that tests run in this process. */
let sockets = new Set<object>();
/** Those of them that their servers hold back for some time of the story. */
let held = new Set<object>();
const children = new Set<ChildProcess>();
let changes = 0;

/** Requests over sockets, among what is under way. */
export const SOCKETS = 'requests over sockets';

/** What goes on in this process, so that time passes only when nothing does. */
export const underWay = {
  /** Changes whenever something begins, ends or is drawn. */
  changes: (): number => changes,
  changed: (): void => {
    changes += 1;
  },
  /** What is under way, in words; empty when nothing is. */
  list: (): readonly string[] => [
    ...(timers.size > 0 ? [`${timers.size} short timers`] : []),
    ...(requests.size > 0 ? [`${requests.size} requests`] : []),
    ...(sockets.size > held.size ? [SOCKETS] : []),
    ...Array.from(children, ({ spawnfile }) => spawnfile),
    ...process.getActiveResourcesInfo().filter((name) => SYSTEM_WORK.test(name)),
  ],
  /** Counts a request until it settles. */
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
  /** Counts a request over a socket. Returns the function that ends it. */
  socket: (): (() => void) => {
    const request = {};
    sockets.add(request);
    changes += 1;
    return () => {
      sockets.delete(request);
      changes += 1;
    };
  },
  /** A server holds a request over a socket back: it is no work until then. Returns the function that ends this. */
  held: (): (() => void) => {
    const request = {};
    held.add(request);
    changes += 1;
    return () => {
      held.delete(request);
      changes += 1;
    };
  },
  /** Counts the present requests over sockets no more: their servers let them wait. */
  socketsWait: (): void => {
    sockets = new Set();
    held = new Set();
  },
  /** Counts a program until its output is closed. */
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

/** The timer of the machine, for what is no work of a program. */
export const realTimeout = real.setTimeout;

/** Counts short timers of libraries, such as those between two frames of Ink, which know no other clock. */
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
