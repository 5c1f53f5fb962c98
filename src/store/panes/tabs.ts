import { widthOf } from '../../lib/width.ts';
import type { PaneName } from '../../resources/rows.ts';
import type { Transition } from '../controller.ts';
import type { ConsoleState } from '../state.ts';
import type { PageTabs } from '../state-part.ts';
import { paneFocused } from './cursor.ts';

export type Tab = { readonly text: string; readonly isShown: boolean; readonly open: Transition };

const pageTabsOf = ({ features, focus }: ConsoleState): PageTabs | undefined =>
  features.parts.flatMap(({ pageTabs }) => pageTabs ?? []).find(({ pane }) => pane === focus);

export const pageTabTexts = (titles: readonly string[], at: number): readonly Pick<Tab, 'text' | 'isShown'>[] =>
  titles.map((title, n) => ({ text: n === at ? `[${title}] ` : ` ${title}  `, isShown: n === at }));

/** After the last comes the first. */
const tabIndex = (at: number, by: number, count: number): number => (at + by + count) % count;

export const nextTab = <One>(tabs: readonly One[], shown: One, by: 1 | -1): One =>
  tabs[tabIndex(tabs.indexOf(shown), by, tabs.length)] ?? shown;

export function pageTabMoved(state: ConsoleState, by: number): ConsoleState | null {
  const own = pageTabsOf(state);
  return own === undefined ? null : own.shown(state, tabIndex(own.at, by, own.titles.length));
}

/** The tabs of the focused pane's page, or of all panes. Without room only the focused title stays. */
export function tabsOf(state: ConsoleState): readonly Tab[] {
  const { focus, size, features } = state;
  const page = pageTabsOf(state);
  if (page !== undefined)
    return pageTabTexts(page.titles, page.at).map((tab, n) => ({ ...tab, open: (now) => page.shown(now, n) }));
  const tabs = (short: boolean): readonly Tab[] =>
    features.paneNames
      .filter((name) => features.panes[name].side !== 'whole' || name === focus)
      .map((name) => ({
        text: textOf(state, name, short),
        isShown: name === focus,
        open: (now) => paneFocused(now, name),
      }));
  const all = tabs(false);
  return all.reduce((sum, { text }) => sum + widthOf(text), 0) <= size.columns ? all : tabs(true);
}

function textOf({ features, focus }: ConsoleState, name: PaneName, short: boolean): string {
  const { key, title } = features.panes[name];
  return short && name !== focus ? ` ${key} ` : ` ${key === '' ? '' : `${key} `}${title} `;
}
