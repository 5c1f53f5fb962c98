import { onTestFinished } from 'vitest';
import { createMovedClock, type MovedClock } from './clock.ts';
import { realTimeout, SOCKETS, underWay } from './under-way.ts';

/** Quiet turns that mean nothing is under way. */
const QUIET_TURNS = 4;
/** Turns before pausing: something outside is awaited. */
const BUSY_TURNS = 200;
/** Quiet pauses that mean a server holds its request. */
const SILENT_PAUSES = 30;
/** In milliseconds. */
const HANGS_MS = 60_000;

type Waiter = {
  readonly holds: () => boolean;
  readonly until: number;
  readonly end: (held: boolean) => void;
  readonly failed: (error: unknown) => void;
};

/** A test's time, which goes on once somebody waits and nothing is under way. */
export type World = {
  readonly clock: MovedClock;
  /** Whether it came to hold, in milliseconds of this clock. */
  readonly until: (holds: () => boolean, timeoutMs: number) => Promise<boolean>;
  /** Without time going on. */
  readonly settled: () => Promise<void>;
};

/** @throws when something hangs. */
async function settled(): Promise<void> {
  const hangs = new AbortController();
  const timer = realTimeout(() => hangs.abort(), HANGS_MS);
  try {
    let seen = underWay.changes();
    let silent = 0;
    for (let [quiet, turns] = [0, 0]; quiet < QUIET_TURNS; turns += 1) {
      const work = underWay.list();
      // Own work takes no pause; others' is waited for.
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

  /** Returns whether a wait ended. */
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
        // Waiters go on first; time only after their work.
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

/** All consoles, commands and markets of a test share its time. */
export function worldOfTest(): World {
  if (current === null) {
    current = createWorld();
    onTestFinished(() => {
      current = null;
    });
  }
  return current;
}
