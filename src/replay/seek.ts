import type { Clock } from '../lib/clock.ts';
import type { Position, Timeline } from './timeline.ts';

/** So long the screen waits for what is worked out, at most, before it has its turn. */
export const SLICE_MS = 50;

type Parts = {
  readonly clock: Clock;
  readonly timeline: Timeline;
  /** Hears how far a journey has come that takes its time, and null when that is over. */
  readonly onPosition: (passed: number | null) => void;
};

/** Goes through a recording from one place to another, in slices, so that keys are heard meanwhile. */
export function createSeeker({ clock, timeline, onPosition }: Parts) {
  /** One that takes its time ends when the next begins. */
  let count = 0;
  let underWay = false;

  const go = async (start: Position, arrived: (there: Position) => boolean, ended: (there: Position) => void) => {
    count += 1;
    const mine = count;
    underWay = true;
    let there = start;
    let since = clock.steady();
    let hasTold = false;
    while (!arrived(there)) {
      const next = timeline.step(there);
      if (next === null) break;
      there = next;
      if (clock.steady() - since < SLICE_MS) continue;
      onPosition(there.passed);
      hasTold = true;
      await new Promise<void>((done) => clock.after(0, done));
      if (mine !== count) return;
      since = clock.steady();
    }
    underWay = false;
    if (hasTold) onPosition(null);
    ended(there);
  };

  return {
    /** Goes on from a place until it has arrived or there is nothing more. */
    go: (start: Position, arrived: (there: Position) => boolean, ended: (there: Position) => void): void =>
      void go(start, arrived, ended),
    underWay: (): boolean => underWay,
    stop: (): void => {
      count += 1;
    },
  };
}
