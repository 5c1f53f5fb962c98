import { type Clock, machineClock } from '../../src/lib/clock.ts';
import { runsPrograms, type Variables } from './environment.ts';
import { worldOfTest } from './here/world.ts';

/** The clock of the programs of a story: that of the machine, or that of the test when they run in its process. */
export const storyClock = (): Clock => (runsPrograms ? machineClock : worldOfTest().clock);

/** Sets the time of day for a story, in milliseconds since 1970. Returns what its programs need for that. */
export function startAt(now: number): Variables {
  if (runsPrograms)
    return { NODE_OPTIONS: `--import=${new URL('clock.mjs', import.meta.url).href}`, TEST_CLOCK: String(now) };
  worldOfTest().clock.setTo(now);
  return {};
}

/** Shortest time between two looks, and longest wait, in milliseconds of the story's clock. */
const [LOOK_MS, PATIENCE_MS] = [100, 100_000];
/** Longest time between two looks at a program. */
const SELDOM_MS = 1000;

/** Waits until what is expected holds, for what no screen shows: a file, a row at the service, a request. Time goes on meanwhile. */
export async function soon(expected: () => void | Promise<void>, patienceMs = PATIENCE_MS): Promise<void> {
  const clock = storyClock();
  const began = clock.steady();
  for (;;) {
    if (!runsPrograms) await worldOfTest().settled();
    try {
      await expected();
      return;
    } catch (error) {
      if (clock.steady() - began >= patienceMs) throw error;
    }
    // A look at processes, a journal or a service costs time of the processor: after a long wait another tenth of it is short.
    const seldom = Math.min(SELDOM_MS, (clock.steady() - began) / 10);
    await passes(runsPrograms ? Math.max(LOOK_MS, seldom) : LOOK_MS);
  }
}

/** Lets time pass in which nothing is waited for: for what must not happen. */
export async function passes(ms: number): Promise<void> {
  if (runsPrograms) await new Promise((done) => setTimeout(done, ms));
  else await worldOfTest().until(() => false, ms);
}
