import type { ListedRow } from '../../api/result.ts';
import { serviceLists, serviceResources } from '../../resources/index.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { listedOnPage } from '../dialogs/dialog-stack.ts';
import type { HiddenMarks } from '../question.ts';
import { type ConsoleState, drawnLists } from '../state.ts';
import { createTable, type Table, type VisibleRows } from './table.ts';

export type { VisibleRows } from './table.ts';

type Opened<Row extends { readonly fid: string }> = {
  readonly table: Table<Row>;
  readonly state: ConsoleState;
  readonly visible: VisibleRows<Row>;
};

type Tables = { readonly [Name in PaneName]?: Opened<Rows[Name]> };

const tables = new WeakMap<ConsoleState['connected'], Tables>();

function openedAt<Name extends PaneName>(state: ConsoleState, name: Name): Opened<Rows[Name]> {
  const all = tables.get(state.connected) ?? {};
  const known: Opened<Rows[Name]> | undefined = all[name];
  if (known?.state === state) return known;
  const isUsable =
    known?.state.glyphs === state.glyphs && known.state.features === state.features && !known.table.needsRenewal();
  const table = isUsable ? known.table : createTable(state, name);
  const opened = { table, state, visible: table.goTo(state) };
  tables.set(state.connected, { ...all, [name]: opened });
  return opened;
}

export const tableAt = <Name extends PaneName>(state: ConsoleState, name: Name): Table<Rows[Name]> =>
  openedAt(state, name).table;

/** The same object until its rows, its view or values read change. */
export const visibleRows = <Name extends PaneName>(state: ConsoleState, name: Name): VisibleRows<Rows[Name]> =>
  openedAt(state, name).visible;

/** Computes search texts before a filter needs them. Returns the next index; null at the end. */
export const warmSearchText = (state: ConsoleState, name: PaneName, from: number): number | null =>
  tableAt(state, name).warmTexts(from);

function isStillOrdered({ lists }: Pick<ConsoleState, 'lists'>, name: PaneName): boolean {
  const list = serviceLists.find((one) => one === name);
  const joins = list === undefined ? [] : serviceResources[list].joins;
  return joins.some((joined) => lists[joined].fetchedAt === null && lists[joined].failure === null);
}

/**
 * The cursor follows its row, or the group around it; when the row is gone it keeps its index. In lists with the newest
 * on top, a cursor at the top stays there, unless the pane is focused and a key may be under way. `index` is -1 without
 * rows, `fid` null on no row.
 */
export function cursorFound(
  state: ConsoleState,
  name: PaneName,
): { readonly fid: string | null; readonly index: number } {
  const visible = visibleRows(state, name);
  const { rows, indexOf } = visible;
  const { cursor, cursorIndex: last } = state.views[name];
  if (last === 0 && state.features.panes[name].followsTop === true && state.focus !== name)
    return { fid: rows[0]?.row.fid ?? null, index: Math.min(0, rows.length - 1) };
  const fid = cursor === null ? null : shownAs(visible, cursor, last);
  const at = fid === null ? -1 : indexOf(fid, last);
  const index = at >= 0 ? at : Math.min(last, rows.length - 1);
  const waits = fid === null && isStillOrdered(state, name);
  return { fid: waits ? null : (fid ?? rows[index]?.row.fid ?? null), index };
}

export const cursorIndex = (state: ConsoleState, name: PaneName): number => cursorFound(state, name).index;

/** Undefined when the pane does not show it. */
export function cursorRow<Name extends PaneName>(state: ConsoleState, name: Name): ListedRow<Rows[Name]> | undefined {
  const { fid, index } = cursorFound(state, name);
  const at = visibleRows(state, name).rows[index];
  return fid === null || at?.row.fid === fid ? at : undefined;
}

/** The fid under which a row is shown: its own, or that of its closed group. */
export function shownAs<Row>({ indexOf, folded }: VisibleRows<Row>, fid: string, expected?: number): string {
  return indexOf(fid, expected) >= 0 ? fid : (folded?.groupOf(fid) ?? fid);
}

/** Whether a removed row is still shown: no action is possible. */
export function isRemoving(state: ConsoleState, name: PaneName, fid: string): boolean {
  const list = drawnLists(state)[name];
  return list.removing.has(fid) && !list.rows.has(fid);
}

/** Drawn as gone: it left the list, or the filter hides it under the cursor. */
export function isGone(state: ConsoleState, name: PaneName, fid: string): boolean {
  return isRemoving(state, name, fid) || visibleRows(state, name).ghost === fid;
}

export function whyGone<Name extends PaneName>(state: ConsoleState, name: Name): string {
  const { one, labelOf }: Pick<Resource<Name>, 'one' | 'labelOf'> = state.features.panes[name];
  if (listedOnPage(state, name) !== undefined) return `The ${one} of this page is gone.`;
  const at = cursorRow(state, name);
  if (at !== undefined && visibleRows(state, name).ghost === at.row.fid && !isRemoving(state, name, at.row.fid))
    return `${labelOf(at.row)} no longer fits the filter. Move to another row first.`;
  if (at !== undefined) return `${labelOf(at.row)} is gone.`;
  return visibleRows(state, name).rows.length === 0
    ? `There is no ${one} here.`
    : `The ${one} under the cursor is gone. Move to another row first.`;
}

/** Without rows that are gone, and without groups that match only in part. */
export function presentRows<Name extends PaneName>(state: ConsoleState, name: Name): readonly ListedRow<Rows[Name]>[] {
  const { rows, folded } = visibleRows(state, name);
  return rows.filter(({ row }) => !isGone(state, name, row.fid) && folded?.isContext(row.fid) !== true);
}

/** The row of the top page, else the shown marked rows, else the row under the cursor; never gone rows. */
export function targetsIn<Name extends PaneName>(state: ConsoleState, name: Name): readonly Rows[Name][] {
  const onPage = listedOnPage(state, name);
  if (onPage !== undefined) return onPage;
  const { rows, indexOf } = visibleRows(state, name);
  const { marks } = state.views[name];
  const marked = [...marks].flatMap((fid) => rows[indexOf(fid)] ?? []);
  const at = cursorRow(state, name);
  const chosen = marked.length > 0 ? marked : at === undefined ? [] : [at];
  return chosen.map(({ row }) => row).filter(({ fid }) => !isGone(state, name, fid));
}

export function hiddenMarks(state: ConsoleState, name: PaneName): HiddenMarks | null {
  if (listedOnPage(state, name) !== undefined) return null;
  const { indexOf, ghost } = visibleRows(state, name);
  const fids = [...state.views[name].marks].filter((fid) => state.lists[name].rows.has(fid));
  const hidden = fids.filter((fid) => fid === ghost || indexOf(fid) < 0).length;
  return hidden === 0 ? null : { hidden, marked: fids.length, fids };
}

export function noRow(state: ConsoleState): string | null {
  return cursorRow(state, state.focus) === undefined ? whyGone(state, state.focus) : null;
}
