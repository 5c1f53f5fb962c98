import type { ListedRow } from '../../api/result.ts';
import { toWidth, toWidthBefore } from '../../lib/width.ts';
import { counted } from '../../lib/words.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import { spansIn } from '../../resources/filter/match.ts';
import { EVERYTHING, type Filter } from '../../resources/filter/parse.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import type { Column, Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { ageOfRows, isOld } from '../../store/age.ts';
import type { List } from '../../store/list.ts';
import type { Fold } from '../../store/lists/fold-rows.ts';
import { type Group, linesBetween } from '../../store/lists/group-rows.ts';
import { filterOf } from '../../store/lists/pane-filter.ts';
import type { PlacedColumn } from '../../store/lists/place-columns.ts';
import { columnsIn, LEAD } from '../../store/lists/shown-columns.ts';
import { cursorIndex, isGone, visibleRows } from '../../store/lists/visible-rows.ts';
import { windowOf } from '../../store/panes/cursor.ts';
import type { Placement } from '../../store/panes/layout.ts';
import { letterAt, sortChoices, sortingPane } from '../../store/panes/sort-letters.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import { fitAll, type Segment } from '../dialogs/line.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { type Background, paint, type Theme } from '../dialogs/theme.ts';
import { frameBottom, frameTop } from './borders.ts';
import { messageLines } from './pane-message.ts';
import { titleSegments } from './pane-title.ts';

/** The finished lines of a pane, including its frame. */
export function paneLines<Name extends PaneName>(
  state: ConsoleState,
  { name, width, height }: Placement & { readonly name: Name },
  theme: Theme,
): readonly string[] {
  const over = state.dialogs.some((own) => dialogOf(state, own).foot === undefined);
  const focused = state.focus === name;
  const background: Background = over ? 'dimmed' : 'plain';
  const border = focused && !over ? 'accent' : 'dim';
  const { box, cut } = state.glyphs;
  const inner = width - 2;
  const { top, page, at } = windowOf(state, name);
  const shown = visibleRows(state, name);
  const columns = columnsIn(state, name, width);
  const visible = linesBetween(shown.groups, shown.rows.length, top, top + page);
  const framed = (segments: readonly Segment[], own: Background): string =>
    paint([{ text: box.down, tone: border }], theme, background) +
    paint(fitAll(segments, inner, cut), theme, own) +
    paint([{ text: box.down, tone: border }], theme, background);
  const blank = framed([], background);
  const body =
    visible.length > 0
      ? visible.map((line) => {
          if (line.kind === 'group') return framed(groupSegments(state, name, line.group, columns), background);
          const listed = shown.rows[line.at];
          if (listed === undefined) return blank;
          const here = line.at === at && focused && !over;
          return framed(
            rowSegments(state, name, listed, columns, { at: line.at === at, focused }),
            here ? 'cursor' : background,
          );
        })
      : messageLines(state, name, inner - 2).map((segments) => framed([{ text: ' ' }, ...segments], background));
  const position = shown.rows.length > page ? `${cursorIndex(state, name) + 1}/${shown.rows.length}` : '';
  return [
    paint(
      frameTop(width, box, titleSegments(state, name, shown, columns), ageOfRows(state, name), border, cut),
      theme,
      background,
    ),
    framed([{ text: ' '.repeat(LEAD) }, ...headerSegments(state, name, columns)], background),
    ...body.slice(0, height - 3),
    ...Array.from({ length: Math.max(0, height - 3 - body.length) }, () => blank),
    paint(frameBottom(width, box, position, border), theme, background),
  ];
}

/** The headers; while the sort column is being chosen, with their letters underlined. */
function headerSegments(state: ConsoleState, name: PaneName, columns: readonly PlacedColumn[]): readonly Segment[] {
  const { sort } = state.views[name];
  const choices = sortingPane(state) === name ? sortChoices(state.features, name) : [];
  return columns.flatMap(({ id, header, width, align, gap }): readonly Segment[] => {
    const text = toWidth(header, width, align, state.glyphs.cut);
    const tone = id === sort.column ? 'accent' : 'dim';
    const choice = choices.find(({ column }) => column === id);
    const inHeader = choice === undefined ? -1 : letterAt(choice);
    const from = inHeader < 0 ? -1 : text.indexOf(header.slice(0, inHeader + 1));
    if (from < 0) return [{ text: ' '.repeat(gap) }, { text, tone }];
    const at = from + inHeader;
    return [
      { text: ' '.repeat(gap) },
      { text: text.slice(0, at), tone },
      { text: text.slice(at, at + 1), tone: 'accent', found: true },
      { text: text.slice(at + 1), tone },
    ];
  });
}

/** The heading of a group: its title, its number of rows, and the sums under the columns that have them. */
function groupSegments(
  state: ConsoleState,
  name: PaneName,
  { title, count, totals }: Group,
  columns: readonly PlacedColumn[],
): readonly Segment[] {
  const { glyphs } = state;
  const { sums: known, note } = totals(contextOf(state));
  const first = columns.findIndex(({ id }) => known.has(id));
  // The title ends before the first sum.
  const heading = `${title}  ${counted(count, state.features.panes[name].one)}${note === '' ? '' : `  ${note}`}`;
  if (first < 0) return [{ text: `${glyphs.group} ` }, { text: heading, tone: 'accent' }];
  const room = columns.slice(0, first).reduce((sum, { width, gap }) => sum + gap + width, LEAD);
  return [
    { text: `${glyphs.group} ` },
    { text: toWidth(heading, Math.max(0, room - 2), 'left', glyphs.cut), tone: 'accent' },
    ...columns
      .slice(first)
      .flatMap(({ id, width, align, gap }) => [
        { text: ' '.repeat(gap) },
        { text: toWidth(known.get(id) ?? '', width, align, glyphs.cut), tone: 'strong' as const },
      ]),
  ];
}

type RowFocus = { readonly at: boolean; readonly focused: boolean };

function rowSegments<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  { row }: ListedRow<Rows[Name]>,
  columns: readonly PlacedColumn[],
  { at, focused }: RowFocus,
): readonly Segment[] {
  const resource: Resource<Name> = state.features.panes[name];
  const context = contextOf(state);
  const list: List<Rows[Name]> = drawnLists(state)[name];
  const leaving = isGone(state, name, row.fid);
  const isDim = leaving || isOld(state, name, row.fid);
  const was = list.changed.get(row.fid)?.was;
  const fold = visibleRows(state, name).folded?.foldOf(row.fid) ?? null;
  const fresh = list.addedAt.has(row.fid);
  const filter = filterOf(state, name);
  const lead = leaving
    ? { text: state.glyphs.bad, tone: 'dim' as const }
    : state.views[name].marks.has(row.fid)
      ? { text: state.glyphs.mark, tone: 'accent' as const }
      : fresh
        ? { text: state.glyphs.fresh, tone: 'good' as const }
        : { text: ' ' };
  return [
    cursorSegment(state, name, row.fid, { at, focused }),
    lead,
    { text: ' '.repeat(LEAD - 2) },
    ...columns.flatMap((placed) => [
      { text: ' '.repeat(placed.gap) },
      ...foundIn(filter, placed.id, cellSegment(placed, resource.columns, { row, was, fold, isDim }, context)),
    ]),
  ];
}

/** The cursor glyph, or the glyph of a row related to the row under the focused pane's cursor. */
function cursorSegment(state: ConsoleState, name: PaneName, fid: string, { at, focused }: RowFocus): Segment {
  if (at && focused) return { text: state.glyphs.cursor, tone: 'accent' };
  if (focused) return { text: ' ' };
  return related(state, state.focus, name, fid) ? { text: state.glyphs.related, tone: 'accent' } : { text: ' ' };
}

function related<Name extends PaneName>(state: ConsoleState, focus: Name, pane: PaneName, fid: string): boolean {
  const resource: Resource<Name> = state.features.panes[focus];
  if (resource.relates === undefined) return false;
  const { rows } = visibleRows(state, focus);
  const at = rows[windowOf(state, focus).at];
  return at !== undefined && resource.relates(at.row, pane, fid, contextOf(state));
}

type RowDrawing<Row> = {
  readonly row: Row;
  /** The row before its last change. */
  readonly was: Row | undefined;
  readonly fold: Fold | null;
  readonly isDim: boolean;
};

/** What stands before the text of a row that opens, or of one below it. */
function foldSign(fold: Fold | null, how: 'signed' | 'aligned', { into, group }: Glyphs): string {
  switch (fold) {
    case null:
      return how === 'aligned' ? '  ' : '';
    case 'closed':
      return `${into} `;
    case 'open':
      return `${group} `;
    case 'inside':
      return '  ';
  }
}

function cellSegment<Row>(
  { id, width, align, cells }: PlacedColumn,
  columns: readonly Column<Row>[],
  { row, was, fold, isDim }: RowDrawing<Row>,
  context: Context,
): Segment {
  const column = columns.find((column) => column.id === id);
  if (column === undefined) return { text: ' '.repeat(width) };
  const usual = cells === 'beside' && column.beside !== undefined ? column.beside.cell : column.cell;
  const cellOf = (of: Row): Cell => column.draw?.(of, context, width, cells === 'beside') ?? usual(of, context);
  const { text, tone = 'plain', end = '' } = cellOf(row);
  const changed = was !== undefined && id !== 'age' && cellOf(was).text !== text;
  const sign = column.foldsHere === undefined ? '' : foldSign(fold, column.foldsHere, context.glyphs);
  const shown = toWidthBefore(end, `${sign}${text}`, width, align, context.glyphs.cut);
  return { text: shown, tone: isDim ? 'dim' : tone, changed };
}

/** Splits a cell's text so that the parts that match the filter are highlighted. */
function foundIn(filter: Filter, column: string, segment: Segment): readonly Segment[] {
  if (filter === EVERYTHING) return [segment];
  const { text } = segment;
  const parts: Segment[] = [];
  let at = 0;
  for (const [from, to] of spansIn(filter, column, text).toSorted(([a], [b]) => a - b)) {
    if (to <= at || from < at) continue;
    parts.push({ ...segment, text: text.slice(at, from) }, { ...segment, text: text.slice(from, to), found: true });
    at = to;
  }
  return [...parts, { ...segment, text: text.slice(at) }];
}
