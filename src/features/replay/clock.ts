import { clockTime, MINUTE_MS, playTime } from '../../lib/duration.ts';
import type { ShownInstead } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';

/** The controls of a recording. */
export type ReplayControls = {
  /** Pauses or plays. */
  readonly toggle: () => void;
  /** Seeks by a number of milliseconds; negative to go back. */
  readonly by: (ms: number) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** Goes to the next or previous loss of an instance, and pauses there. */
  readonly toLoss: (direction: 1 | -1) => void;
  /** Sets the next higher or lower speed. */
  readonly speedUp: (direction: 1 | -1) => void;
};

/** The shown recording: its beginning and end, in milliseconds since 1970, whether it plays, and its speed. */
export type Replay = {
  readonly from: number;
  readonly to: number;
  readonly playing: boolean;
  readonly speed: number;
};

declare module '../../store/controller.ts' {
  interface Controller {
    readonly replay?: ReplayControls;
    /** Shows the console as it is now; only while its past is shown. */
    readonly toNow?: () => void;
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly replay?: Replay;
    /** The present time while the past of the console is shown, in milliseconds since 1970; undefined while it is not. */
    readonly pastOf?: number;
  }
}

/** The recording that is shown instead of a service; null while a service is shown. */
export const replayOf = ({ replay }: Pick<ConsoleState, 'replay'>): Replay | null => replay ?? null;

/** A recording that is shown instead of a service, and the scope of the keys that move through it. */
export const recording: ShownInstead = {
  sentence: 'This is a recording',
  helpTitle: 'In a recording',
};

/** The past of this console, shown instead of the service, and the scope of the keys that move through it. */
export const pastInstead: ShownInstead = {
  sentence: 'This is the past',
  helpTitle: 'In the past',
  hasJournal: true,
};

/** Shows the past, as it is seen at a time. */
export const pastShown = (state: ConsoleState, present: number): ConsoleState => ({
  ...state,
  pastOf: present,
  shownInstead: pastInstead,
});

/** Shows a recording, or how it plays from now on. */
export function replayShown(state: ConsoleState, replay: Replay, instead: ShownInstead = recording): ConsoleState {
  return { ...state, replay, shownInstead: instead };
}

export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

/** The next higher or lower speed. */
export function speedBeside(speed: number, direction: 1 | -1): number {
  const others = SPEEDS.filter((other) => (other - speed) * direction > 0);
  return (direction > 0 ? others[0] : others.at(-1)) ?? speed;
}

/** The shown time, whether it runs, and its speed: `▸ 22:24:31 ×10`. */
export function replayClock({ now, glyphs }: Pick<ConsoleState, 'now' | 'glyphs'>, replay: Replay): string {
  const { playing, speed } = replay;
  const pace = speed === 1 ? '' : ` ${glyphs.times}${speed}`;
  return `${playing ? glyphs.into : glyphs.frozen} ${clockTime(now)}${pace}`;
}

/** How long ago a moment was, in milliseconds: `40 s ago`, `12 min ago`, `2 h 5 min ago`. */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s ago`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${hours === 0 ? '' : `${hours} h `}${hours > 0 && rest === 0 ? '' : `${rest} min `}ago`;
}

/** The shown time and its position in the recording: `▸ 22:24:31 ×10 on 2026-11-20, 12:04 of 58:00`. */
export function replayTime(state: Pick<ConsoleState, 'now' | 'glyphs'>, replay: Replay): string {
  const { now } = state;
  const { from, to } = replay;
  const at = new Date(now);
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `${replayClock(state, replay)} on ${day}, ${playTime(now - from)} of ${playTime(to - from)}`;
}
