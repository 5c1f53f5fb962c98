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
import { sentToClipboard } from './clipboard.ts';
import { closes, type Dialog, type Room } from './dialog.ts';
import { blankLine, withInView } from './line.ts';
import { linesOfRow } from './row-lines.ts';
import type { RowPage, RowTab } from './row-tab.ts';
import { screenOf } from './screen.ts';
import { tabLine } from './tab-line.ts';
import { roomFor } from './view.ts';

/** The line of the first field, below the title of the first section. */
const FIRST_FIELD = 1;
/** Lines of the tabs and the blank one below them, which do not scroll. */
const TABS_HEIGHT = 2;

/** The tabs that a row has, in their order. */
export const tabsOf = (state: Pick<ConsoleState, 'features'>, pane: PaneName): readonly RowTab[] =>
  [now, json, ...screenOf(state).parts.flatMap(({ rowTabs }) => rowTabs ?? [])]
    .filter(({ isOf }) => isOf(pane))
    .toSorted((a, b) => a.order - b.order);

/** The tab that is shown; that of the fields when the row has not the one that was asked for. */
export const tabOf = (state: Pick<ConsoleState, 'features'>, { pane, tab }: Pick<RowPage, 'pane' | 'tab'>): RowTab =>
  tabsOf(state, pane).find(({ id }) => id === tab) ?? now;

/** Opens the page of a row at a tab: without one, at the first of its pane. On the page of that row it changes the tab. */
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

/** Shows the next tab, or the one before. */
function showTabBeside(controller: Controller, by: 1 | -1): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  if (top?.kind !== 'row-page') return;
  openRowPage(controller, top, nextTab(tabsOf(state, top.pane), tabOf(state, top), by).id);
}

/** The room below the line of the tabs. */
const tabRoom = (room: Room): Room => ({ ...room, height: room.height - TABS_HEIGHT });

function moved(state: ConsoleState, by: number): ConsoleState {
  return dialogChanged(state, 'row-page', (page) => {
    const { items, lines, move } = tabOf(state, page);
    if (move !== undefined) return move(state, page, by);
    const count = items?.(state, page) ?? lines(state, page, tabRoom(roomFor(rowPage, state, page))).length;
    return { ...page, at: Math.max(0, Math.min(page.at + by, count - 1)) };
  });
}

/** Copies the selected field. */
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

/** The age of a row that is older than promised. */
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

/** Every field as the console understands it. */
const now = fieldsTab('now', 'Now', 10, false);
/** The row as the service sent it. */
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
    hint: null,
    run: (controller) => showTabBeside(controller, -1),
  },
  ...scrollBindings('row-page', (by) => transition((state) => moved(state, by)), {
    verb: 'Move',
    letters: true,
    hint: null,
  }),
  closes('row-page', ['Esc', 'q'], 'Back to the list'),
];

/** The binding that opens the page of the row under the cursor at a tab. */
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

/** The keys of the tabs of a row in an open page, which may show one of them. */
const tabKeysIn = (state: ConsoleState, row: RowRef, shown: string | null): readonly Binding[] =>
  tabsOf(state, row.pane).flatMap((tab) => {
    const opens = tabBinding(tab);
    if (opens === null) return [];
    const { disabled: _, ...own } = withKeyOverride(opens, state.keyOverrides);
    return {
      ...own,
      hint: tab.id === shown ? null : own.hint,
      run: (controller) => openRowPage(controller, row, tab.id),
    };
  });

/** The page of a row: it follows the row, and the keys of the row act on it. */
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
    // Enter on a group of events opens the group.
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
    // Without a cursor the keys that move scroll the lines.
    const scrolls = shown.items === undefined && shown.move === undefined;
    return [tabLine(titles, tabs.indexOf(shown)), blankLine, ...(scrolls ? withInView(below, page.at) : below)];
  },
  box: () => ({ width: 'whole', fixed: TABS_HEIGHT }),
  helpTitle: 'Page of a row',
  bindings,
  bindingsNow: (state, page) => [...tabOf(state, page).bindings, ...tabKeysIn(state, page, page.tab)],
};

/** Opens the page of the row under the cursor, or shows another tab of the page that is open. */
export function openRowUnderCursor(controller: Controller, tab: string | null): void {
  const state = controller.store.getState();
  const top = topDialog(state);
  const fid = cursorRow(state, state.focus)?.row.fid;
  if (top?.kind === 'row-page') openRowPage(controller, top, tab);
  else if (fid !== undefined) openRowPage(controller, { pane: state.focus, fid }, tab);
}

/** The keys that open the page of a row that another page shows, while it is listed. */
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
