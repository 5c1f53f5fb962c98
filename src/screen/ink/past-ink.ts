import { forgetTexts } from '../../lib/memoize.ts';
import { onlyReadAgain } from '../../store/age.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Theme } from '../dialogs/theme.ts';
import { hasOnlyLines, screenLines } from './screen-lines.ts';

/** Draws states without Ink. */
export type PastInk = {
  /** Whether it has drawn the state; otherwise Ink gets it, and draws until it is done. */
  readonly draw: (state: ConsoleState) => boolean;
  /** Leaves the screen to Ink until as many calls of `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
};

export type PastInkOptions = {
  readonly themeOf: (state: ConsoleState) => Theme;
  /** False when impossible. */
  readonly replaceFrame: (lines: readonly string[]) => boolean;
  /** Resolves when Ink has written everything. */
  readonly inkIsDone: () => Promise<void>;
  readonly onError: (fault: unknown) => void;
};

/** After a dialog another one may need the same texts. Milliseconds. */
export const KEPT_MS = 30_000;

/**
 * Draws a screen of lines past React and Ink: they take most of the time of a key. Ink draws dialogs, other sizes, and after another
 * program. Its texts are forgotten a while later.
 */
export function pastInk({ themeOf, replaceFrame, inkIsDone, onError }: PastInkOptions): PastInk {
  /** Null while Ink draws. */
  let atInk: ConsoleState | null = null;
  let pauses = 0;
  /** Past Ink. */
  let drawn: ConsoleState | null = null;
  /** Null once its texts are forgotten. Milliseconds since 1970. */
  let doneAt: number | null = null;
  /** Only the end of the last counts. */
  let given = 0;

  const drawLines = (state: ConsoleState): boolean => {
    try {
      const isDrawn = replaceFrame(screenLines(state, themeOf(state)));
      if (isDrawn) drawn = state;
      return isDrawn;
    } catch (fault) {
      onError(fault);
      return true;
    }
  };
  const giveToInk = (state: ConsoleState): void => {
    given += 1;
    atInk = null;
    drawn = null;
    doneAt = null;
    if (pauses > 0 || !hasOnlyLines(state)) return;
    const own = given;
    inkIsDone().then(
      () => {
        if (own !== given) return;
        atInk = state;
        doneAt = state.now;
        // Ink writes nothing for a frame like its own last one, though the screen has changed since.
        drawLines(state);
      },
      // The screen has failed or ended.
      () => undefined,
    );
  };

  return {
    draw: (state) => {
      if (doneAt !== null && state.now - doneAt >= KEPT_MS) {
        doneAt = null;
        forgetTexts();
      }
      if (drawn !== null && onlyReadAgain(drawn, state)) return true;
      if (atInk !== null && atInk.size === state.size && hasOnlyLines(state) && drawLines(state)) return true;
      giveToInk(state);
      return false;
    },
    pause: () => {
      pauses += 1;
      given += 1;
      atInk = null;
      drawn = null;
    },
    resume: () => {
      pauses -= 1;
    },
  };
}
