import type { Panes } from '../../resources/panes.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { dialogChanged, topDialog } from '../dialogs/dialog-stack.ts';
import { columnsIn } from '../lists/content-widths.ts';
import { allColumns, type ColumnHead, columnsOf } from '../lists/place-columns.ts';
import { type ChosenColumn, type ConsoleState, type PaneLayout, withView } from '../state.ts';
import { rowsKept } from './cursor.ts';
import { layoutOf, panesOn } from './layout.ts';

export type ColumnChoice = { readonly head: ColumnHead; readonly shown: boolean; readonly width: number | null };

const NARROWEST = 3;
const WIDEST = 120;
const STEP = 2;

export function columnChoices(state: ConsoleState, pane: PaneName): readonly ColumnChoice[] {
  const { columns } = state.views[pane];
  const shown = columnsOf(state.features.panes, pane, columns, state.connected.allProjects);
  return [
    ...shown.map((head) => ({ head, shown: true, width: columns?.find(({ id }) => id === head.id)?.width ?? null })),
    ...allColumns(state.features.panes, pane)
      .filter(({ id }) => !shown.some((columnHead) => columnHead.id === id))
      .map((head) => ({ head, shown: false, width: null })),
  ];
}

const chosenOf = (state: ConsoleState, pane: PaneName): readonly ChosenColumn[] =>
  columnChoices(state, pane).flatMap(({ head, shown, width }) => (shown ? [{ id: head.id, width }] : []));

function changed(
  state: ConsoleState,
  change: (choice: ColumnChoice, chosen: readonly ChosenColumn[], pane: PaneName) => ConsoleState,
): ConsoleState {
  const top = topDialog(state);
  if (top?.kind !== 'columns') return state;
  const choice = columnChoices(state, top.pane)[top.at];
  return choice === undefined ? state : change(choice, chosenOf(state, top.pane), top.pane);
}

const withColumnSelected = (state: ConsoleState, pane: PaneName, id: string): ConsoleState =>
  dialogChanged(state, 'columns', (dialog) => ({
    ...dialog,
    at: Math.max(
      0,
      columnChoices(state, pane).findIndex(({ head }) => head.id === id),
    ),
  }));

export function columnPointed(state: ConsoleState, by: number): ConsoleState {
  return dialogChanged(state, 'columns', (dialog) => ({
    ...dialog,
    at: Math.max(0, Math.min(dialog.at + by, allColumns(state.features.panes, dialog.pane).length - 1)),
  }));
}

export function columnToggled(state: ConsoleState): ConsoleState {
  return changed(state, ({ head, shown }, chosen, pane) => {
    if (shown && head.priority === 0) return showNotice(state, `${head.header} names the rows, so it stays.`, 'warn');
    const columns = shown ? chosen.filter(({ id }) => id !== head.id) : [...chosen, { id: head.id, width: null }];
    // A filter searches words in the shown columns, so rows may come and go.
    return rowsKept(state, pane, { columns });
  });
}

export function columnShifted(state: ConsoleState, by: 1 | -1): ConsoleState {
  return changed(state, ({ head, shown, width }, chosen, pane) => {
    if (!shown) return showNotice(state, `${head.header} is not shown; Space shows it.`, 'warn');
    const from = chosen.findIndex(({ id }) => id === head.id);
    const to = Math.max(0, Math.min(from + by, chosen.length - 1));
    const columns = chosen.toSpliced(from, 1).toSpliced(to, 0, { id: head.id, width });
    return withColumnSelected(withView(state, pane, { columns }), pane, head.id);
  });
}

function widthOnScreen(state: ConsoleState, pane: PaneName, id: string): number | undefined {
  const placed = panesOn(layoutOf(state)).find(({ name }) => name === pane);
  const columns = placed === undefined ? [] : columnsIn(state, pane, placed.width);
  return columns.find((column) => column.id === id)?.width;
}

export function columnWidened(state: ConsoleState, by: 1 | -1 | null): ConsoleState {
  return changed(state, ({ head, shown, width }, chosen, pane) => {
    if (!shown) return showNotice(state, `${head.header} is not shown; Space shows it.`, 'warn');
    const shownWidth = width ?? widthOnScreen(state, pane, head.id) ?? head.width;
    const next = by === null ? null : Math.max(NARROWEST, Math.min(shownWidth + by * STEP, WIDEST));
    return withView(state, pane, {
      columns: chosen.map((chosenColumn) =>
        chosenColumn.id === head.id ? { id: chosenColumn.id, width: next } : chosenColumn,
      ),
    });
  });
}

export function columnsUsual(state: ConsoleState): ConsoleState {
  return changed(state, (_, __, pane) => rowsKept(state, pane, { columns: null }));
}

export function pointedGrouped(state: ConsoleState): ConsoleState {
  return changed(state, ({ head }, _, pane) =>
    head.groups
      ? groupedBy(state, pane, state.views[pane].group === head.id ? null : head.id)
      : showNotice(state, `Rows can't be grouped by ${head.header}.`, 'warn'),
  );
}

/** The cursor stays with its row. */
export function groupedBy(state: ConsoleState, pane: PaneName, group: string | null): ConsoleState {
  return rowsKept(state, pane, { group });
}

/** After the last groupable column comes none. */
export function groupColumnMoved(state: ConsoleState, pane: PaneName): ConsoleState {
  const groupable = allColumns(state.features.panes, pane).filter(({ groups }) => groups);
  if (groupable.length === 0) return showNotice(state, `${state.features.panes[pane].title} can't be grouped.`, 'warn');
  const at = groupable.findIndex(({ id }) => id === state.views[pane].group);
  const next = groupable[at + 1];
  const text = next === undefined ? 'Grouping is off.' : `Grouped by ${next.header}.`;
  return showNotice(groupedBy(state, pane, next?.id ?? null), text);
}

/** The valid part of a stored layout, with the column that names the rows. */
export function layoutFor(panes: Panes, pane: PaneName, { sort, columns, group }: PaneLayout): PaneLayout {
  const all = allColumns(panes, pane);
  const has = (id: string): ColumnHead | undefined => all.find((head) => head.id === id);
  const naming = all.filter(({ priority }) => priority === 0).map(({ id }): ChosenColumn => ({ id, width: null }));
  const known = (columns ?? []).filter(({ id }, at, every) => has(id) && every.findIndex((o) => o.id === id) === at);
  return {
    sort: has(sort.column)?.sorts === true ? sort : panes[pane].sort,
    columns:
      columns === null
        ? null
        : [...naming.filter(({ id }) => !known.some((chosenColumn) => chosenColumn.id === id)), ...known],
    group: group !== null && has(group)?.groups === true ? group : null,
  };
}
