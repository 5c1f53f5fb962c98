import fuzzysort from 'fuzzysort';
import { textIn } from '../lib/editor.ts';
import type { PaneName } from '../resources/resource.ts';
import { paneNames, resources } from '../resources/resources.ts';
import { jumped } from '../state/acting.ts';
import type { ConsoleState } from '../state/console.ts';
import { apply, type Desk } from '../state/desk.ts';
import { noticed } from '../state/happened.ts';
import type { Rebound } from '../state/key-names.ts';
import { overlayChanged, overlayClosed, topOverlay } from '../state/overlays.ts';
import { placesOf } from '../state/switching.ts';
import { themeNames, themeWords } from '../state/themes.ts';
import { paneFocused } from '../state/views.ts';
import { actionBindings } from './actions.ts';
import { type Binding, reboundAs } from './binding.ts';
import { changes, globalBindings } from './global.ts';
import { listBindings } from './list.ts';
import { replayBindings } from './replay.ts';

/** Something the palette can do: an action, a pane to go to, a row to go to. */
export type Entry = { readonly label: string; readonly note: string; readonly run: (desk: Desk) => void };

/** As many entries as can be looked through; a longer name narrows them. */
const MOST = 50;

function bindingEntry(usual: Binding, pane: PaneName | null, rebound: Rebound): Entry {
  const binding = reboundAs(usual, rebound);
  const where = pane === null ? '' : `${resources[pane].title}  `;
  return {
    label: binding.label,
    note: `${where}${binding.keys[0] ?? ''}`,
    run: (desk) => {
      if (pane !== null) apply(desk, (state) => paneFocused(state, pane));
      const why = binding.disabled?.(desk.store.getState()) ?? null;
      if (why === null) binding.run(desk);
      else apply(desk, (state) => ({ ...state, notice: { text: why, tone: 'warn', at: state.now } }));
    },
  };
}

/** Actions of the focused pane come first, then what counts everywhere, then the other panes' own. */
function actionEntries(state: ConsoleState): readonly Entry[] {
  const panes = [state.focus, ...paneNames.filter((name) => name !== state.focus)];
  const own = panes.flatMap((pane) =>
    actionBindings.filter(({ scope }) => scope === pane).map((binding) => bindingEntry(binding, pane, state.rebound)),
  );
  const ownCount = actionBindings.filter(({ scope }) => scope === state.focus).length;
  const others = [...(state.replay === null ? [] : replayBindings), ...globalBindings, ...listBindings]
    .filter(({ id }) => id !== 'palette')
    .map((binding) => bindingEntry(binding, null, state.rebound));
  return [...own.slice(0, ownCount), ...others, ...own.slice(ownCount)];
}

function themeEntries(): readonly Entry[] {
  return themeNames.map((theme) => ({
    label: `Theme: ${theme}`,
    note: themeWords[theme],
    run: (desk) =>
      apply(desk, (state) =>
        noticed({ ...state, theme }, `The theme is ${theme} until the console ends; the setting theme keeps it.`),
      ),
  }));
}

function placeEntries(state: ConsoleState): readonly Entry[] {
  return placesOf(state)
    .filter(({ kind, name }) => kind === 'project' || name !== state.connected.profile)
    .map(({ kind, name, called }) => ({
      label: `${kind === 'profile' ? 'Profile' : 'Project'}: ${called}`,
      note: 'switch to it',
      run: (desk) => (kind === 'profile' ? desk.switchProfile(name) : desk.switchProject(name)),
    }));
}

function rowEntries<Name extends PaneName>(state: ConsoleState, name: Name): readonly Entry[] {
  const { one, called } = resources[name];
  return [...state.lists[name].rows.values()].map(({ row }) => ({
    label: called(row),
    note: `${one}  ${row.fid}`,
    run: (desk) => apply(desk, (now) => jumped(now, name, row.fid, null)),
  }));
}

/** What fits what is typed, best first: names and identifiers fuzzily, actions and panes among them. */
export function paletteEntries(state: ConsoleState): readonly Entry[] {
  const top = topOverlay(state);
  const query = top?.kind === 'palette' ? textIn(top.editor).trim() : '';
  const actions = actionEntries(state);
  if (query === '') return actions.slice(0, MOST);
  const rows = paneNames.filter((name) => name !== 'activity').flatMap((name) => rowEntries(state, name));
  return fuzzysort
    .go(query, [...actions, ...placeEntries(state), ...themeEntries(), ...rows], {
      keys: ['label', 'note'],
      limit: MOST,
      threshold: 0,
    })
    .map(({ obj }) => obj);
}

function moved(state: ConsoleState, by: number): ConsoleState {
  const count = paletteEntries(state).length;
  return overlayChanged(state, 'palette', (overlay) => ({
    ...overlay,
    at: count === 0 ? 0 : (overlay.at + by + count) % count,
  }));
}

function chosen(desk: Desk): void {
  const state = desk.store.getState();
  const top = topOverlay(state);
  if (top?.kind !== 'palette') return;
  const entry = paletteEntries(state)[top.at];
  if (entry === undefined) return;
  apply(desk, overlayClosed);
  entry.run(desk);
}

const scrolled = (by: number) =>
  changes((state) => overlayChanged(state, 'help', (overlay) => ({ ...overlay, top: Math.max(0, overlay.top + by) })));

/** Keys of the two things one finds something in: palette and help. */
export const findingBindings: readonly Binding[] = [
  {
    id: 'palette-next',
    keys: ['Down', 'Ctrl-n', 'Tab'],
    label: 'Next',
    hint: 'next',
    scope: 'palette',
    run: changes((state) => moved(state, 1)),
  },
  {
    id: 'palette-previous',
    keys: ['Up', 'Ctrl-p', 'Shift-Tab'],
    label: 'Previous',
    hint: null,
    scope: 'palette',
    run: changes((state) => moved(state, -1)),
  },
  { id: 'palette-run', keys: ['Enter'], label: 'Do it, or go there', hint: 'do it', scope: 'palette', run: chosen },
  {
    id: 'close-palette',
    keys: ['Esc'],
    label: 'Close the palette',
    hint: 'close',
    scope: 'palette',
    run: changes(overlayClosed),
  },
  { id: 'help-down', keys: ['Down'], label: 'Scroll down', hint: 'scroll', scope: 'help', run: scrolled(1) },
  { id: 'help-up', keys: ['Up'], label: 'Scroll up', hint: null, scope: 'help', run: scrolled(-1) },
  {
    id: 'help-page-down',
    keys: ['PgDn', 'Ctrl-d'],
    label: 'Scroll down a page',
    hint: null,
    scope: 'help',
    run: scrolled(15),
  },
  {
    id: 'help-page-up',
    keys: ['PgUp', 'Ctrl-u'],
    label: 'Scroll up a page',
    hint: null,
    scope: 'help',
    run: scrolled(-15),
  },
  {
    id: 'close-help',
    keys: ['Esc'],
    label: 'Close the help',
    hint: 'close',
    scope: 'help',
    run: changes(overlayClosed),
  },
];
