import { widthOf } from '../lib/width.ts';
import { paneNames, resources } from '../resources/index.ts';
import type { PaneName } from '../resources/rows.ts';
import type { ConsoleState } from './state.ts';

/** A pane's tab, when only one pane is on screen. */
export type Tab = { readonly name: PaneName; readonly text: string };

/** Returns the tabs. Where not all titles have room, that of the machines goes first, then the titles of all panes without the focus. */
export function tabsOf({ focus, size, machines }: Pick<ConsoleState, 'focus' | 'size' | 'machines'>): readonly Tab[] {
  const hasMachines = focus === 'machines' || machines.mode !== 'off';
  const tabs = (names: readonly PaneName[], short: boolean): readonly Tab[] =>
    names.map((name) => {
      const { key, title } = resources[name];
      return { name, text: short && name !== focus ? ` ${key} ` : ` ${key} ${title} ` };
    });
  const fit = (shown: readonly Tab[]): boolean =>
    shown.reduce((sum, { text }) => sum + widthOf(text), 0) <= size.columns;
  const others = paneNames.filter((name) => name !== 'machines');
  const all = hasMachines ? paneNames : others;
  return [tabs(all, false), ...(focus === 'machines' ? [] : [tabs(others, false)])].find(fit) ?? tabs(all, true);
}
