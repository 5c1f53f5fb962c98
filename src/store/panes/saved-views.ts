import { parseFilter } from '../../resources/filter/parse.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { type ConsoleState, type PaneLayout, type SavedView, type ScreenLayout, withView } from '../state.ts';
import { layoutFor } from './arrange-columns.ts';
import { paneFocused, refiltered } from './cursor.ts';

/** The stored layout of a profile: that of the screen and of changed panes, and the saved views. */
export type PaneLayouts = {
  readonly screen?: ScreenLayout | undefined;
  readonly panes: { readonly [Name in PaneName]?: PaneLayout };
  readonly views: readonly SavedView[];
};

/** Most characters of a view's name. */
const MAX_NAME_LENGTH = 40;

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Saves the focused pane's view under a name, replacing one of the same name. */
export function viewSaved(state: ConsoleState, name: string): ConsoleState {
  if (name.length > MAX_NAME_LENGTH)
    return showNotice(state, `The name of a view has at most ${MAX_NAME_LENGTH} characters.`, 'warn');
  const { filter, sort, columns, group } = state.views[state.focus];
  const others = state.savedViews.filter((savedView) => !sameName(savedView.name, name));
  const replaced = others.length < state.savedViews.length;
  const saved: SavedView = { name, pane: state.focus, filter, sort, columns, group };
  return showNotice(
    { ...state, savedViews: [...others, saved] },
    `${replaced ? 'Replaced' : 'Saved'} the view ${name}.`,
    'good',
  );
}

/** Restores a saved view; the cursor stays with its row. One whose filter can't be read is not shown: it would show all rows. */
export function viewShown(state: ConsoleState, { name, pane, filter, ...layout }: SavedView): ConsoleState {
  const read = parseFilter(filter, state.features.panes[pane].columns);
  if (!read.ok)
    return showNotice(state, `The filter ${filter} of the view ${name} can't be read: ${read.error.why}`, 'warn');
  const focused = paneFocused(state, pane);
  return showNotice(
    refiltered(focused, pane, { filter, presetFilter: false, ...layoutFor(state.features.panes, pane, layout) }),
    `This is the view ${name}.`,
  );
}

/** Deletes a saved view; the screen does not change. */
export function viewForgotten(state: ConsoleState, name: string): ConsoleState {
  const views = state.savedViews.filter((savedView) => !sameName(savedView.name, name));
  return views.length === state.savedViews.length
    ? showNotice(state, `There is no view named ${name}.`, 'warn')
    : showNotice({ ...state, savedViews: views }, `Deleted the view ${name}.`);
}

/** Applies the stored layouts and views. */
export function restoreLayouts(state: ConsoleState, { screen, panes, views }: PaneLayouts): ConsoleState {
  let next: ConsoleState = { ...state, ...screen, savedViews: views };
  for (const name of state.features.paneNames) {
    const own = panes[name];
    if (own !== undefined) next = withView(next, name, layoutFor(state.features.panes, name, own));
  }
  return next;
}

/** The panes whose layout has changed. */
export function changedPanes(before: ConsoleState, state: ConsoleState): readonly (keyof Rows)[] {
  if (before.views === state.views) return [];
  return state.features.paneNames.filter((name) => {
    const [a, b] = [before.views[name], state.views[name]];
    return a.sort !== b.sort || a.columns !== b.columns || a.group !== b.group;
  });
}

/** Whether the layout of the screen as a whole has changed. */
export function screenChanged(before: ConsoleState, state: ConsoleState): boolean {
  return before.zoomed !== state.zoomed || before.preview !== state.preview || before.sizes !== state.sizes;
}

/** The present layouts, for the next console. */
export function currentLayouts(state: ConsoleState): PaneLayouts {
  const { zoomed, preview, sizes } = state;
  return { screen: { zoomed, preview, sizes }, panes: state.views, views: state.savedViews };
}
