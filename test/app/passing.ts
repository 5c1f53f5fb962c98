import { vi } from 'vitest';
// Counts requests.
import '../driver/here/network.ts';
import { worldOfTest } from '../driver/here/world.ts';
import type { HandClock } from '../store/hand-clock.ts';

/** Longest time that is let pass for something, in milliseconds of the clock. */
const LONGEST_MS = 30 * 60_000;

/** Waits until every request to a market of this process is answered, and all code is loaded that somebody waits for. */
export async function settled(): Promise<void> {
  await vi.dynamicImportSettled();
  await worldOfTest().settled();
}

/** Lets time pass in steps until an expectation holds. What a step begins is over before the next one, however long the machine takes. */
export async function passesUntil(clock: HandClock, stepMs: number, expected: () => void): Promise<void> {
  for (const end = clock.steady() + LONGEST_MS; ; ) {
    await clock.pass(stepMs);
    await settled();
    try {
      expected();
      return;
    } catch (error) {
      if (clock.steady() >= end) throw error;
    }
  }
}
