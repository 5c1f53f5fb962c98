import { type Clock, machineClock } from '../../src/lib/clock.ts';
import { runsPrograms, type Variables } from './environment.ts';
import { worldOfTest } from './here/world.ts';

/** The machine's for programs, the test's in process. */
export const storyClock = (): Clock => (runsPrograms ? machineClock : worldOfTest().clock);

/** In milliseconds since 1970. Returns variables for the programs. */
export function startAt(now: number): Variables {
  if (runsPrograms)
    return { NODE_OPTIONS: `--import=${new URL('clock.mjs', import.meta.url).href}`, TEST_CLOCK: String(now) };
  worldOfTest().clock.setTo(now);
  return {};
}

/** In milliseconds of the story's clock. */
const [LOOK_MS, PATIENCE_MS] = [100, 100_000];
const SELDOM_MS = 1000;

/** Waits for anything no screen shows: a file, a row, a request. */
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
    // Looking costs processor time: another tenth of a long wait is short.
    const seldom = Math.min(SELDOM_MS, (clock.steady() - began) / 10);
    await passes(runsPrograms ? Math.max(LOOK_MS, seldom) : LOOK_MS);
  }
}

/** For things that must not happen. */
export async function passes(ms: number): Promise<void> {
  if (runsPrograms) await new Promise((done) => setTimeout(done, ms));
  else await worldOfTest().until(() => false, ms);
}
