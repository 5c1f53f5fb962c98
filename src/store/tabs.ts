import { widthOf } from '../lib/width.ts';
import { paneNames, resources } from '../resources/index.ts';
import type { PaneName } from '../resources/rows.ts';
import type { ConsoleState } from './state.ts';

/** A pane's tab, when only one pane is on screen. */
export type Tab = { readonly name: PaneName; readonly text: string };

/**
 * Returns the tabs. A pane with the whole screen has one while it is shown, that of the machines also while they are read. Where not
 * all titles have room, those go first, then the titles of all panes without the focus.
 */
export function tabsOf({ focus, size, machines }: Pick<ConsoleState, 'focus' | 'size' | 'machines'>): readonly Tab[] {
  const ofSide = (name: PaneName): boolean => resources[name].side !== 'whole';
  const isRead = (name: PaneName): boolean => name === 'machines' && machines.mode !== 'off';
  const tabs = (names: readonly PaneName[], short: boolean): readonly Tab[] =>
    names.map((name) => {
      const { key, title } = resources[name];
      return { name, text: short && name !== focus ? ` ${key} ` : ` ${key === '' ? '' : `${key} `}${title} ` };
    });
  const fit = (shown: readonly Tab[]): boolean =>
    shown.reduce((sum, { text }) => sum + widthOf(text), 0) <= size.columns;
  const all = paneNames.filter((name) => ofSide(name) || name === focus || isRead(name));
  const others = paneNames.filter(ofSide);
  return [tabs(all, false), ...(ofSide(focus) ? [tabs(others, false)] : [])].find(fit) ?? tabs(all, true);
}
