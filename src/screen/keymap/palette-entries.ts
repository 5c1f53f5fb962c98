import { textIn } from '../../lib/text-buffer.ts';
import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { themeNames, themeSearchWords, themeWords } from '../../store/defaults.ts';
import { rowOnPage, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { connectionFormOpened } from '../../store/dialogs/sign-in.ts';
import { switchTargets, turnTo } from '../../store/dialogs/switch-targets.ts';
import { allColumns } from '../../store/lists/place-columns.ts';
import { groupedBy } from '../../store/panes/arrange-columns.ts';
import { paneFocused } from '../../store/panes/cursor.ts';
import { viewForgotten, viewSaved, viewShown } from '../../store/panes/saved-views.ts';
import { jumped } from '../../store/run-action.ts';
import type { ConsoleState } from '../../store/state.ts';
import { screenOf } from '../dialogs/screen.ts';
import { type PaneBinding, type Press, type Scope, transition } from '../keys/binding.ts';
import type { Entry, PaletteCommand } from '../keys/entry.ts';
import { isAbsent } from './absent-commands.ts';
import { found } from './search.ts';
import { sortEntries } from './sort-commands.ts';

type Run = (controller: Controller, press: Press) => void;

/** Largest number of entries shown; a longer query narrows them. */
const MAX_ENTRIES = 50;

/** The entry that runs a binding, in its pane when it belongs to one, or shows why it is disabled. */
export function bindingEntry(panes: Panes, binding: PaneBinding, pane: PaneName | null): Entry & { readonly run: Run } {
  const where = pane === null ? '' : panes[pane].title;
  const [key = ''] = binding.keys;
  return {
    label: binding.label,
    note: pane === null ? key : `${where}  ${key}`,
    names: binding.names ?? [],
    searchWords: binding.searchWords ?? [],
    where,
    run: (controller, press) => {
      if (pane !== null)
        update(controller, (state) => (rowOnPage(state)?.pane === pane ? state : paneFocused(state, pane)));
      const why = binding.disabled?.(controller.store.getState()) ?? null;
      if (why === null) binding.run(controller, press);
      else update(controller, (state) => showNotice(state, why, 'warn'));
    },
  };
}

/** The commands: actions of the focused pane, bindings of every pane, then actions of the other panes. */
function commandEntries(state: ConsoleState, bindings: readonly PaneBinding[]): readonly Entry[] {
  const { features, shownInstead } = state;
  const focus = rowOnPage(state)?.pane ?? state.focus;
  const of = (scope: Scope, pane: PaneName | null): readonly Entry[] =>
    bindings
      .filter(
        (binding) => binding.scope === scope && (scope !== 'list' || !isAbsent(features.panes, focus, binding.id)),
      )
      .map((binding) => bindingEntry(features.panes, binding, pane));
  return [
    ...of(focus, focus),
    ...(shownInstead === null ? [] : of(shownInstead, null)),
    ...of('everywhere', null),
    ...of('list', null),
    ...features.paneNames.filter((name) => name !== focus).flatMap((name) => of(name, name)),
  ];
}

function themeEntries(): readonly Entry[] {
  return themeNames.map((theme) => ({
    label: `Theme: ${theme}`,
    note: themeWords[theme],
    searchWords: ['theme', 'themes', 'colour', 'colours', 'color', 'colors', ...themeSearchWords[theme]],
    run: (controller) =>
      update(controller, (state) =>
        showNotice(
          { ...state, theme },
          `Theme ${theme}, until the console ends. Set theme in the config file to keep it.`,
        ),
      ),
  }));
}

const TARGET_TITLES = { profile: 'Profile', project: 'Project', together: 'Show' } as const;

function switchEntries(state: ConsoleState): readonly Entry[] {
  // A recording belongs to one profile and its projects: there is nothing to switch to.
  if (state.shownInstead !== null) return [];
  return switchTargets(state)
    .filter(({ kind, name }) => kind !== 'profile' || name !== state.connected.profile)
    .map((target) => ({
      label: `${TARGET_TITLES[target.kind]}: ${target.label}`,
      note: 'switch to it',
      run: (controller) => turnTo(controller, target),
    }));
}

/** The entry that adds a profile; none in a recording. */
function connectEntries({ shownInstead }: ConsoleState): readonly Entry[] {
  if (shownInstead !== null) return [];
  return [
    {
      label: 'Connect to another service',
      note: 'saved as a profile',
      names: ['connect'],
      searchWords: ['server', 'endpoint', 'url', 'add profile', 'new profile'],
      run: (controller) => update(controller, connectionFormOpened),
    },
  ];
}

function viewEntries({ features, savedViews }: ConsoleState): readonly Entry[] {
  return savedViews.map((view) => ({
    label: `View: ${view.name}`,
    note: `${features.panes[view.pane].title}  ${view.filter}`,
    run: (controller) => update(controller, (state) => viewShown(state, view)),
  }));
}

/** The columns that the focused pane's rows can be grouped by. */
function groupEntries({ features: { panes }, focus, views }: ConsoleState): readonly Entry[] {
  const able = allColumns(panes, focus).filter(({ groups, id }) => groups && id !== views[focus].group);
  const by = (group: string | null) => (controller: Controller) =>
    update(controller, (state) => groupedBy(state, focus, group));
  return [
    ...able.map(({ id, header }) => ({
      label: `Group by ${header}`,
      searchWords: ['group', 'sum', 'total'],
      note: `${panes[focus].title}, with sums`,
      run: by(id),
    })),
    ...(views[focus].group === null ? [] : [{ label: 'Ungroup', note: panes[focus].title, run: by(null) }]),
  ];
}

/** Largest searched and drawn length of a name, in UTF-16 units. */
const MAX_NAME_LENGTH = 300;

function rowEntries<Name extends PaneName>(state: ConsoleState, name: Name): readonly Entry[] {
  const { one, labelOf } = state.features.panes[name];
  return [...state.lists[name].rows.values()].map(({ row }) => ({
    label: labelOf(row).slice(0, MAX_NAME_LENGTH),
    note: `${one}  ${row.fid}`.slice(0, MAX_NAME_LENGTH),
    where: one,
    fid: row.fid,
    run: (controller) => update(controller, (now) => jumped(now, name, row.fid, null)),
  }));
}

const viewCommands: readonly PaletteCommand[] = [
  {
    words: 'view save',
    does: 'save filter, sort, columns and grouping of this pane',
    searchWords: ['save', 'bookmark', 'store', 'remember'],
    run: (name) => transition((state) => viewSaved(state, name)),
  },
  {
    words: 'view delete',
    does: 'delete a saved view',
    searchWords: ['delete view', 'forget view'],
    run: (name) => transition((state) => viewForgotten(state, name)),
  },
];

const paletteCommands = (state: Pick<ConsoleState, 'features'>): readonly PaletteCommand[] => [
  ...screenOf(state).parts.flatMap(({ paletteCommands: own }) => own ?? []),
  ...viewCommands,
];

/** The palette commands that are typed with a name, ready to run; they come before other matches. */
function typedCommands(state: Pick<ConsoleState, 'features'>, query: string): readonly Entry[] {
  return paletteCommands(state).flatMap(({ words, does, run }) => {
    const name = query.toLowerCase().startsWith(`${words} `) ? query.slice(words.length).trim() : '';
    return name === '' ? [] : [{ label: `${words} ${name}`, note: does, run: run(name) }];
  });
}

/** The palette commands without a name: choosing one types its words, and the operator adds the name. */
export const paletteCommandEntries = (state: Pick<ConsoleState, 'features'>): readonly Entry[] =>
  paletteCommands(state).map(({ words, does, searchWords }) => ({
    label: `${words} NAME`,
    note: does,
    searchWords,
    types: `${words} `,
  }));

/** The commands of the palette that are no bindings: columns to sort and group by, themes, views, projects. */
export function otherEntries(state: ConsoleState): readonly Entry[] {
  return [
    ...screenOf(state).parts.flatMap(({ paletteEntries: own }) => own?.(state) ?? []),
    ...viewEntries(state),
    ...groupEntries(state),
    ...sortEntries(state),
    ...paletteCommandEntries(state),
    ...switchEntries(state),
    ...connectEntries(state),
    ...themeEntries(),
  ];
}

/** The entries that fit the typed text, best first; a recent choice precedes its equals. Without text: recent choices, then commands. */
export function entriesFor(state: ConsoleState, bindings: readonly PaneBinding[]): readonly Entry[] {
  const top = topDialog(state);
  const query = top?.kind === 'palette' ? textIn(top.editor).trim() : '';
  const actions = commandEntries(state, bindings);
  const rows = (): readonly Entry[] =>
    state.features.paneNames.filter((name) => name !== 'activity').flatMap((name) => rowEntries(state, name));
  if (query === '') {
    const all = state.recent.length === 0 ? actions : [...actions, ...otherEntries(state), ...rows()];
    const recent = state.recent.flatMap((label) => all.find((entry) => entry.label === label) ?? []);
    return [...recent, ...actions.filter((entry) => !recent.includes(entry))].slice(0, MAX_ENTRIES);
  }
  const fitting = found(query, [...actions, ...otherEntries(state), ...rows()], MAX_ENTRIES, ({ label }) =>
    state.recent.includes(label),
  );
  return [...typedCommands(state, query), ...fitting];
}
