import { clockTime, MINUTE_MS, playTime } from '../../lib/duration.ts';
import type { ShownInstead } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';

export type ReplayControls = {
  readonly toggle: () => void;
  /** In milliseconds; negative to go back. */
  readonly by: (ms: number) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** Goes to the next or previous lost instance, and pauses. */
  readonly toLoss: (direction: 1 | -1) => void;
  readonly speedUp: (direction: 1 | -1) => void;
};

/** Times in milliseconds since 1970. */
export type Replay = {
  readonly from: number;
  readonly to: number;
  readonly playing: boolean;
  readonly speed: number;
};

declare module '../../store/controller.ts' {
  interface Controller {
    readonly replay?: ReplayControls;
    /** Leaves the past; undefined outside of it. */
    readonly toNow?: () => void;
  }
}

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly replay?: Replay;
    /** The present while the past is shown, in milliseconds since 1970. */
    readonly pastOf?: number;
  }
}

export const replayOf = ({ replay }: Pick<ConsoleState, 'replay'>): Replay | null => replay ?? null;

/** What a recording replaces, and the scope of its keys. */
export const recording: ShownInstead = {
  sentence: 'This is a recording',
  helpTitle: 'In a recording',
};

/** What the past replaces, and the scope of its keys. */
export const pastInstead: ShownInstead = {
  sentence: 'This is the past',
  helpTitle: 'In the past',
  hasJournal: true,
};

export const pastShown = (state: ConsoleState, present: number): ConsoleState => ({
  ...state,
  pastOf: present,
  shownInstead: pastInstead,
});

export function replayShown(state: ConsoleState, replay: Replay, instead: ShownInstead = recording): ConsoleState {
  return { ...state, replay, shownInstead: instead };
}

export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

export function speedBeside(speed: number, direction: 1 | -1): number {
  const others = SPEEDS.filter((other) => (other - speed) * direction > 0);
  return (direction > 0 ? others[0] : others.at(-1)) ?? speed;
}

/** `▸ 22:24:31 ×10` */
export function replayClock({ now, glyphs }: Pick<ConsoleState, 'now' | 'glyphs'>, replay: Replay): string {
  const { playing, speed } = replay;
  const pace = speed === 1 ? '' : ` ${glyphs.times}${speed}`;
  return `${playing ? glyphs.into : glyphs.frozen} ${clockTime(now)}${pace}`;
}

/** `40 s ago`, `12 min ago`, `2 h 5 min ago` */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 1) return `${Math.max(0, Math.floor(ms / 1000))} s ago`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `${hours === 0 ? '' : `${hours} h `}${hours > 0 && rest === 0 ? '' : `${rest} min `}ago`;
}

/** `▸ 22:24:31 ×10 on 2026-11-20, 12:04 of 58:00` */
export function replayTime(state: Pick<ConsoleState, 'now' | 'glyphs'>, replay: Replay): string {
  const { now } = state;
  const { from, to } = replay;
  const at = new Date(now);
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `${replayClock(state, replay)} on ${day}, ${playTime(now - from)} of ${playTime(to - from)}`;
}
