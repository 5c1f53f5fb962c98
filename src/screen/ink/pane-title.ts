import { warningMessage } from '../../api/error-messages.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { List } from '../../store/list.ts';
import { allColumns, type PlacedColumn } from '../../store/lists/place-columns.ts';
import type { VisibleRows } from '../../store/lists/visible-rows.ts';
import { filterError } from '../../store/panes/filter-history.ts';
import { tabsBeside } from '../../store/panes/layout.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import type { Segment } from '../dialogs/line.ts';

/** The title of a pane, the most important part first: what has no room is cut off at its end. */
export function titleSegments(
  state: ConsoleState,
  name: PaneName,
  { rows, ghost, folded, ended }: VisibleRows<unknown>,
  columns: readonly Pick<PlacedColumn, 'id'>[],
): readonly Segment[] {
  const { countsGroups } = state.features.panes[name];
  const note = noteOf(state, name);
  const list = drawnLists(state)[name];
  const view = state.views[name];
  const { across, into } = { across: ` ${state.glyphs.box.across} `, into: state.glyphs };
  const sorted = allColumns(state.features.panes, name).find(({ id }) => id === view.sort.column);
  const grouped = allColumns(state.features.panes, name).find(({ id }) => id === view.group);
  const marked = view.marks.size;
  const [total, count] =
    folded === null
      ? [list.rows.size, rows.length - (ghost === null ? 0 : 1)]
      : countsGroups === true
        ? [folded.outer.all, folded.outer.shown - (ghost === null ? 0 : 1)]
        : [list.rows.size - folded.groups, folded.matching];
  return [
    ...tabsBeside(state, name).flatMap((tab, n): readonly Segment[] => [
      ...(n === 0 ? [] : [{ text: '  ' }]),
      ...tabSegments(state, tab, tab === name),
    ]),
    ...(note === null ? [] : [{ ...note, text: `${across}${note.text}` }]),
    ...(list.fetchedAt === null && total === 0
      ? []
      : [
          {
            text: `${across}${view.filter === '' ? total - ended.hidden : `${count} of ${total}`}${soFar(list)}`,
          },
        ]),
    ...(ended.hidden === 0 ? [] : [{ text: ` + ${ended.hidden} ended`, tone: 'dim' as const }]),
    ...(view.filter === ''
      ? []
      : [
          {
            text: `${across}/${view.filter}`,
            tone: filterError(state, name) === null ? ('accent' as const) : ('bad' as const),
          },
        ]),
    ...(marked === 0 ? [] : [{ text: `${across}${marked} marked`, tone: 'accent' as const }]),
    ...(sorted === undefined
      ? []
      : [
          {
            text: `${across}${sorted.header.toLowerCase()} ${view.sort.descending ? into.down : into.up}`,
            tone: 'dim' as const,
          },
        ]),
    ...(grouped === undefined ? [] : [{ text: `${across}by ${grouped.header.toLowerCase()}`, tone: 'dim' as const }]),
    ...problemSegments(state, list).map((segment) => ({ ...segment, text: `${across}${segment.text}` })),
    ...liveNotes(state, name, columns).map((text) => ({ text: `${across}${text}`, tone: 'warn' as const })),
  ];
}

/** The key and the title of a pane; dim for one that another pane hides. */
function tabSegments(state: ConsoleState, name: PaneName, isShown: boolean): readonly Segment[] {
  const { key, title } = state.features.panes[name];
  return [
    ...(key === '' ? [] : [{ text: `${key} `, tone: 'dim' as const }]),
    { text: title, tone: isShown ? 'strong' : 'dim' },
  ];
}

/** What is said of the shown columns that are filled beside the lists. */
function liveNotes(
  state: ConsoleState,
  name: PaneName,
  columns: readonly Pick<PlacedColumn, 'id'>[],
): readonly string[] {
  const shown = new Set(columns.map(({ id }) => id));
  const all = allColumns(state.features.panes, name).flatMap(({ id, live }) =>
    live !== null && shown.has(id) ? [live] : [],
  );
  return [...new Set(all)].flatMap(({ note }) => contextOf(state).own(note) ?? []);
}

/** The note about all rows of a pane. */
function noteOf<Name extends PaneName>(state: ConsoleState, name: Name): Cell | null {
  const { note }: Pick<Resource<Name>, 'note'> = state.features.panes[name];
  const list: List<Rows[Name]> = drawnLists(state)[name];
  const [first] = list.rows.values();
  return first === undefined ? null : (note?.(first.row) ?? null);
}

/** Marks the count of a list that is not complete yet. */
function soFar({ fetchedAt, loading }: Pick<List<unknown>, 'fetchedAt' | 'loading'>): string {
  if (fetchedAt !== null) return '';
  return loading === null ? ' so far' : ' so far, loading';
}

/** The problem of a list for its title: that it could not be read, while its age is at the other end; or its unreadable rows and warnings. */
function problemSegments(
  state: ConsoleState,
  list: Pick<List<unknown>, 'failure' | 'fetchedAt' | 'unreadable' | 'warnings'>,
): readonly Segment[] {
  if (list.failure !== null) return [{ text: `${state.glyphs.warn} not refreshed`, tone: 'bad' }];
  const odd = [
    ...(list.unreadable.length === 0 ? [] : [`${list.unreadable.length} unreadable`]),
    ...list.warnings.map((warning) => warningMessage(warning)),
  ];
  return odd.map((text) => ({ text: `${state.glyphs.warn} ${text}`, tone: 'warn' }));
}
