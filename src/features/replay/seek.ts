import type { Clock } from '../../lib/clock.ts';
import type { Position, Timeline } from './recording/timeline.ts';

/** Longest time that seeking may block the screen, in milliseconds. */
export const SLICE_MS = 50;
/** Time between two reports of a seek, in milliseconds: each draws the screen, which takes longer than the slice before it. */
const REPORT_MS = 500;

/** A timeline that is gone through. */
type Seeking = {
  readonly clock: Clock;
  readonly timeline: Timeline;
  /** Called with the position during a long seek, and with null at its end. */
  readonly onPosition: (passed: number | null) => void;
};

/** Seeks in a recording in slices, so that keys still work. */
export function createSeeker({ clock, timeline, onPosition }: Seeking) {
  /** A new seek ends the current one. */
  let count = 0;
  let underWay = false;

  const seek = async (
    start: Position,
    arrived: (position: Position) => boolean,
    onEnd: (position: Position) => void,
  ) => {
    count += 1;
    const thisSeek = count;
    underWay = true;
    let position = start;
    let since = clock.steady();
    let reportedAt = since;
    let hasReported = false;
    while (!arrived(position)) {
      const next = timeline.step(position);
      if (next === null) break;
      position = next;
      if (clock.steady() - since < SLICE_MS) continue;
      if (clock.steady() - reportedAt >= REPORT_MS) {
        onPosition(position.passed);
        reportedAt = clock.steady();
        hasReported = true;
      }
      await new Promise<void>((done) => clock.after(0, done));
      if (thisSeek !== count) return;
      since = clock.steady();
    }
    underWay = false;
    if (hasReported) onPosition(null);
    onEnd(position);
  };

  return {
    /** Steps on from a position until it has arrived or the recording ends. */
    seek: (start: Position, arrived: (position: Position) => boolean, onEnd: (position: Position) => void): void =>
      void seek(start, arrived, onEnd),
    underWay: (): boolean => underWay,
    stop: (): void => {
      count += 1;
    },
  };
}
