import { errorMessage } from '../api/error-messages.ts';
import { fitAll, questionSign, type Segment, widthOfAll } from '../dialogs/line.ts';
import { paint, type Theme } from '../dialogs/theme.ts';
import { activeBindings } from '../keymap/dispatch.ts';
import { shortDuration } from '../lib/duration.ts';
import { widthOf, wrapped } from '../lib/width.ts';
import { amountIn, BUDGET_WARNING, budgetUsed, isOverBudget } from '../resources/bids/exposure.ts';
import type { Tone } from '../resources/cell.ts';
import { aliasOr } from '../resources/parts/aliases.ts';
import { hiddenSentence } from '../state/dialogs/armed-action.ts';
import { topDialog } from '../state/dialogs/dialog-stack.ts';
import { committedLine, connectionOf, countsOf, exposureLine, problemOf, sparklinesOf } from '../state/header.ts';
import { keyNamed } from '../state/key-names.ts';
import { projectsOf } from '../state/projects.ts';
import type { ConsoleState } from '../state/state.ts';
import { tabsOf } from '../state/tabs.ts';
import { committedNow } from '../state/totals.ts';

const GAP = '   ';
const MAX_PROJECTS_WIDTH = 40;

/** Returns the top line: connection, whether it is live, totals and cost. Parts drop from the right as room shrinks. */
export function headerLine(state: ConsoleState, theme: Theme): string {
  const { connected, glyphs, size } = state;
  const connection = connectionOf(state);
  const badges: readonly Segment[] = [
    ...(state.recording ? [{ text: ' REC', tone: 'accent' as const }] : []),
    ...(state.replay === null ? [] : [{ text: ' REPLAY', tone: 'warn' as const }]),
    ...(connected.demo ? [{ text: ' DEMO', tone: 'warn' as const }] : []),
    ...(connected.production ? [{ text: ' PRODUCTION', tone: 'bad' as const }] : []),
    ...budgetBadge(state),
    ...(connected.readOnly && state.replay === null ? [{ text: ' READ-ONLY', tone: 'warn' as const }] : []),
  ];
  const where: readonly Segment[] = [
    { text: ' spotdeck', tone: 'accent' },
    ...badges,
    {
      text: `  ${connected.profile} ${glyphs.into} ${projectWords(connected)}`,
      tone: connected.production ? ('bad' as const) : ('plain' as const),
    },
  ];
  const all: readonly Segment[] = [
    { text: connection.text, tone: connection.tone },
    { text: countsOf(state) },
    { text: exposureLine(state), tone: 'strong' },
    { text: committedLine(state) },
  ];
  const parts = all.filter(({ text }) => text !== '');
  const line: Segment[] = [...where];
  for (const part of parts) {
    if (widthOfAll(line) + GAP.length + widthOf(part.text) > size.columns) {
      if (part !== parts[0]) break;
      line.splice(0, line.length, { text: ' spotdeck', tone: 'accent' }, ...badges);
    }
    line.push({ text: GAP }, part);
  }
  const room = size.columns - widthOfAll(line) - 1;
  const picture = sparklinesOf(state, room - GAP.length);
  if (picture !== '') line.push({ text: ' '.repeat(room - widthOf(picture)) }, { text: picture, tone: 'dim' });
  return paint(fitAll(line, size.columns, glyphs.more), theme);
}

/** Returns the share of the budget that running and open bids use, once it reaches the warning level. It never drops, however small the screen. */
function budgetBadge(state: ConsoleState): readonly Segment[] {
  const { budget } = state.connected;
  if (budget === null) return [];
  const committed = amountIn(committedNow(state), budget.sign);
  const used = budgetUsed(committed, budget) ?? 0;
  if (used < BUDGET_WARNING) return [];
  const tone = isOverBudget(committed, budget) ? 'bad' : 'warn';
  return [{ text: ` ${state.glyphs.warn} BUDGET ${used} %`, tone }];
}

/** Returns the names of the shown projects, or their number when the names are too long. */
function projectWords(connected: ConsoleState['connected']): string {
  const projects = projectsOf(connected).map((project) => aliasOr(project, connected.aliases));
  const all = projects.join(' + ');
  return projects.length > 1 && widthOf(all) > MAX_PROJECTS_WIDTH ? `${projects.length} projects` : all;
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
