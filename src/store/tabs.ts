import { widthOf } from '../lib/width.ts';
import type { PaneName } from '../resources/rows.ts';
import type { ConsoleState } from './state.ts';

/** A pane's tab, when only one pane is on screen. */
export type Tab = { readonly name: PaneName; readonly text: string };

/**
 * The tabs. A pane with the whole screen has one while it is shown, and while its feature says so. Where not all titles have
 * room, those go first, then the titles of all panes without the focus.
 */
export function tabsOf(state: ConsoleState): readonly Tab[] {
  const { focus, size, features } = state;
  const ofSide = (name: PaneName): boolean => features.panes[name].side !== 'whole';
  const kept = features.parts.flatMap(({ tabs }) => tabs?.(state) ?? []);
  const tabs = (names: readonly PaneName[], short: boolean): readonly Tab[] =>
    names.map((name) => {
      const { key, title } = features.panes[name];
      return { name, text: short && name !== focus ? ` ${key} ` : ` ${key === '' ? '' : `${key} `}${title} ` };
    });
  const fit = (shown: readonly Tab[]): boolean =>
    shown.reduce((sum, { text }) => sum + widthOf(text), 0) <= size.columns;
  const all = features.paneNames.filter((name) => ofSide(name) || name === focus || kept.includes(name));
  const others = features.paneNames.filter(ofSide);
  return [tabs(all, false), ...(ofSide(focus) ? [tabs(others, false)] : [])].find(fit) ?? tabs(all, true);
}
