import { visibleRows } from '../lists/visible-rows.ts';
import type { ConsoleState, View } from '../state.ts';
import { windowOf } from './cursor.ts';
import { layoutOf, panesOn } from './layout.ts';

/** A state, what its windows showed, and its key. */
type Keyed = { readonly state: ConsoleState; readonly windows: readonly unknown[]; readonly key: object };

let last: Keyed | null = null;

/** The same object while only a cursor moves within its window. */
export function besideCursors(state: ConsoleState): object {
  if (last?.state === state) return last.key;
  const windows = panesOn(layoutOf(state)).flatMap(({ name }) => [windowOf(state, name).top, visibleRows(state, name)]);
  last = { state, windows, key: last !== null && isStep(last, state, windows) ? last.key : {} };
  return last.key;
}

const isStep = (before: Keyed, state: ConsoleState, windows: readonly unknown[]): boolean =>
  before.windows.length === windows.length &&
  before.windows.every((part, at) => part === windows[at]) &&
  differOnlyIn(before.state, state, ['views']) &&
  state.features.paneNames.every((name) => differOnlyIn(before.state.views[name], state.views[name], OF_CURSOR));

/** What a step of the cursor changes. */
const OF_CURSOR: readonly (keyof View)[] = ['cursor', 'cursorIndex', 'top'];

function differOnlyIn<Of extends object>(before: Of, after: Of, members: readonly (keyof Of)[]): boolean {
  if (before === after) return true;
  const known = new Map(Object.entries(before));
  const others = Object.entries(after).filter(([name]) => !members.some((member) => member === name));
  return known.size === others.length + members.length && others.every(([name, value]) => known.get(name) === value);
}
