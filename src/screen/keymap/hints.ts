import { fittingSteps } from '../../lib/fit-steps.ts';
import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { keyNamed } from '../../store/key-names.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type FootLine, type FootPiece, widthOfAll } from '../dialogs/line.ts';
import type { Binding } from '../keys/binding.ts';
import { activeBindings } from './dispatch.ts';

/** Commands at the right end of the hint line, in this order; they never leave it. */
const PINNED: readonly string[] = ['palette', 'help'];
/** Number of other hints that are shown before the pinned ones get their words. */
const BEFORE_WORDS = 4;

/** What the hint line shows as it gets wider, most important first. */
type Step = 'pinned keys' | 'marks' | 'undo key' | 'pinned words' | 'undo words' | { readonly hint: FootLine };

/** The hints: what the selected row allows, and at the right end marks, undo, palette and help. Of a dialog, its keys. */
export function hintsOf(state: ConsoleState): FootLine {
  const width = state.size.columns;
  const hinted = hintedBindings(state);
  const isInDialog = topDialog(state) !== undefined;
  const pinned = isInDialog ? [] : named(PINNED, hinted);
  const inLine = (some: readonly HintedBinding[]): readonly Step[] => some.map((each) => ({ hint: inWords(each) }));
  const ofRow = inLine(hinted.filter(({ id, hintLast }) => !PINNED.includes(id) && hintLast === undefined));
  const last = hinted
    .filter(({ hintLast }) => hintLast !== undefined)
    .toSorted((a, b) => (a.hintLast ?? 0) - (b.hintLast ?? 0));
  const steps: readonly Step[] = isInDialog
    ? inLine(hinted)
    : [
        'pinned keys',
        'marks',
        'undo key',
        ...ofRow.slice(0, BEFORE_WORDS),
        'pinned words',
        ...ofRow.slice(BEFORE_WORDS),
        'undo words',
        ...inLine(last),
      ];
  const left = (taken: readonly Step[]): FootLine =>
    taken.flatMap((step) => (typeof step === 'object' ? step.hint : []));
  const right = (taken: readonly Step[]): FootLine => [
    ...(taken.includes('marks') ? marksOf(state) : []),
    ...(taken.includes('undo key') ? undoOf(state, taken.includes('undo words')) : []),
    ...(taken.includes('pinned keys') ? pinned.flatMap(taken.includes('pinned words') ? inWords : keyAlone) : []),
  ];
  const taken = fittingSteps(steps, width, (some) => widthOfAll(left(some)) + widthOfAll(right(some)));
  return spread(left(taken), right(taken), width);
}

/** The pinned hints as they stand at the end of a notice: keys with words, or keys alone. */
export function pinnedHints(state: ConsoleState, form: 'words' | 'keys'): FootLine {
  return named(PINNED, hintedBindings(state)).flatMap(form === 'words' ? inWords : keyAlone);
}

/** The hints of some commands, in the order of the commands. */
const named = (commands: readonly string[], hinted: readonly HintedBinding[]): readonly HintedBinding[] =>
  commands.flatMap((command) => hinted.find(({ id }) => id === command) ?? []);

/** A line with one part at the left and one at the right end. */
export function spread(left: FootLine, right: FootLine, width: number): FootLine {
  return [...left, blanks(width - widthOfAll(left) - widthOfAll(right)), ...right];
}

const blanks = (width: number): FootPiece => ({ text: ' '.repeat(Math.max(0, width)), key: null });

type HintedBinding = {
  readonly id: string;
  readonly key: string;
  readonly hint: string;
  readonly hintLast: number | undefined;
};

/** The bindings with a hint that the state allows, without those whose key runs an earlier binding. */
function hintedBindings(state: ConsoleState): readonly HintedBinding[] {
  const taken = new Set<string>();
  return activeBindings(state).flatMap(({ id, keys, hint, hintLast, disabled }: Binding) => {
    const [key = ''] = keys;
    const isShadowed = taken.has(key);
    for (const each of keys) taken.add(each);
    return isShadowed || hint === null || (disabled?.(state) ?? null) !== null ? [] : [{ id, key, hint, hintLast }];
  });
}

const inWords = ({ key, hint }: Pick<HintedBinding, 'key' | 'hint'>): FootLine => [
  { text: ` ${key}`, tone: 'accent', key },
  { text: ` ${hint} `, tone: 'dim', key },
];

const keyAlone = ({ key }: Pick<HintedBinding, 'key'>): FootLine => [{ text: ` ${key} `, tone: 'accent', key }];

function marksOf(state: ConsoleState): FootLine {
  const marked = state.views[state.focus].marks.size;
  return marked === 0 ? [] : [{ text: ` ${marked} marked `, tone: 'accent', key: null }];
}

function undoOf(state: ConsoleState, withName: boolean): FootLine {
  const [undo] = state.undo.at(-1) ?? [];
  if (undo === undefined) return [];
  const hint = withName ? `undo: ${undo.verb} ${undo.name}` : 'undo';
  return inWords({ key: keyNamed(state, 'undo', 'u'), hint });
}
