import { paneNames } from '../../resources/index.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { type ConsoleState, type PaneLayout, type SavedView, withView } from '../state.ts';
import { layoutFor } from './arrange-columns.ts';
import { paneFocused, refiltered } from './cursor.ts';

/** What is kept of how a profile is looked at: the arrangement of panes that were changed, and the saved views. */
export type PaneLayouts = {
  readonly panes: { readonly [Name in PaneName]?: PaneLayout };
  readonly views: readonly SavedView[];
};

const LONGEST_NAME = 40;

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The focused pane as it is now, under a name; one that is known by that name already is replaced. */
export function viewSaved(state: ConsoleState, name: string): ConsoleState {
  if (name.length > LONGEST_NAME)
    return showNotice(state, `The name of a view has at most ${LONGEST_NAME} characters.`, 'warn');
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

/** The pane of a view is shown as it was when it was saved; the cursor stays with its row. */
export function viewShown(state: ConsoleState, { name, pane, filter, ...layout }: SavedView): ConsoleState {
  const focused = paneFocused(state, pane);
  return showNotice(refiltered(focused, pane, { filter, ...layoutFor(pane, layout) }), `This is the view ${name}.`);
}

/** A saved view is forgotten; what is on screen stays. */
export function viewForgotten(state: ConsoleState, name: string): ConsoleState {
  const views = state.savedViews.filter((savedView) => !sameName(savedView.name, name));
  return views.length === state.savedViews.length
    ? showNotice(state, `There is no view named ${name}.`, 'warn')
    : showNotice({ ...state, savedViews: views }, `Deleted the view ${name}.`);
}

/** Everything arranged as it was kept. */
export function restoreLayouts(state: ConsoleState, { panes, views }: PaneLayouts): ConsoleState {
  let next: ConsoleState = { ...state, savedViews: views };
  for (const name of paneNames) {
    const own = panes[name];
    if (own !== undefined) next = withView(next, name, layoutFor(name, own));
  }
  return next;
}

/** The panes that are arranged otherwise than before. */
export function changedPanes(before: ConsoleState, state: ConsoleState): readonly (keyof Rows)[] {
  if (before.views === state.views) return [];
  return paneNames.filter((name) => {
    const [a, b] = [before.views[name], state.views[name]];
    return a.sort !== b.sort || a.columns !== b.columns || a.group !== b.group;
  });
}

/** How the panes are arranged now, for a place that is shown next. */
export function currentLayouts(state: ConsoleState): PaneLayouts {
  return { panes: state.views, views: state.savedViews };
}
