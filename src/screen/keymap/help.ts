import { type Word, words } from '../../resources/glossary.ts';
import type { AllPanes, Panes } from '../../resources/panes.ts';
import { columnUses } from '../../resources/parts/column-names.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { Controller } from '../../store/controller.ts';
import type { ShownInstead } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { KeyGroup } from '../dialogs/dialog.ts';
import { type Binding, type PaneBinding, type Press, type Scope, scopesInstead } from '../keys/binding.ts';
import type { Entry, SearchTarget } from '../keys/entry.ts';
import { isAbsent } from './absent-commands.ts';
import { bindingEntry } from './palette-entries.ts';
import { rankOf } from './search.ts';

/** Group of keys in the help and the docs. */
export type HelpGroup = {
  readonly title: string;
  readonly lines: readonly HelpLine[];
  /** Set for what is shown only when a search finds it. */
  readonly whenSearched?: true;
};

/** A line of the help. */
type HelpLine = {
  readonly keys: readonly string[];
  readonly does: string;
  /** What a search compares a command with; absent for a line that is only read. */
  readonly find?: SearchTarget;
  /** Runs the command from the help; null where it has nothing to run. */
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

/**
 * All keys by scope. With a state, the focused pane comes first, and keys of what is shown instead of a service appear only while it is.
 * `entries`: commands of the palette without a key, which a search finds too.
 */
export function helpGroups(
  { panes, paneNames }: AllPanes,
  state: Pick<ConsoleState, 'focus' | 'shownInstead'> | null,
  bindings: readonly PaneBinding[],
  dialogs: readonly KeyGroup[],
  entries: readonly Entry[] = [],
): readonly HelpGroup[] {
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
    ...dialogs.map(
      ({ helpTitle, bindings: own }): HelpGroup => ({
        title: helpTitle,
        lines: own.map((binding) => ({
          ...lineOf(binding),
          find: { label: binding.label, where: helpTitle },
          run: null,
        })),
      }),
    ),
    ...(state === null ? [] : [filterNames(panes, state.focus)]),
    ...(state === null
      ? []
      : [
          inWords(
            'The header',
            headerWords.map(({ number, means }) => [[number], means]),
          ),
        ]),
    inWords(
      'Mouse',
      gestures.map(({ gesture, does }) => [[gesture], does]),
    ),
    {
      title: 'Palette',
      lines: entries.flatMap((entry) =>
        'run' in entry ? [{ keys: [':'], does: entry.label, find: entry, run: entry.run }] : [],
      ),
      whenSearched: true as const,
    },
  ].filter((group) => group.lines.length > 0);
}

/** A group of lines that are only read. */
const inWords = (title: string, lines: readonly (readonly [readonly string[], string])[]): HelpGroup => ({
  title,
  lines: lines.map(([keys, does]) => ({ keys, does, run: null })),
});

/** The title of the words in the help, which is also what finds them there. */
export const GLOSSARY = 'Glossary';

/** The words of the market, those of features too. */
export const glossaryGroup = (ofFeatures: readonly Word[]): HelpGroup => ({
  title: GLOSSARY,
  lines: [...Object.values(words), ...ofFeatures]
    .toSorted((a, b) => (a.word < b.word ? -1 : 1))
    .map(({ word, means }) => ({ keys: [word], does: means, run: null })),
});

/** The column names that a filter accepts in a pane. */
function filterNames<Name extends PaneName>(panes: Panes, pane: Name): HelpGroup {
  const { columns, title }: Resource<Name> = panes[pane];
  return inWords(
    `Filter names in ${title}`,
    columnUses(columns).map(({ names, use }) => [names, use]),
  );
}

/** Rank of a line whose key is the search, before all others, and of one that only contains its words, after all others. */
const [IS_KEY, CONTAINS] = [-1, Number.POSITIVE_INFINITY];

/** The groups with the lines that fit a search, best first; without one, all lines that have a key. */
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

/** Mouse gestures, for help and docs; the keys can do the same. */
const gestures: readonly { readonly gesture: string; readonly does: string }[] = [
  { gesture: 'Click a row', does: 'Go to the pane and the row' },
  { gesture: 'Double-click a group', does: 'Open or close the group of events' },
  { gesture: 'Click a header', does: 'Sort by the column; again reverses it' },
  { gesture: 'Click a hint', does: 'Press its key; the keys of a question too' },
  {
    gesture: 'Click ▲ preempting',
    does: 'Go to the next bid or instance that is being preempted; the cost opens the page of money',
  },
  { gesture: 'Click a tab', does: 'Go to the pane' },
  { gesture: 'Click in a form', does: 'Take a suggestion, or go to the field' },
  { gesture: 'Wheel', does: 'Scroll the list, preview or dialog under the pointer' },
  { gesture: 'Drag a border', does: 'Change the sizes of the panes beside it; a double click resets them' },
  { gesture: 'Shift', does: 'In most terminals, hold Shift to select text; mouse = "off" turns mouse support off' },
];

/** Numbers of the header and what they count, for help. */
const headerWords: readonly { readonly number: string; readonly means: string }[] = [
  { number: '14 bids', means: 'Bids in the list, ended ones too' },
  {
    number: '31 of 47 running',
    means: 'Instances that run, of those that bids not paused or ended want; as in $',
  },
  { number: '$560.15/h at most', means: 'What runs or is being stopped, at the limit prices of its bids' },
  { number: 'at least $3.85/h, 2 unknown', means: 'The same when the cost of 2 bids or instances is not known' },
  { number: '$674.10 committed', means: 'What running and open bids cost an hour if all of them are filled' },
];
