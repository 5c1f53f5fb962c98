import { errorMessage } from '../../api/error-messages.ts';
import { shortDuration } from '../../lib/duration.ts';
import { fittingSteps, widthOf, wrapped } from '../../lib/width.ts';
import { counted } from '../../lib/words.ts';
import type { Tone } from '../../resources/cell.ts';
import { isServiceList } from '../../resources/index.ts';
import { isSignedOut, refusalOf, signInAdvice } from '../../store/access.ts';
import type { DialogKind, DialogState } from '../../store/dialog-state.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { problemOf } from '../../store/header.ts';
import { hiddenIn, hiddenSentence, type OpenQuestion } from '../../store/question.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { ageText, type FootLine, type FootPiece, questionSign, widthOfAll } from '../dialogs/line.ts';
import { dialogOf } from '../dialogs/screen.ts';
import type { Binding } from '../keys/binding.ts';
import { activeBindings } from './active-bindings.ts';
import { openTap } from './open-question.ts';

const MIN_LINES_ABOVE = 3;

/** Notices or a question in full, or one line of hints. All but the last line cover the panes. */
export function footOf(state: ConsoleState): readonly FootLine[] {
  const { notice, size } = state;
  const top = topDialog(state);
  const question = openTap(state);
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

/** The last line is empty, for the text field; null for a dialog in a box. */
function dialogLines<Kind extends DialogKind>(state: ConsoleState, own: DialogState<Kind>): readonly FootLine[] | null {
  const { foot, textField } = dialogOf(state, own);
  if (foot === undefined) return null;
  return [...(foot.lines?.(state, own) ?? []), ...(textField === undefined ? [] : [[]])];
}

/** The key of a click; undefined outside of the foot, null beside its keys. */
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

/** The sign shows when a second tap confirms it; a click answers it too. */
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

/** Why lists are not refreshed, and the next try. */
function problemTexts(state: ConsoleState): readonly FootText[] {
  const problem = problemOf(state);
  if (problem === null) return refusalTexts(state);
  const { what, hint } = errorMessage(problem.error);
  const stopped = isSignedOut(state)
    ? signInAdvice(state)
    : (hint ?? `Press ${keyNamed(state, 'refresh', 'Ctrl-r')} to try again.`);
  const next = problem.tryAt === null ? stopped : nextTry(state, problem.tryAt);
  // In a recording the error has passed: there is nothing to do and nothing to wait for.
  return [{ text: state.shownInstead === null ? `${what} ${next}` : what, tone: 'bad' }];
}

/** Why the focused list is no longer read; a list without rows says it in its pane. */
function refusalTexts(state: ConsoleState): readonly FootText[] {
  const { focus, lists } = state;
  const refusal = isServiceList(focus) ? refusalOf(state, focus) : null;
  if (refusal === null || lists[focus].rows.size === 0) return [];
  const tryAt = lists[focus].failure?.tryAt ?? null;
  const next = tryAt === null || state.shownInstead !== null ? '' : ` ${nextTry(state, tryAt)}`;
  return [{ text: `${state.features.panes[focus].title}: ${errorMessage(refusal).what}${next}`, tone: 'bad' }];
}

export function nextTry(state: ConsoleState, tryAt: number): string {
  const ms = tryAt - state.now;
  return ms < 1000
    ? 'Trying again now.'
    : `Next try in ${shortDuration(ms)}; ${keyNamed(state, 'refresh', 'Ctrl-r')} tries now.`;
}

/** Commands at the right end of the hint line; they never leave it. */
const PINNED: readonly string[] = ['palette', 'help'];
/** Hints before the words of the pinned ones. */
const BEFORE_WORDS = 4;

/** Most important first, as the line gets wider. */
type Step = 'pinned keys' | 'marks' | 'undo key' | 'pinned words' | 'undo words' | { readonly hint: FootLine };

/** The keys of the row or dialog; at the right end marks, undo, palette and help. */
export function hintsOf(state: ConsoleState): FootLine {
  const width = state.size.columns;
  const hinted = hintedBindings(state);
  const own = topDialog(state);
  const isInDialog = own !== undefined && dialogOf(state, own).page === undefined;
  const pinned = isInDialog ? [] : named(PINNED, hinted);
  const inLine = (some: readonly HintedBinding[]): readonly Step[] => some.map((each) => ({ hint: inWords(each) }));
  const first = isInDialog
    ? hinted
    : hinted.filter(({ id, hintLast }) => !PINNED.includes(id) && hintLast === undefined);
  const last = hinted
    .filter(({ hintLast }) => hintLast !== undefined)
    .toSorted((a, b) => (a.hintLast ?? 0) - (b.hintLast ?? 0));
  const [ofRow, atLast] = [inLine(first), isInDialog ? [] : inLine(last)];
  // There is always room for how to leave.
  const leaving = ofRow.filter((_, n) => first[n]?.key === 'Esc');
  const others = ofRow.filter((step) => !leaving.includes(step));
  const steps: readonly Step[] = isInDialog
    ? [...leaving, ...others]
    : [
        'pinned keys',
        'marks',
        'undo key',
        ...leaving,
        ...others.slice(0, BEFORE_WORDS),
        'pinned words',
        ...others.slice(BEFORE_WORDS),
        'undo words',
        ...atLast,
      ];
  const left = (taken: readonly Step[]): FootLine =>
    [...ofRow, ...atLast].flatMap((step) => (typeof step === 'object' && taken.includes(step) ? step.hint : []));
  const right = (taken: readonly Step[]): FootLine => [
    ...(taken.includes('marks') ? marksOf(state) : []),
    ...(taken.includes('undo key') ? undoOf(state, taken.includes('undo words')) : []),
    ...(taken.includes('pinned keys') ? pinned.flatMap(taken.includes('pinned words') ? inWords : keyAlone) : []),
  ];
  const taken = fittingSteps(steps, width, (some) => widthOfAll(left(some)) + widthOfAll(right(some)));
  return spread(left(taken), right(taken), width);
}

/** The pinned hints at the end of a notice. */
function pinnedHints(state: ConsoleState, form: 'words' | 'keys'): FootLine {
  return named(PINNED, hintedBindings(state)).flatMap(form === 'words' ? inWords : keyAlone);
}

const named = (commands: readonly string[], hinted: readonly HintedBinding[]): readonly HintedBinding[] =>
  commands.flatMap((command) => hinted.find(({ id }) => id === command) ?? []);

function spread(left: FootLine, right: FootLine, width: number): FootLine {
  return [...left, blanks(width - widthOfAll(left) - widthOfAll(right)), ...right];
}

const blanks = (width: number): FootPiece => ({ text: ' '.repeat(Math.max(0, width)), key: null });

type HintedBinding = {
  readonly id: string;
  readonly key: string;
  readonly hint: string;
  readonly hintLast: number | undefined;
};

/** Without keys taken by an earlier binding. */
function hintedBindings(state: ConsoleState): readonly HintedBinding[] {
  const taken = new Set<string>();
  return activeBindings(state).flatMap(({ id, keys, hint, hintLast, disabled }: Binding) => {
    const [key] = keys;
    if (key === undefined) return [];
    const isShadowed = taken.has(key);
    for (const each of keys) taken.add(each);
    return isShadowed || hint == null || (disabled?.(state) ?? null) !== null ? [] : [{ id, key, hint, hintLast }];
  });
}

const inWords = ({ key, hint }: Pick<HintedBinding, 'key' | 'hint'>): FootLine => [
  { text: ` ${key}`, tone: 'accent', key },
  { text: ` ${hint} `, tone: 'dim', key },
];

const keyAlone = ({ key }: Pick<HintedBinding, 'key'>): FootLine => [{ text: ` ${key} `, tone: 'accent', key }];

function marksOf(state: ConsoleState): FootLine {
  const marked = topDialog(state) === undefined ? state.views[state.focus].marks.size : 0;
  return marked === 0 ? [] : [{ text: ` ${marked} marked `, tone: 'accent', key: null }];
}

function undoOf(state: ConsoleState, withName: boolean): FootLine {
  const [undo, ...others] = state.undo.at(-1) ?? [];
  if (undo === undefined) return [];
  const verb = others.every((other) => other.verb === undo.verb) ? undo.verb : 'change';
  const what = others.length === 0 ? undo.name : counted(others.length + 1, 'bid');
  const hint = withName ? `undo: ${verb} ${what}` : 'undo';
  return inWords({ key: keyNamed(state, 'undo', 'u'), hint });
}
