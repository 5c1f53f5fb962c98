import { textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { widthOf } from '../../lib/width.ts';
import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { themeNames, themeSearchWords, themeWords } from '../../store/defaults.ts';
import { dialogChanged, dialogClosed, dialogOpened, rowOnPage, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { connectionFormOpened } from '../../store/dialogs/sign-in.ts';
import { switchTargets, turnTo } from '../../store/dialogs/switch-targets.ts';
import { allColumns } from '../../store/lists/place-columns.ts';
import { groupedBy } from '../../store/panes/arrange-columns.ts';
import { jumped, paneFocused, sortedBy } from '../../store/panes/cursor.ts';
import { viewForgotten, viewSaved, viewShown } from '../../store/panes/saved-views.ts';
import { sortChoices } from '../../store/panes/sort-letters.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { closes, type Dialog, oneLine } from '../dialogs/dialog.ts';
import { type DialogLine, fieldLine, textLine } from '../dialogs/line.ts';
import { screenOf } from '../dialogs/screen.ts';
import {
  type Binding,
  type Entry,
  type PaletteCommand,
  type PaneBinding,
  type Press,
  type Scope,
  transition,
} from '../keys/binding.ts';
import { allBindings } from './active-bindings.ts';
import { runBinding } from './key-to-write.ts';
import { found, isAbsent } from './search.ts';

const MAX_RECENT = 12;

function entryRemembered(state: ConsoleState, label: string): ConsoleState {
  const others = state.recent.filter((other) => other !== label);
  return { ...state, recent: [label, ...others].slice(0, MAX_RECENT) };
}

function moved(state: ConsoleState, by: number): ConsoleState {
  const count = paletteEntries(state).length;
  return dialogChanged(state, 'palette', (dialog) => ({
    ...dialog,
    at: count === 0 ? 0 : (dialog.at + by + count) % count,
  }));
}

function runSelected(controller: Controller, press: Press): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'palette') return;
  const entry = paletteEntries(state)[top.at];
  if (entry === undefined) return;
  if ('types' in entry) {
    update(controller, (now) =>
      dialogChanged(now, 'palette', (palette) => ({ ...palette, editor: textBufferOf(entry.types), at: 0 })),
    );
    return;
  }
  update(controller, (now) => dialogClosed(entryRemembered(now, entry.label)));
  entry.run(controller, press);
}

const bindings: readonly Binding[] = [
  {
    id: 'palette-next',
    keys: ['Down', 'Ctrl-n', 'Tab'],
    label: 'Next',
    hint: 'next',
    run: transition((state) => moved(state, 1)),
  },
  {
    id: 'palette-previous',
    keys: ['Up', 'Ctrl-p', 'Shift-Tab'],
    label: 'Previous',
    run: transition((state) => moved(state, -1)),
  },
  { id: 'palette-run', keys: ['Enter'], label: 'Do it, or go there', hint: 'do it', run: runSelected },
  closes('palette', ['Esc'], 'Close the palette'),
];

function entryLine({ label, note }: Entry, cursor: boolean, width: number): DialogLine {
  const gap = Math.max(1, width - widthOf(label) - widthOf(note) - 1);
  return {
    kind: 'text',
    cursor,
    segments: [{ text: ` ${label}`, tone: 'strong' }, { text: ' '.repeat(gap) }, { text: note, tone: 'dim' }],
  };
}

/** Every command, pane and row by name. */
export const palette: Dialog<'palette'> = {
  kind: 'palette',
  openFrom: {
    id: 'palette',
    keys: [':'],
    label: 'Command palette: every action, pane and row by name',
    hint: 'palette',
    scope: 'everywhere',
    run: (controller) => {
      for (const { paletteOpens } of screenOf(controller.store.getState()).parts) paletteOpens?.(controller);
      update(controller, (state) => dialogOpened(state, { kind: 'palette', editor: textBufferOf(''), at: 0 }));
    },
  },
  title: () => 'Palette',
  lines: (state, { editor, at }, { width }) => {
    const lines = paletteEntries(state).map((entry, n) => entryLine(entry, n === at, width));
    return [fieldLine(': ', editor), ...(lines.length === 0 ? [textLine(' No matches', 'dim')] : lines)];
  },
  box: () => ({ width: 100, fixed: 1 }),
  textField: { text: oneLine, typed: (own, editor) => ({ ...own, editor, at: 0 }) },
  helpTitle: 'Palette',
  bindings,
};

/** A longer query narrows them. */
const MAX_ENTRIES = 50;

/** Runs a binding, in its pane when it belongs to one. */
export function bindingEntry(panes: Panes, binding: PaneBinding, pane: PaneName | null): Entry & Pick<Binding, 'run'> {
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
      runBinding(controller, binding, press);
    },
  };
}

/** First those of the focused pane, last those of other panes. */
function commandEntries(state: ConsoleState): readonly Entry[] {
  const { features, shownInstead } = state;
  const focus = rowOnPage(state)?.pane ?? state.focus;
  const of = (scope: Scope, pane: PaneName | null): readonly Entry[] =>
    allBindings(state)
      .filter(
        ({ id, scope: own }) =>
          own === scope && id !== 'palette' && (scope !== 'list' || !isAbsent(features.panes, focus, id)),
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
  // A recording belongs to one profile and its projects.
  if (state.shownInstead !== null) return [];
  return switchTargets(state)
    .filter(({ kind, name }) => kind !== 'profile' || name !== state.connected.profile)
    .map((target) => ({
      label: `${TARGET_TITLES[target.kind]}: ${target.label}`,
      note: 'switch to it',
      run: (controller) => turnTo(controller, target),
    }));
}

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

/** UTF-16 units of a name for search and drawing. */
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

/** Commands typed with a name, ready to run; they come first. */
function typedCommands(state: Pick<ConsoleState, 'features'>, query: string): readonly Entry[] {
  return paletteCommands(state).flatMap(({ words, does, run }) => {
    const name = query.toLowerCase().startsWith(`${words} `) ? query.slice(words.length).trim() : '';
    return name === '' ? [] : [{ label: `${words} ${name}`, note: does, run: run(name) }];
  });
}

/** Without a name, a command types its words and the operator adds the name. */
export const paletteCommandEntries = (state: Pick<ConsoleState, 'features'>): readonly Entry[] =>
  paletteCommands(state).map(({ words, does, searchWords }) => ({
    label: `${words} NAME`,
    note: does,
    searchWords,
    types: `${words} `,
  }));

/** Commands without a binding: columns, themes, views, projects. */
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

/** Best first, recent choices before their equals. Without text: recent choices, then commands. */
export function paletteEntries(state: ConsoleState): readonly Entry[] {
  const top = topDialog(state);
  const query = top?.kind === 'palette' ? textIn(top.editor).trim() : '';
  const actions = commandEntries(state);
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

function sortEntries(state: ConsoleState): readonly Entry[] {
  const { focus } = state;
  const key = keyNamed(state, 'sort-column', ',');
  return sortChoices(state.features, focus).map(({ letter, column, header }) => ({
    label: `Sort by ${header}; again reverses it`,
    note: `${state.features.panes[focus].title}  ${key} ${letter}`,
    run: (controller) => update(controller, (now) => sortedBy(now, focus, column)),
  }));
}
