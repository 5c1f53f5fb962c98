import { closes, type Dialog, type KeyGroup, oneLine } from '../dialogs/dialog.ts';
import { blankLine, type DialogLine, fieldLine, textLine } from '../dialogs/line.ts';
import { dialogHeight } from '../dialogs/view.ts';
import { type Binding, type PaneBinding, type Scope, transition } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { textBufferOf, textIn } from '../lib/text-buffer.ts';
import { paneNames, resources } from '../resources/index.ts';
import { columnUses } from '../resources/parts/column-names.ts';
import type { Resource } from '../resources/resource.ts';
import type { PaneName } from '../resources/rows.ts';
import { dialogChanged, dialogOpened } from '../state/dialogs/dialog-stack.ts';
import type { ConsoleState } from '../state/state.ts';
import { isAbsent } from './absent-commands.ts';
import { gestures } from './gestures.ts';
import { headerWords } from './header-words.ts';

/** Group of keys in the help and the docs. */
export type HelpGroup = { readonly title: string; readonly lines: readonly HelpLine[] };
type HelpLine = { readonly keys: readonly string[]; readonly does: string };

const SHARED_TITLES: Readonly<Record<Exclude<Scope, PaneName>, string>> = {
  list: 'Every list',
  everywhere: 'Everywhere',
  replay: 'In a recording',
  tap: 'Second tap',
};

const lineOf = ({ keys, keysInWords, label }: Binding): HelpLine => ({
  keys: keysInWords === undefined ? keys : [keysInWords],
  does: label,
});

/** Returns all keys by scope. With a state, the focused pane comes first, and replay keys appear only while a recording is shown. */
export function helpGroups(
  state: Pick<ConsoleState, 'focus' | 'replay'> | null,
  bindings: readonly PaneBinding[],
  dialogs: readonly KeyGroup[],
): readonly HelpGroup[] {
  const ofScope = (scope: Scope, helpTitle: string): KeyGroup => ({
    helpTitle,
    bindings: bindings.filter(
      (binding) =>
        binding.scope === scope && (scope !== 'list' || state === null || !isAbsent(state.focus, binding.id)),
    ),
  });
  const ofPane = (pane: PaneName): KeyGroup => ofScope(pane, resources[pane].title);
  const shared = (scope: keyof typeof SHARED_TITLES): KeyGroup => ofScope(scope, SHARED_TITLES[scope]);
  const groups = [
    ...(state === null || state.replay === null ? [] : [shared('replay')]),
    ...(state === null ? [] : [ofPane(state.focus)]),
    ...paneNames.filter((pane) => pane !== state?.focus).map(ofPane),
    shared('list'),
    shared('everywhere'),
    ...(state === null ? [shared('replay')] : []),
    shared('tap'),
    ...dialogs,
  ].filter((group) => group.bindings.length > 0);
  return [
    ...groups.map((group) => ({ title: group.helpTitle, lines: group.bindings.map(lineOf) })),
    ...(state === null ? [] : [filterNames(state.focus)]),
    ...(state === null
      ? []
      : [{ title: 'The header', lines: headerWords.map(({ number, means }) => ({ keys: [number], does: means })) }]),
    { title: 'Mouse', lines: gestures.map(({ gesture, does }) => ({ keys: [gesture], does })) },
  ];
}

/** Returns the column names that a filter accepts in a pane. */
function filterNames<Name extends PaneName>(pane: Name): HelpGroup {
  const { columns, title }: Resource<Name> = resources[pane];
  return {
    title: `Filter names in ${title}`,
    lines: columnUses(columns).map(({ names, use }) => ({ keys: names, does: use })),
  };
}

/** Keeps the lines that contain every word of a search. */
export function searchedGroups(groups: readonly HelpGroup[], search: string): readonly HelpGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return groups;
  return groups
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter(({ keys, does }) =>
        words.every((word) => `${title} ${keys.join(' ')} ${does}`.toLowerCase().includes(word)),
      ),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** Returns the groups that the help shows now. */
type Groups = (state: ConsoleState) => readonly HelpGroup[];

function linesOf(groups: readonly HelpGroup[]): readonly DialogLine[] {
  if (groups.length === 0) return [textLine('No matching key', 'dim')];
  return groups.flatMap(({ title, lines }): readonly DialogLine[] => [
    blankLine,
    textLine(title, 'strong'),
    ...lines.map(
      ({ keys, does }): DialogLine => ({
        kind: 'text',
        segments: [{ text: `  ${keys.join(' ').padEnd(18)}`, tone: 'accent' }, { text: does }],
      }),
    ),
  ]);
}

/** Scrolls the help, at most to its last line. */
function scrolled(state: ConsoleState, groups: Groups, by: number): ConsoleState {
  return dialogChanged(state, 'help', (help) => {
    const lines = linesOf(searchedGroups(groups(state), textIn(help.editor))).length;
    const last = lines - Math.max(1, dialogHeight(state.size.rows) - 1);
    return { ...help, top: Math.max(0, Math.min(help.top + by, last)) };
  });
}

/** Help dialog: every key, searchable. */
export const createHelp = (groups: Groups): Dialog<'help'> => ({
  kind: 'help',
  openFrom: {
    id: 'help',
    keys: ['?'],
    label: 'Help: all keys, searchable',
    hint: 'help',
    scope: 'everywhere',
    run: transition((state) => dialogOpened(state, { kind: 'help', editor: textBufferOf(''), top: 0 })),
  },
  title: () => 'Keys',
  lines: (state, { editor }) => [
    fieldLine('Search ', editor),
    ...linesOf(searchedGroups(groups(state), textIn(editor))),
  ],
  box: ({ top }) => ({ width: 100, fixed: 1, top }),
  textField: { text: oneLine, typed: (own, editor) => ({ ...own, editor, top: 0 }) },
  helpTitle: 'Help',
  bindings: [
    ...scrollBindings('help', (by) => transition((state) => scrolled(state, groups, by)), {
      verb: 'Scroll',
      letters: false,
      hint: 'scroll',
    }),
    closes('help', ['Esc'], 'Close the help'),
  ],
});
