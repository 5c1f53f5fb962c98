import { errorMessage } from '../api/error-messages.ts';
import { fitAll, questionSign, type Segment, widthOfAll } from '../dialogs/line.ts';
import { paint, type Theme } from '../dialogs/theme.ts';
import { activeBindings } from '../keymap/dispatch.ts';
import { shortDuration } from '../lib/duration.ts';
import { wrapped } from '../lib/width.ts';
import type { Tone } from '../resources/cell.ts';
import { hiddenSentence } from '../state/dialogs/armed-action.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
import { problemOf } from '../state/header.ts';
import { headerParts } from '../state/header-line.ts';
import { keyNamed } from '../state/key-names.ts';
import { sparklinesOf } from '../state/sparklines.ts';
import type { ConsoleState } from '../state/state.ts';
import { tabsOf } from '../state/tabs.ts';

/** Columns between the header's parts and the sparklines. */
const SPARKLINE_GAP = 3;

/** Returns the top line: what the console is connected to, what is being preempted, totals and cost; shorter on a narrow screen. */
export function headerLine(state: ConsoleState, theme: Theme): string {
  const { glyphs, size } = state;
  const { parts, isWhole } = headerParts(state, size.columns);
  const line: Segment[] = [];
  for (const { left, texts } of parts) line.push({ text: ' '.repeat(left - widthOfAll(line)) }, ...texts);
  const room = size.columns - widthOfAll(line) - 1;
  const picture = isWhole ? sparklinesOf(state, room - SPARKLINE_GAP) : [];
  if (picture.length > 0) line.push({ text: ' '.repeat(room - widthOfAll(picture)) }, ...picture);
  return paint(fitAll(line, size.columns, glyphs.more), theme);
}

/** Returns the tabs of the panes, by key and name, for a screen that shows one pane. */
export function tabsLine(state: ConsoleState, theme: Theme): string {
  const tabs = tabsOf(state).map(
    ({ name, text }): Segment => ({ text, tone: name === state.focus ? 'accent' : 'dim' }),
  );
  return paint(fitAll(tabs, state.size.columns, state.glyphs.more), theme);
}

/** Returns the last line of the screen. */
export function hintLine(state: ConsoleState, theme: Theme): string {
  return footLines(state, theme).at(-1) ?? '';
}

/**
 * Returns the foot of the screen: notices or a question, in full, on as many lines as they need, or else one line of hints.
 * All but the last line cover the panes.
 */
export function footLines(state: ConsoleState, theme: Theme): readonly string[] {
  const { notice, size } = state;
  const top = topDialog(state);
  const texts: readonly FootText[] = notice === null ? [] : [{ text: notice.text, tone: notice.tone }];
  const questions = top === undefined ? tapQuestion(state) : [];
  const problem = top === undefined && texts.length + questions.length === 0 ? problemTexts(state) : [];
  const lines = [...texts, ...problem, ...questions].flatMap(({ text, tone }) =>
    wrapped(text, size.columns - 1).map((line): readonly Segment[] => [{ text: ` ${line}`, tone }]),
  );
  const shown = lines.length === 0 ? [hints(state)] : lines.slice(0, Math.max(1, size.rows - MIN_LINES_ABOVE));
  return shown.map((line) => paint(fitAll(line, size.columns, state.glyphs.more), theme));
}

type FootText = { readonly text: string; readonly tone: Tone };

/** Smallest number of lines above the foot. */
const MIN_LINES_ABOVE = 3;

/** Returns the question of a first tap, with the glyph that shows when a second one can confirm it. */
function tapQuestion(state: ConsoleState): readonly FootText[] {
  const { armed } = state;
  if (armed === null) return [];
  const again = armed.key === 'y' ? 'y' : `${armed.key} again`;
  const hidden = armed.hidden === null ? '' : ` ${hiddenSentence(armed.hidden)}.`;
  const text = `${questionSign(state, armed)} ${again}: ${armed.sentence}.${hidden} Esc leaves it.`;
  return [{ text, tone: 'warn' }];
}

/** Returns the error that keeps a list from being refreshed, and what happens next. */
function problemTexts(state: ConsoleState): readonly FootText[] {
  const problem = problemOf(state);
  if (problem === null) return [];
  const { what, hint } = errorMessage(problem.error);
  const signedOut = problem.error.kind === 'not-signed-in' || problem.error.kind === 'no-token';
  const stopped = signedOut
    ? `Press ${keyNamed(state, 'sign-in', 'T')} to sign in with another token.`
    : (hint ?? `Press ${keyNamed(state, 'refresh', 'R')} to try again.`);
  const next = problem.tryAt === null ? stopped : nextTry(problem.tryAt - state.now);
  // In a recording the error has passed: there is nothing to do and nothing to wait for.
  return [{ text: state.replay === null ? `${what} ${next}` : what, tone: 'bad' }];
}

/** Returns when the poller tries a failing list again. */
export function nextTry(ms: number): string {
  return ms < 1000 ? 'Trying again now.' : `Next try in ${shortDuration(ms)}.`;
}

function hints(state: ConsoleState): readonly Segment[] {
  const width = state.size.columns;
  const right = rightHints(state);
  const room = width - widthOfAll(right) - 1;
  const left: Segment[] = [];
  for (const { keys, hint, disabled } of activeBindings(state)) {
    if (hint === null || (disabled?.(state) ?? null) !== null) continue;
    const next: readonly Segment[] = [
      { text: ` ${keys[0] ?? ''}`, tone: 'accent' },
      { text: ` ${hint} `, tone: 'dim' },
    ];
    if (widthOfAll(left) + widthOfAll(next) > room) break;
    left.push(...next);
  }
  return [...left, { text: ' '.repeat(Math.max(0, width - widthOfAll(left) - widthOfAll(right))) }, ...right];
}

function rightHints(state: ConsoleState): readonly Segment[] {
  if (topDialog(state) !== undefined) return [];
  const marked = state.views[state.focus].marks.size;
  const [undo] = state.undo.at(-1) ?? [];
  return [
    ...(marked === 0 ? [] : [{ text: `${marked} marked `, tone: 'accent' as const }]),
    ...(undo === undefined
      ? []
      : [
          { text: ` ${keyNamed(state, 'undo', 'u')}`, tone: 'accent' as const },
          { text: ` undo: ${undo.verb} ${undo.name} `, tone: 'dim' as const },
        ]),
  ];
}
