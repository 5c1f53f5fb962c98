import { paneNames } from '../../resources/index.ts';
import type { PaneName, Rows } from '../../resources/resource.ts';
import { noticed } from '../activity.ts';
import { type Arrangement, type ConsoleState, type SavedView, withView } from '../state.ts';
import { arrangementFor } from './arrange-columns.ts';
import { paneFocused, refiltered } from './cursor.ts';

/** What is kept of how a profile is looked at: the arrangement of panes that were changed, and the saved views. */
export type Arranged = {
  readonly panes: { readonly [Name in PaneName]?: Arrangement };
  readonly views: readonly SavedView[];
};

const LONGEST_NAME = 40;

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The focused pane as it is now, under a name; one that is known by that name already is replaced. */
export function viewSaved(state: ConsoleState, name: string): ConsoleState {
  if (name.length > LONGEST_NAME)
    return noticed(state, `The name of a view has at most ${LONGEST_NAME} characters.`, 'warn');
  const { filter, sort, columns, group } = state.views[state.focus];
  const others = state.savedViews.filter((one) => !sameName(one.name, name));
  const replaced = others.length < state.savedViews.length;
  const saved: SavedView = { name, pane: state.focus, filter, sort, columns, group };
  return noticed(
    { ...state, savedViews: [...others, saved] },
    `${replaced ? 'Replaced' : 'Saved'} the view ${name}.`,
    'good',
  );
}

/** The pane of a view is shown as it was when it was saved; the cursor stays with its row. */
export function viewShown(state: ConsoleState, { name, pane, filter, ...arrangement }: SavedView): ConsoleState {
  const focused = paneFocused(state, pane);
  return noticed(
    refiltered(focused, pane, { filter, ...arrangementFor(pane, arrangement) }),
    `This is the view ${name}.`,
  );
}

/** A saved view is forgotten; what is on screen stays. */
export function viewForgotten(state: ConsoleState, name: string): ConsoleState {
  const views = state.savedViews.filter((one) => !sameName(one.name, name));
  return views.length === state.savedViews.length
    ? noticed(state, `There is no view named ${name}.`, 'warn')
    : noticed({ ...state, savedViews: views }, `Deleted the view ${name}.`);
}

/** Everything arranged as it was kept. */
export function arranged(state: ConsoleState, { panes, views }: Arranged): ConsoleState {
  let next: ConsoleState = { ...state, savedViews: views };
  for (const name of paneNames) {
    const own = panes[name];
    if (own !== undefined) next = withView(next, name, arrangementFor(name, own));
  }
  return next;
}

/** The panes that are arranged otherwise than before. */
export function rearranged(before: ConsoleState, state: ConsoleState): readonly (keyof Rows)[] {
  if (before.views === state.views) return [];
  return paneNames.filter((name) => {
    const [a, b] = [before.views[name], state.views[name]];
    return a.sort !== b.sort || a.columns !== b.columns || a.group !== b.group;
  });
}

/** How the panes are arranged now, for a place that is shown next. */
export function arrangedNow(state: ConsoleState): Arranged {
  return { panes: state.views, views: state.savedViews };
}
