import { clockTime, playTime } from '../lib/duration.ts';
import type { ConsoleState, Replay } from './state.ts';

/** How one moves about in a recording. */
export type ReplayControls = {
  /** Stands still, or goes on. */
  readonly toggle: () => void;
  /** Goes on by so many milliseconds, or back. */
  readonly by: (ms: number) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** Goes to the next loss of an instance, or to the one before, and stands still there. */
  readonly toLoss: (direction: 1 | -1) => void;
  /** The next higher speed, or the next lower one. */
  readonly speedUp: (direction: 1 | -1) => void;
};

/** Why something can't be done where a recording is shown; null where a service is. */
export function refusedInReplay({ replay }: Pick<ConsoleState, 'replay'>, why: string): string | null {
  return replay === null ? null : `This is a recording: ${why}`;
}

export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

/** The speed beside one: the next higher, or the next lower. */
export function speedBeside(speed: number, direction: 1 | -1): number {
  const others = SPEEDS.filter((one) => (one - speed) * direction > 0);
  return (direction > 0 ? others[0] : others.at(-1)) ?? speed;
}

/** The moment that is shown, and where in the recording it lies: `22:24:31 ×10 on 2026-11-20, 12:04 of 58:00`. */
export function replayTime({ now, glyphs }: Pick<ConsoleState, 'now' | 'glyphs'>, replay: Replay): string {
  const { from, to, playing, speed } = replay;
  const at = new Date(now);
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const pace = speed === 1 ? '' : ` ${glyphs.times}${speed}`;
  const stands = playing ? glyphs.into : glyphs.frozen;
  return `${stands} ${clockTime(now)}${pace} on ${day}, ${playTime(now - from)} of ${playTime(to - from)}`;
}
