import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { wrapped } from '../../lib/width.ts';
import { type Word, words } from '../../resources/glossary.ts';
import type { Panes } from '../../resources/panes.ts';
import { columnUses } from '../../resources/parts/column-names.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { dialogChanged, dialogClosed, dialogOpened, isFirstRun, topDialog } from '../../store/dialogs/dialog-stack.ts';
import type { ShownInstead } from '../../store/read-only.ts';
import type { ConsoleState, Features } from '../../store/state.ts';
import { closes, type Dialog, type KeyGroup, oneLine } from '../dialogs/dialog.ts';
import { blankLine, type DialogLine, fieldLine, textLine } from '../dialogs/line.ts';
import { type Screen, screenOf } from '../dialogs/screen.ts';
import {
  type Binding,
  type Entry,
  type PaneBinding,
  type Press,
  type Scope,
  type SearchTarget,
  scopesInstead,
  transition,
} from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { allBindings, builtInBindings } from './active-bindings.ts';
import { bindingEntry, otherEntries } from './palette.ts';
import { isAbsent, rankOf } from './search.ts';

export type HelpGroup = {
  readonly title: string;
  readonly lines: readonly HelpLine[];
  /** Shown only when a search finds it. */
  readonly whenSearched?: true;
};

type HelpLine = {
  readonly keys: readonly string[];
  readonly does: string;
  /** Absent for a line without a command. */
  readonly find?: SearchTarget;
  /** Null for a line that runs nothing. */
  readonly run: ((controller: Controller, press: Press) => void) | null;
};

const SHARED_TITLES: Readonly<Record<Exclude<Scope, PaneName | ShownInstead>, string>> = {
  list: 'Every list',
  everywhere: 'Everywhere',
  tap: 'Second tap',
};

const lineOf = ({ keys, keysInWords, label }: Binding): Omit<HelpLine, 'run'> => ({
  keys: keysInWords === undefined ? keys : [keysInWords],
  does: label,
});

/** The keys of all dialogs, their steps and tabs. */
const dialogKeys = ({ ordered, parts }: Screen): readonly KeyGroup[] =>
  ordered.flatMap((dialog): readonly KeyGroup[] => [
    dialog,
    ...(dialog.steps ?? []),
    ...(dialog.kind === 'row-page' ? tabKeys(parts) : []),
  ]);

const tabKeys = (parts: Screen['parts']): readonly KeyGroup[] =>
  parts.flatMap(({ rowTabs }) =>
    (rowTabs ?? []).map(({ title, bindings }) => ({ helpTitle: `Page of a row: ${title}`, bindings })),
  );

/** All keys as the help shows them. */
export const keyGroups = (state: ConsoleState): readonly HelpGroup[] => [
  ...helpGroups(state.features, state, allBindings(state), otherEntries(state)),
  glossaryGroup(screenOf(state).parts.flatMap((part) => part.words ?? [])),
];

/** All keys as the docs show them. */
export const documentedKeys = (features: Features): readonly HelpGroup[] =>
  helpGroups(features, null, builtInBindings(features, new Map()), []);

/** `entries`: commands of the palette without a key, for the search. */
function helpGroups(
  features: Features,
  state: Pick<ConsoleState, 'focus' | 'shownInstead'> | null,
  bindings: readonly PaneBinding[],
  entries: readonly Entry[],
): readonly HelpGroup[] {
  const { panes, paneNames } = features;
  const ofScope = (scope: Scope, title: string, pane: PaneName | null): HelpGroup => ({
    title,
    lines: bindings
      .filter(
        (binding) =>
          binding.scope === scope && (scope !== 'list' || state === null || !isAbsent(panes, state.focus, binding.id)),
      )
      .map((binding) => {
        const { run, ...find } = bindingEntry(panes, binding, pane);
        return { ...lineOf(binding), find, run: scope === 'tap' ? null : run };
      }),
  });
  const ofPane = (pane: PaneName): HelpGroup => ofScope(pane, panes[pane].title, pane);
  const shared = (scope: keyof typeof SHARED_TITLES): HelpGroup => ofScope(scope, SHARED_TITLES[scope], null);
  const ofInstead = (scope: ShownInstead): HelpGroup => ofScope(scope, scope.helpTitle, null);
  return [
    ...(state === null || state.shownInstead === null ? [] : [ofInstead(state.shownInstead)]),
    ...(state === null ? [] : [ofPane(state.focus)]),
    ...paneNames.filter((pane) => pane !== state?.focus).map(ofPane),
    shared('list'),
    shared('everywhere'),
    ...(state === null ? scopesInstead(bindings).map(ofInstead) : []),
    shared('tap'),
    ...dialogKeys(screenOf({ features })).map(
      ({ helpTitle, bindings: own }): HelpGroup => ({
        title: helpTitle,
        lines: own.map((binding) => ({
          ...lineOf(binding),
          find: { label: binding.label, where: helpTitle },
          run: null,
        })),
      }),
    ),
    ...(state === null ? [] : [filterNames(panes, state.focus), inWords('The header', headerWords)]),
    inWords('Mouse', gestures),
    {
      title: 'Palette',
      lines: entries.flatMap((entry) =>
        'run' in entry ? [{ keys: [':'], does: entry.label, find: entry, run: entry.run }] : [],
      ),
      whenSearched: true as const,
    },
  ].filter((group) => group.lines.length > 0);
}

const inWords = (title: string, lines: readonly (readonly [string, string])[]): HelpGroup => ({
  title,
  lines: lines.map(([key, does]) => ({ keys: [key], does, run: null })),
});

/** Title of the glossary; a search for it finds the glossary. */
export const GLOSSARY = 'Glossary';

const glossaryGroup = (ofFeatures: readonly Word[]): HelpGroup =>
  inWords(
    GLOSSARY,
    [...Object.values(words), ...ofFeatures]
      .toSorted((a, b) => (a.word < b.word ? -1 : 1))
      .map(({ word, means }) => [word, means]),
  );

function filterNames<Name extends PaneName>(panes: Panes, pane: Name): HelpGroup {
  const { columns, title }: Resource<Name> = panes[pane];
  const lines = columnUses(columns).map(({ names, use }) => ({ keys: names, does: use, run: null }));
  return { title: `Filter names in ${title}`, lines };
}

/** The key itself comes before all others, a line with only the words after them. */
const [IS_KEY, CONTAINS] = [-1, Number.POSITIVE_INFINITY];

/** Best first; without a search all lines with a key. */
export function searchedGroups(groups: readonly HelpGroup[], search: string): readonly HelpGroup[] {
  const query = search.trim();
  if (query === '')
    return groups
      .filter(({ whenSearched }) => whenSearched !== true)
      .map((group) => ({ ...group, lines: group.lines.filter(({ keys }) => keys.length > 0) }))
      .filter(({ lines }) => lines.length > 0);
  const words = query.toLowerCase().split(/\s+/);
  const rank = ({ title }: HelpGroup, { keys, does, find }: HelpLine): number | null => {
    if (find !== undefined && keys.includes(query)) return IS_KEY;
    const text = `${title} ${keys.join(' ')} ${does}`.toLowerCase();
    const contains = words.every((word) => text.includes(word)) ? CONTAINS : null;
    return find === undefined ? contains : (rankOf(query, find) ?? contains);
  };
  return groups
    .map((group) => {
      const ranked = group.lines.flatMap((line) => {
        const own = rank(group, line);
        return own === null ? [] : [{ line, own }];
      });
      const best = ranked.toSorted((a, b) => a.own - b.own);
      return { group: { ...group, lines: best.map(({ line }) => line) }, own: best[0]?.own ?? null };
    })
    .flatMap(({ group, own }) => (own === null ? [] : [{ group, own }]))
    .toSorted((a, b) => (a.own === b.own ? 0 : a.own - b.own))
    .map(({ group }) => group);
}

const gestures = [
  ['Click a row', 'Go to the pane and the row'],
  ['Double-click a group', 'Open or close the group of events'],
  ['Click a header', 'Sort by the column; again reverses it'],
  ['Click a hint', 'Press its key; the keys of a question too'],
  ['Click ▲ preempting', 'Go to the next bid or instance that is being preempted; the cost opens the page of money'],
  ['Click a tab', 'Go to the pane'],
  ['Click in a form', 'Take a suggestion, or go to the field'],
  ['Wheel', 'Scroll the list, preview or dialog under the pointer'],
  ['Drag a border', 'Change the sizes of the panes beside it; a double click resets them'],
  ['Shift', 'In most terminals, hold Shift to select text; mouse = "off" turns mouse support off'],
] as const;

const headerWords = [
  ['14 bids', 'Bids in the list, ended ones too'],
  ['31 of 47 running', 'Instances that run, of those that bids not paused or ended want; as in $'],
  ['$560.15/h at most', 'What runs or is being stopped, at the limit prices of its bids'],
  ['at least $3.85/h, 2 unknown', 'The same when the cost of 2 bids or instances is not known'],
  ['$674.10 committed', 'What running and open bids cost an hour if all of them are filled'],
] as const;

const foundIn = (state: ConsoleState, { editor }: DialogState<'help'>): readonly HelpGroup[] =>
  searchedGroups(keyGroups(state), textIn(editor));

/** In cells. */
const MOST_FOR_KEYS = 16;

/** The selected line is shown in full. */
function linesOf(groups: readonly HelpGroup[], at: number, room: number): readonly DialogLine[] {
  if (groups.length === 0) return [textLine('No matching key', 'dim')];
  const keysOf = ({ keys }: { readonly keys: readonly string[] }): string => keys.join(' ');
  const widest = Math.max(...groups.flatMap(({ lines }) => lines.map((line) => keysOf(line).length)));
  const width = Math.min(MOST_FOR_KEYS, widest) + 2;
  let next = 0;
  return groups.flatMap(({ title, lines }, n): readonly DialogLine[] => [
    ...(n === 0 ? [] : [blankLine]),
    textLine(title, 'strong'),
    ...lines.flatMap((line): readonly DialogLine[] => {
      const isSelected = next++ === at;
      const [first = '', ...more] = isSelected ? wrapped(line.does, Math.max(1, room - width - 2)) : [line.does];
      return [
        {
          kind: 'text',
          cursor: isSelected,
          segments: [{ text: `  ${keysOf(line).padEnd(width)}`, tone: 'accent' }, { text: first }],
        },
        ...more.map((text) => textLine(`${' '.repeat(width + 2)}${text}`)),
      ];
    }),
  ]);
}

function moved(state: ConsoleState, by: number): ConsoleState {
  return dialogChanged(state, 'help', (help) => {
    const last = foundIn(state, help).flatMap(({ lines }) => lines).length - 1;
    return { ...help, at: Math.max(0, Math.min(help.at + by, last)) };
  });
}

/** Or says why it can't be run from here. */
function runSelected(controller: Controller, press: Press): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'help') return;
  const shown = foundIn(state, top);
  const line = shown.flatMap(({ title, lines }) => lines.map(({ run }) => ({ title, run })))[top.at];
  if (line === undefined) return;
  const { run, title } = line;
  if (run === null || isFirstRun(state)) {
    const why =
      run === null
        ? `It can't be done from here: it belongs to "${title}".`
        : 'Connect to a service or open the demo first.';
    update(controller, (now) => showNotice(now, why, 'warn'));
    return;
  }
  update(controller, dialogClosed);
  run(controller, press);
}

export const help: Dialog<'help'> = {
  kind: 'help',
  openFrom: {
    id: 'help',
    keys: ['?'],
    label: 'Help: all keys, searchable; Enter runs one',
    searchWords: ['keys', 'shortcuts', 'bindings', 'hotkeys', 'manual', 'usage'],
    hint: 'help',
    scope: 'everywhere',
    run: transition((state) => dialogOpened(state, { kind: 'help', editor: textBufferOf(''), at: 0 })),
  },
  title: () => 'Keys',
  lines: (state, own, { width }) => [fieldLine('Search ', own.editor), ...linesOf(foundIn(state, own), own.at, width)],
  box: () => ({ width: 100, fixed: 1 }),
  textField: { text: oneLine, typed: (own, editor) => ({ ...own, editor, at: 0 }) },
  helpTitle: 'Help',
  bindings: [
    { id: 'help-run', keys: ['Enter'], label: 'Do it', hint: 'do it', run: runSelected },
    ...scrollBindings('help', (by) => transition((state) => moved(state, by)), {
      letters: false,
      hint: 'next',
    }),
    closes('help', ['Esc'], 'Close the help'),
  ],
};
