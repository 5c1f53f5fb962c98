import { columnUses } from '../resources/column-names.ts';
import type { PaneName, Resource } from '../resources/resource.ts';
import { paneNames, resources } from '../resources/resources.ts';
import type { ConsoleState } from '../state/console.ts';
import type { Binding, Scope } from './binding.ts';
import { allBindings } from './bindings.ts';
import { gestures } from './gestures.ts';

/** A group of keys as help and README show it. */
export type KeyGroup = { readonly title: string; readonly lines: readonly KeyLine[] };
export type KeyLine = { readonly keys: string; readonly does: string };

const TITLES: Readonly<Record<Exclude<Scope, keyof typeof resources>, string>> = {
  list: 'Every list',
  everywhere: 'Everywhere',
  replay: 'In a recording',
  filter: 'Filter',
  detail: 'Detail',
  form: 'Forms',
  review: 'Review before sending',
  sending: 'While sending',
  'leave-form': 'Closing a form',
  confirm: 'Confirmations',
  tap: 'Second tap',
  palette: 'Palette',
  help: 'Help',
  columns: 'Columns of a pane',
  exposure: 'Exposure',
  run: 'Running a custom command',
  runs: 'Custom command runs',
  output: 'Custom command output',
  copy: 'Copying',
  secret: 'A secret shown once',
  'save-secret': 'Saving a secret',
  'leave-secret': 'Closing a secret',
  switch: 'Switching profile or project',
  'sign-in': 'Signing in',
  history: 'History of a bid',
  requests: 'Request log',
  quit: 'Quitting',
};

const ORDER: readonly Scope[] = [
  ...paneNames,
  'list',
  'everywhere',
  'replay',
  'filter',
  'detail',
  'history',
  'requests',
  'form',
  'review',
  'sending',
  'leave-form',
  'confirm',
  'tap',
  'palette',
  'help',
  'columns',
  'exposure',
  'run',
  'runs',
  'output',
  'copy',
  'secret',
  'save-secret',
  'leave-secret',
  'switch',
  'sign-in',
  'quit',
];

function titleOf(scope: Scope): string {
  const pane = paneNames.find((name) => name === scope);
  if (pane !== undefined) return resources[pane].title;
  return Object.entries(TITLES).find(([known]) => known === scope)?.[1] ?? scope;
}

const lineOf = ({ keys, label }: Binding): KeyLine => ({ keys: keys.join(' '), does: label });

const NO_KEYS: ConsoleState['rebound'] = new Map();
const NO_COMMANDS: ConsoleState['ownCommands'] = [];

/** All keys by where they count; with a state the focused pane's come first, and those of a recording only where one is shown. */
export function keySheet(
  state: Pick<ConsoleState, 'focus' | 'rebound' | 'ownCommands' | 'replay'> | null,
): readonly KeyGroup[] {
  const groups = orderFor(state)
    .map((scope) => ({
      title: titleOf(scope),
      lines: allBindings(state?.rebound ?? NO_KEYS, state?.ownCommands ?? NO_COMMANDS)
        .filter((binding) => binding.scope === scope)
        .map(lineOf),
    }))
    .filter(({ lines }) => lines.length > 0);
  const mouse = gestures.map(({ gesture, does }) => ({ keys: gesture, does }));
  return [...groups, ...(state === null ? [] : [filterNames(state.focus)]), { title: 'Mouse', lines: mouse }];
}

/** The names that a filter takes for the columns of a pane. */
function filterNames<Name extends PaneName>(pane: Name): KeyGroup {
  const { columns, title }: Resource<Name> = resources[pane];
  return {
    title: `Filter names in ${title}`,
    lines: columnUses(columns).map(({ names, use }) => ({ keys: names.join(' '), does: use })),
  };
}

function orderFor(state: Pick<ConsoleState, 'focus' | 'replay'> | null): readonly Scope[] {
  if (state === null) return ORDER;
  const others = ORDER.filter((scope) => scope !== state.focus && scope !== 'replay');
  return [...(state.replay === null ? [] : ['replay' as const]), state.focus, ...others];
}

/** The groups with only the lines that hold every word of a search. */
export function searchedSheet(groups: readonly KeyGroup[], search: string): readonly KeyGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return groups;
  return groups
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter(({ keys, does }) =>
        words.every((word) => `${title} ${keys} ${does}`.toLowerCase().includes(word)),
      ),
    }))
    .filter(({ lines }) => lines.length > 0);
}
