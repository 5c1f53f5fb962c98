import { errorMessage } from '../../api/error-messages.ts';
import { shortDuration } from '../../lib/duration.ts';
import { widthOf, wrapped } from '../../lib/width.ts';
import type { Tone } from '../../resources/cell.ts';
import { isServiceList } from '../../resources/index.ts';
import { isSignedOut, refusalOf } from '../../store/access.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { problemOf } from '../../store/header.ts';
import { keyNamed } from '../../store/key-names.ts';
import { hiddenIn, hiddenSentence, type OpenQuestion } from '../../store/question.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type FootLine, questionSign, widthOfAll } from '../dialogs/line.ts';
import { ageText } from '../dialogs/question-lines.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { hintsOf, pinnedHints, spread } from './hints.ts';

/** Smallest number of lines above the foot. */
const MIN_LINES_ABOVE = 3;

/**
 * The foot of the screen: notices or a question, in full, on as many lines as they need, or else one line of hints.
 * All but the last line cover the panes. Palette and help stay at the right end, except beside a question.
 */
export function footOf(state: ConsoleState): readonly FootLine[] {
  const { notice, size } = state;
  const top = topDialog(state);
  const question = top === undefined ? state.tapQuestion : null;
  const texts: readonly FootText[] = notice === null ? [] : [notice];
  const shown = texts.length > 0 || question !== null || top !== undefined ? texts : problemTexts(state);
  const most = Math.max(1, size.rows - MIN_LINES_ABOVE);
  const own = top === undefined ? null : dialogLines(state, top);
  if (own !== null) return [...textLines(texts, size.columns - 1), ...own].slice(-most);
  if (question !== null) {
    const asked = questionLines(state, question);
    return [...textLines(shown, size.columns - 1), ...asked].slice(0, most);
  }
  if (shown.length === 0) return [hintsOf(state)];
  if (top !== undefined) return textLines(shown, size.columns - 1).slice(0, most);
  const [long, short] = [pinnedHints(state, 'words'), pinnedHints(state, 'keys')];
  const inOneLine = textLines(shown, size.columns - 1 - widthOfAll(long));
  const pinned = inOneLine.length === 1 ? long : short;
  const lines =
    inOneLine.length === 1 ? inOneLine : textLines(shown, size.columns - 1 - widthOfAll(short)).slice(0, most);
  return lines.map((line, n) => (n === lines.length - 1 ? spread(line, pinned, size.columns) : line));
}

/** The lines of a dialog that replaces the foot, the last one empty for its text field; null for another one. */
function dialogLines<Kind extends DialogKind>(state: ConsoleState, own: DialogState<Kind>): readonly FootLine[] | null {
  const { foot, textField } = dialogOf(state, own);
  if (foot === undefined) return null;
  return [...(foot.lines?.(state, own) ?? []), ...(textField === undefined ? [] : [[]])];
}

/** The key that a click at a position of the foot presses; undefined outside of it, null where there is no key. */
export function footKeyAt(
  state: ConsoleState,
  { column, row }: { readonly column: number; readonly row: number },
): string | null | undefined {
  const lines = footOf(state);
  const line = lines[row - (state.size.rows - lines.length)];
  if (line === undefined) return undefined;
  let right = 0;
  for (const { text, key } of line) {
    right += widthOf(text);
    if (column < right) return key;
  }
  return null;
}

type FootText = { readonly text: string; readonly tone: Tone };

const textLines = (texts: readonly FootText[], width: number): readonly FootLine[] =>
  texts.flatMap(({ text, tone }) =>
    wrapped(text, width).map((line): FootLine => [{ text: ` ${line}`, tone, key: null }]),
  );

const LEAVES = 'Esc leaves it.';

/** The question of a first tap, with the glyph that shows when a second one can confirm it. A click answers it too. */
function questionLines(state: ConsoleState, question: OpenQuestion): readonly FootLine[] {
  const { key, effect, request } = question;
  const again = `${questionSign(state, question)} ${key === 'y' ? 'y' : `${key} again`}`;
  const marks = hiddenIn(request);
  const hidden = marks === null ? '' : ` ${hiddenSentence(marks)}.`;
  const age = ageText(state, effect);
  const sentence = age === '' ? effect.sentence : `${effect.sentence}, ${age}`;
  const tone = 'warn';
  const lines = wrapped(`${again}: ${sentence}.${hidden} ${LEAVES}`, state.size.columns - 1);
  return lines.map((text, n): FootLine => {
    const from = n === 0 ? again.length : 0;
    const to = n === lines.length - 1 && text.endsWith(LEAVES) ? text.length - LEAVES.length : text.length;
    return [
      { text: ` ${text.slice(0, from)}`, tone, key: n === 0 ? key : null },
      { text: text.slice(from, to), tone, key: null },
      { text: text.slice(to), tone, key: 'Esc' },
    ];
  });
}

/** The error that keeps lists from being refreshed, or the focused one alone, and what happens next. */
function problemTexts(state: ConsoleState): readonly FootText[] {
  const problem = problemOf(state);
  if (problem === null) return refusalTexts(state);
  const { what, hint } = errorMessage(problem.error);
  const stopped = isSignedOut(state)
    ? `Press ${keyNamed(state, 'sign-in', 'T')} to sign in with another token.`
    : (hint ?? `Press ${keyNamed(state, 'refresh', 'R')} to try again.`);
  const next = problem.tryAt === null ? stopped : nextTry(problem.tryAt - state.now);
  // In a recording the error has passed: there is nothing to do and nothing to wait for.
  return [{ text: state.shownInstead === null ? `${what} ${next}` : what, tone: 'bad' }];
}

/** Why the focused list is no longer read though the others are; a list without rows says it in its pane. */
function refusalTexts(state: ConsoleState): readonly FootText[] {
  const { focus, lists } = state;
  const refusal = isServiceList(focus) ? refusalOf(state, focus) : null;
  if (refusal === null || lists[focus].rows.size === 0) return [];
  const tryAt = lists[focus].failure?.tryAt ?? null;
  const next = tryAt === null || state.shownInstead !== null ? '' : ` ${nextTry(tryAt - state.now)}`;
  return [{ text: `${state.features.panes[focus].title}: ${errorMessage(refusal).what}${next}`, tone: 'bad' }];
}

/** When the poller tries a failing list again. */
export function nextTry(ms: number): string {
  return ms < 1000 ? 'Trying again now.' : `Next try in ${shortDuration(ms)}.`;
}
