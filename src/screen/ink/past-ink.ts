import { forgetTexts } from '../../lib/memoize.ts';
import { onlyReadAgain } from '../../store/age.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Theme } from '../dialogs/theme.ts';
import { hasOnlyLines, screenLines } from './screen-lines.ts';

/** What draws states without Ink while it has nothing to draw. */
export type PastInk = {
  /** Draws a state that is a screen of lines; whether it has. Otherwise Ink gets it, and draws until it is done with all that it got. */
  readonly draw: (state: ConsoleState) => boolean;
  /** Leaves the screen to Ink until `resume`, as often as it is called. */
  readonly pause: () => void;
  readonly resume: () => void;
};

export type PastInkOptions = {
  readonly themeOf: (state: ConsoleState) => Theme;
  /** Replaces the frame on screen; whether that was possible. */
  readonly replaceFrame: (lines: readonly string[]) => boolean;
  /** Resolves when Ink has written all that it has to draw. */
  readonly inkIsDone: () => Promise<void>;
  readonly onError: (fault: unknown) => void;
};

/** Time after a dialog closed in which another one may need the same texts, in milliseconds. */
export const KEPT_MS = 30_000;

/**
 * Draws changes of a screen that consists of lines past React and Ink, which take most of the time of a key: their tree stays as it was,
 * and is drawn with the present state when a dialog opens, the terminal gets another size, or another program has had the terminal. What
 * Ink and dialogs keep of texts is forgotten a while after they are done.
 */
export function pastInk({ themeOf, replaceFrame, inkIsDone, onError }: PastInkOptions): PastInk {
  /** The last state that Ink has got; null while it draws. */
  let atInk: ConsoleState | null = null;
  let pauses = 0;
  /** The last state that was drawn past Ink. */
  let drawn: ConsoleState | null = null;
  /** When Ink was done with what it has drawn last; null once its texts are forgotten. Milliseconds since 1970. */
  let doneAt: number | null = null;
  /** Counts what Ink has got, so that only the end of the last counts. */
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
        // Ink writes nothing for a frame that equals its own last one, although the screen has changed since.
        drawLines(state);
      },
      // The screen has failed or ended: nothing is drawn any more.
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
