import { shortDuration } from '../../lib/duration.ts';
import { cut } from '../../lib/width.ts';
import { capitalized } from '../../lib/words.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../../store/activity.ts';
import { ageOfRow, promisedMs } from '../../store/age.ts';
import { type Controller, update } from '../../store/controller.ts';
import type { RowRef } from '../../store/dialog-state.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { cursorRow, noRow, whyGone } from '../../store/lists/visible-rows.ts';
import { isOnGroup } from '../../store/panes/open-groups.ts';
import { detailRows, nameOf } from '../../store/panes/row-detail.ts';
import { nextTab } from '../../store/panes/tabs.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type Binding, type PaneBinding, transition, withKeyOverride } from '../keys/binding.ts';
import { scrollBindings } from '../keys/scroll-bindings.ts';
import { closes, type Dialog, type Room, type RowPage, type RowTab } from './dialog.ts';
import { blankLine, linesOfRow, sentToClipboard, tabLine, withInView } from './line.ts';
import { screenOf } from './screen.ts';
import { roomFor } from './view.ts';

/** Below the title of the first section. */
const FIRST_FIELD = 1;
/** Lines without scrolling. */
const TABS_HEIGHT = 2;

/** In their order. */
export const tabsOf = (state: Pick<ConsoleState, 'features'>, pane: PaneName): readonly RowTab[] =>
  [now, json, ...screenOf(state).parts.flatMap(({ rowTabs }) => rowTabs ?? [])]
    .filter(({ isOf }) => isOf(pane))
    .toSorted((a, b) => a.order - b.order);

/** The shown tab; the fields if the row lacks it. */
export const tabOf = (state: Pick<ConsoleState, 'features'>, { pane, tab }: Pick<RowPage, 'pane' | 'tab'>): RowTab =>
  tabsOf(state, pane).find(({ id }) => id === tab) ?? now;

/** Without a tab it opens at the first of the pane. An open page of the row changes its tab. */
export function openRowPage(controller: Controller, { pane, fid }: RowRef, tab: string | null): void {
  update(controller, (state) => {
    const chosen = tab ?? tabsOf(state, pane).find(({ first }) => first?.includes(pane) === true)?.id ?? now.id;
    const page: RowPage = {
      kind: 'row-page',
      pane,
      fid,
      tab: chosen,
      at: chosen === now.id ? FIRST_FIELD : 0,
      views: {},
    };
    const top = topDialog(state);
    const isSame = top?.kind === 'row-page' && top.pane === pane && top.fid === fid;
    return isSame
      ? dialogChanged(state, 'row-page', (open) => ({ ...open, tab: page.tab, at: page.at }))
      : dialogOpened(state, page);
  });
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind === 'row-page') tabOf(state, top).shown?.(controller, { pane, fid });
}

function showTabBeside(controller: Controller, by: 1 | -1): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'row-page') return;
  openRowPage(controller, top, nextTab(tabsOf(state, top.pane), tabOf(state, top), by).id);
}

const tabRoom = (room: Room): Room => ({ ...room, height: room.height - TABS_HEIGHT });

function moved(state: ConsoleState, by: number): ConsoleState {
  return dialogChanged(state, 'row-page', (page) => {
    const { items, lines, move } = tabOf(state, page);
    if (move !== undefined) return move(state, page, by);
    const count = items?.(state, page) ?? lines(state, page, tabRoom(roomFor(rowPage, state, page))).length;
    return { ...page, at: Math.max(0, Math.min(page.at + by, count - 1)) };
  });
}

function copyField(controller: Controller): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'row-page') return;
  const row = detailRows(state, top.pane, top.fid, top.tab === json.id)[top.at];
  const text = row === undefined ? '' : row.kind === 'field' ? (row.copy ?? row.text) : row.text;
  if (text === '') return;
  controller.terminal.copy(text);
  update(controller, (next) => showNotice(next, sentToClipboard()));
}

/** Says how old a row is, once it is older than promised. */
function oldWords(state: ConsoleState, pane: PaneName, fid: string): string {
  const age = ageOfRow(state, pane, fid);
  return age === null || age <= promisedMs(state) ? '' : `, ${shortDuration(age)} old`;
}

const fieldsTab = (id: string, title: string, order: number, raw: boolean): RowTab => ({
  id,
  title,
  order,
  isOf: () => true,
  lines: (state, { pane, fid, at }, { width }) =>
    detailRows(state, pane, fid, raw).flatMap((row, n) => linesOfRow(row, n === 0, n === at, width)),
  items: (state, { pane, fid }) => detailRows(state, pane, fid, raw).length,
  bindings: [],
});

const now = fieldsTab('now', 'Now', 10, false);
const json = fieldsTab('json', 'JSON', 90, true);

const bindings: readonly Binding[] = [
  {
    id: 'copy-line',
    keys: ['Enter', 'y'],
    label: 'Copy the field',
    hint: 'copy',
    when: (state) => {
      const top = topDialog(state);
      return top?.kind !== 'row-page' || [now, json].includes(tabOf(state, top));
    },
    run: copyField,
  },
  {
    id: 'next-tab',
    keys: ['Right', 'Tab'],
    label: 'Next tab',
    hint: 'tabs',
    run: (controller) => showTabBeside(controller, 1),
  },
  {
    id: 'previous-tab',
    keys: ['Left', 'Shift-Tab'],
    label: 'Previous tab',
    run: (controller) => showTabBeside(controller, -1),
  },
  ...scrollBindings('row-page', (by) => transition((state) => moved(state, by))),
  closes('row-page', ['Esc', 'q'], 'Back to the list'),
];

/** Opens the row under the cursor at a tab. */
export function tabBinding(tab: RowTab): PaneBinding | null {
  if (tab.openFrom === undefined) return null;
  return {
    ...tab.openFrom,
    scope: 'list',
    disabled: (state) =>
      tab.isOf(state.focus) ? noRow(state) : `Rows of ${state.features.panes[state.focus].title} have no ${tab.title}.`,
    run: (controller) => openRowUnderCursor(controller, tab.id),
  };
}

/** The keys of a row's tabs in an open page. */
const tabKeysIn = (state: ConsoleState, row: RowRef, shown: string | null): readonly Binding[] =>
  tabsOf(state, row.pane).flatMap((tab) => {
    const opens = tabBinding(tab);
    if (opens === null) return [];
    const { disabled: _, ...own } = withKeyOverride(opens, state.keyOverrides);
    return {
      ...own,
      hint: tab.id === shown ? null : (own.hint ?? null),
      run: (controller) => openRowPage(controller, row, tab.id),
    };
  });

/** It follows the row, and the keys of the row act on it. */
export const rowPage: Dialog<'row-page'> = {
  kind: 'row-page',
  page: ({ pane, fid }) => ({ pane, fid }),
  openFrom: {
    id: 'detail',
    keys: ['Enter'],
    label: 'Open the row: fields, story, machine, price, JSON',
    alsoKeys: ['d'],
    names: ['d'],
    searchWords: ['detail', 'details', 'describe', 'inspect', 'info', 'show', 'json', 'yaml', 'raw'],
    hint: 'open',
    scope: 'list',
    // There Enter opens the group.
    when: (state) => state.focus !== 'activity' || !isOnGroup(state, 'activity'),
    disabled: noRow,
    run: (controller) => openRowUnderCursor(controller, null),
  },
  title: (state, page, { width }) => {
    const { pane, fid } = page;
    const name = cut(nameOf(state, pane, fid), width - 30, state.glyphs.cut);
    const words = tabOf(state, page).titleWords?.(state, page) ?? '';
    return `${capitalized(state.features.panes[pane].one)} ${name}${words}${oldWords(state, pane, fid)}`;
  },
  lines: (state, page, room) => {
    const [tabs, shown] = [tabsOf(state, page.pane), tabOf(state, page)];
    const titles = tabs.map(({ title }) => title);
    const below = shown.lines(state, page, tabRoom(room));
    // Without a cursor the keys scroll the lines.
    const scrolls = shown.items === undefined && shown.move === undefined;
    return [tabLine(titles, tabs.indexOf(shown)), blankLine, ...(scrolls ? withInView(below, page.at) : below)];
  },
  box: () => ({ width: 'whole', fixed: TABS_HEIGHT }),
  helpTitle: 'Page of a row',
  bindings,
  bindingsNow: (state, page) => [...tabOf(state, page).bindings, ...tabKeysIn(state, page, page.tab)],
};

/** Or shows another tab of the open page. */
export function openRowUnderCursor(controller: Controller, tab: string | null): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  const fid = cursorRow(state, state.focus)?.row.fid;
  if (top?.kind === 'row-page') openRowPage(controller, top, tab);
  else if (fid !== undefined) openRowPage(controller, { pane: state.focus, fid }, tab);
}

/** The keys that open a row from another page. */
export function rowKeys(state: ConsoleState, row: RowRef): readonly Binding[] {
  const { openFrom } = rowPage;
  const opens: readonly Binding[] =
    openFrom === undefined
      ? []
      : [
          {
            ...withKeyOverride(openFrom, state.keyOverrides),
            when: () => true,
            run: (controller) => openRowPage(controller, row, null),
          },
        ];
  const disabled = (now: ConsoleState): string | null =>
    now.lists[row.pane].rows.has(row.fid) ? null : whyGone(now, row.pane);
  return [...opens, ...tabKeysIn(state, row, null)].map((binding) => ({ ...binding, disabled }));
}
