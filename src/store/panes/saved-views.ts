import { parseFilter } from '../../resources/filter/parse.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { type ConsoleState, type PaneLayout, type SavedView, type ScreenLayout, withView } from '../state.ts';
import { layoutFor } from './arrange-columns.ts';
import { paneFocused, refiltered } from './cursor.ts';

export type PaneLayouts = {
  readonly screen?: ScreenLayout | undefined;
  readonly panes: { readonly [Name in PaneName]?: PaneLayout };
  readonly views: readonly SavedView[];
};

const MAX_NAME_LENGTH = 40;

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Replaces a view of the same name. */
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

/** The cursor stays with its row. An unreadable filter would show all rows, so the view is refused. */
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

export function viewForgotten(state: ConsoleState, name: string): ConsoleState {
  const views = state.savedViews.filter((savedView) => !sameName(savedView.name, name));
  return views.length === state.savedViews.length
    ? showNotice(state, `There is no view named ${name}.`, 'warn')
    : showNotice({ ...state, savedViews: views }, `Deleted the view ${name}.`);
}

export function restoreLayouts(state: ConsoleState, { screen, panes, views }: PaneLayouts): ConsoleState {
  let next: ConsoleState = { ...state, ...screen, savedViews: views };
  for (const name of state.features.paneNames) {
    const own = panes[name];
    if (own !== undefined) next = withView(next, name, layoutFor(state.features.panes, name, own));
  }
  return next;
}

export function changedPanes(before: ConsoleState, state: ConsoleState): readonly (keyof Rows)[] {
  if (before.views === state.views) return [];
  return state.features.paneNames.filter((name) => {
    const [a, b] = [before.views[name], state.views[name]];
    return a.sort !== b.sort || a.columns !== b.columns || a.group !== b.group;
  });
}

export function screenChanged(before: ConsoleState, state: ConsoleState): boolean {
  return before.zoomed !== state.zoomed || before.preview !== state.preview || before.sizes !== state.sizes;
}

export function currentLayouts(state: ConsoleState): PaneLayouts {
  const { zoomed, preview, sizes } = state;
  return { screen: { zoomed, preview, sizes }, panes: state.views, views: state.savedViews };
}
