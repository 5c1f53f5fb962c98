import { onTestFinished } from 'vitest';
import { createMovedClock, type MovedClock } from './clock.ts';
import { realTimeout, SOCKETS, underWay } from './under-way.ts';

/** Turns of this process without any change after which nothing is under way. */
const QUIET_TURNS = 4;
/** Turns after which the process pauses between two looks: something outside of it is waited for. */
const BUSY_TURNS = 200;
/** Pauses without any change after which a server of a test lets a request wait: it runs in this process, too. */
const SILENT_PAUSES = 30;
/** Time after which something that is under way counts as hanging, in milliseconds. */
const HANGS_MS = 60_000;

type Waiter = {
  readonly holds: () => boolean;
  readonly until: number;
  readonly end: (held: boolean) => void;
  readonly failed: (error: unknown) => void;
};

/** The time of a test, which goes on by itself as soon as nothing is under way and somebody waits. */
export type World = {
  readonly clock: MovedClock;
  /** Waits until a condition holds, for at most so many milliseconds of this clock. Returns whether it does. */
  readonly until: (holds: () => boolean, timeoutMs: number) => Promise<boolean>;
  /** Waits until nothing is under way, without time going on. */
  readonly settled: () => Promise<void>;
};

/** Waits until nothing is under way in this process. @throws when something hangs. */
async function settled(): Promise<void> {
  const hangs = new AbortController();
  const timer = realTimeout(() => hangs.abort(), HANGS_MS);
  try {
    let seen = underWay.changes();
    let silent = 0;
    for (let [quiet, turns] = [0, 0]; quiet < QUIET_TURNS; turns += 1) {
      const work = underWay.list();
      // What this process does takes no pause; what others do is waited for.
      const waits = turns > BUSY_TURNS || (work.length === 1 && work[0] === SOCKETS && turns > QUIET_TURNS);
      await new Promise<void>((done) => (waits ? realTimeout(done, 1) : setImmediate(done)));
      const isUnchanged = underWay.changes() === seen;
      seen = underWay.changes();
      quiet = isUnchanged && underWay.list().length === 0 ? quiet + 1 : 0;
      silent = isUnchanged && waits ? silent + 1 : 0;
      if (silent > SILENT_PAUSES) underWay.socketsWait();
      if (hangs.signal.aborted) throw new Error(`This does not end: ${work.join(', ')}.`);
    }
  } finally {
    clearTimeout(timer);
  }
}

function createWorld(): World {
  const clock = createMovedClock();
  const waiters = new Set<Waiter>();
  let isRunning = false;

  /** Ends the waits whose condition holds, or whose time is over. Returns whether there was one. */
  const look = (): boolean => {
    const before = waiters.size;
    for (const waiter of [...waiters]) {
      const held = waiter.holds();
      if (!held && clock.steady() < waiter.until) continue;
      waiters.delete(waiter);
      waiter.end(held);
    }
    return waiters.size < before;
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    try {
      for (;;) {
        await settled();
        const hasEnded = look();
        // Who waited goes on first, and time only when what they begin is over, too.
        await new Promise<void>((done) => setImmediate(done));
        if (waiters.size === 0) return;
        if (hasEnded) continue;
        const ends = Array.from(waiters, ({ until }) => until);
        clock.moveTo(Math.min(clock.nextDue() ?? Number.POSITIVE_INFINITY, ...ends));
      }
    } finally {
      isRunning = false;
    }
  };
  return {
    clock,
    settled,
    until: (holds, timeoutMs) =>
      new Promise<boolean>((end, failed) => {
        waiters.add({ holds, until: clock.steady() + timeoutMs, end, failed });
        if (!isRunning)
          run().catch((error: unknown) => {
            for (const waiter of waiters) waiter.failed(error);
            waiters.clear();
          });
      }),
  };
}

let current: World | null = null;

/** The world of the test that runs: all its consoles, commands and markets share the time. */
export function worldOfTest(): World {
  if (current === null) {
    current = createWorld();
    onTestFinished(() => {
      current = null;
    });
  }
  return current;
}
