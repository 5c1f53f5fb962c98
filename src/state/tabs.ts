import { widthOf } from '../lib/width.ts';
import { paneNames, resources } from '../resources/index.ts';
import type { PaneName } from '../resources/rows.ts';
import type { ConsoleState } from './state.ts';

/** A pane's tab, when only one pane is on screen. */
export type Tab = { readonly name: PaneName; readonly text: string };

/** Returns the tabs; without room for all titles, other panes' tabs show their keys alone. */
export function tabsOf({ focus, size, machines }: Pick<ConsoleState, 'focus' | 'size' | 'machines'>): readonly Tab[] {
  const names = paneNames.filter((name) => name !== 'machines' || name === focus || machines.mode !== 'off');
  const tabs = (short: boolean): readonly Tab[] =>
    names.map((name) => {
      const { key, title } = resources[name];
      return { name, text: short && name !== focus ? ` ${key} ` : ` ${key} ${title} ` };
    });
  const long = tabs(false);
  return long.reduce((sum, { text }) => sum + widthOf(text), 0) <= size.columns ? long : tabs(true);
}
