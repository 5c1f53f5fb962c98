import type { ListedRow } from '../../api/result.ts';
import { memoizeTexts } from '../../lib/memoize.ts';
import { toWidthBefore } from '../../lib/width.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Context } from '../../resources/context.ts';
import { spansIn } from '../../resources/filter/match.ts';
import { EVERYTHING, type Filter } from '../../resources/filter/parse.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import type { Column, Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { isOld } from '../../store/age.ts';
import type { List } from '../../store/list.ts';
import { LEAD } from '../../store/lists/content-widths.ts';
import type { Fold } from '../../store/lists/fold-rows.ts';
import type { PlacedColumn } from '../../store/lists/place-columns.ts';
import { memoizeReads } from '../../store/lists/track-reads.ts';
import { isRemoving, visibleRows } from '../../store/lists/visible-rows.ts';
import { windowOf } from '../../store/panes/cursor.ts';
import { filterOf } from '../../store/panes/filter-history.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../store/state.ts';
import { fitAll, type Segment } from '../dialogs/line.ts';
import { type Background, paint, type Theme } from '../dialogs/theme.ts';

export type RowsLook = {
  readonly columns: readonly PlacedColumn[];
  /** In columns. */
  readonly width: number;
  readonly theme: Theme;
  readonly background: Background;
  /** Whether keys act on its cursor. */
  readonly hasCursor: boolean;
};

/** A few screens full. */
const drawn = memoizeTexts(() => memoizeReads<string>(), 300);

/** A line is drawn again only when its inputs change. `known`: lines since anything but a cursor has changed. */
export function rowDrawer<Name extends PaneName>(
  state: ConsoleState,
  name: Name,
  look: RowsLook,
  known: Map<string, string>,
): (listed: ListedRow<Rows[Name]>, isAt: boolean) => string {
  const { columns, width, theme, background, hasCursor } = look;
  const { glyphs, connected, features, ownApiKeys } = state;
  const { marks, filter: typed } = state.views[name];
  const resource: Resource<Name> = features.panes[name];
  const list: List<Rows[Name]> = drawnLists(state)[name];
  const { folded, ghost } = visibleRows(state, name);
  const isRelated = relationTo(state, name);
  const filter = filterOf(state, name);
  const context = contextOf(state);
  const isFocused = state.focus === name;
  // Cells read these without being noted.
  const common = [columns, width, typed, theme, glyphs, connected, features, ownApiKeys];

  return ({ row }, isAt) => {
    const { fid } = row;
    const cursor = isFocused ? (isAt ? glyphs.cursor : ' ') : isRelated(fid) ? glyphs.related : ' ';
    const key = `${isAt ? '>' : ' '}${cursor}${fid}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const leaving = isRemoving(state, name, fid) || ghost === fid;
    const isDim = leaving || isOld(state, name, fid);
    const was = list.changed.get(fid)?.was;
    const fold = folded?.foldOf(fid) ?? null;
    const sign: Lead = leaving ? 'gone' : marks.has(fid) ? 'marked' : list.addedAt.has(fid) ? 'new' : 'plain';
    const own = isAt && hasCursor ? 'cursor' : background;
    const inputs = [row, was, fold, isDim, sign, cursor, own, ...common];
    const line = drawn(`${name} ${fid}`)(inputs, context, (tracked) => {
      const cells = columns.map((placed) => [
        { text: ' '.repeat(placed.gap) },
        ...foundIn(filter, placed.id, cellSegment(placed, resource.columns, { row, was, fold, isDim }, tracked)),
      ]);
      const lead = [
        { text: cursor, tone: 'accent' as const },
        leadSegment(sign, glyphs),
        { text: ' '.repeat(LEAD - 2) },
      ];
      const fitted = fitAll([...lead, ...cells.flat()], width, glyphs.cut);
      if (own !== 'cursor' || theme.cursorOn === 'row') return paint(fitted, theme, own);
      const named = lead.length + (cells[0]?.length ?? 0);
      return paint(fitted.slice(0, named), theme, own) + paint(fitted.slice(named), theme, background);
    });
    known.set(key, line);
    return line;
  };
}

/** Whether the row under the cursor is related to a row of another pane. */
function relationTo(state: ConsoleState, pane: PaneName): (fid: string) => boolean {
  return relationFrom(state, state.focus, pane);
}

function relationFrom<Name extends PaneName>(
  state: ConsoleState,
  focus: Name,
  pane: PaneName,
): (fid: string) => boolean {
  const { relates }: Pick<Resource<Name>, 'relates'> = state.features.panes[focus];
  const at = visibleRows(state, focus).rows[windowOf(state, focus).at];
  if (pane === focus || relates === undefined || at === undefined) return () => false;
  const context = contextOf(state);
  return (fid) => relates(at.row, pane, fid, context);
}

type Lead = 'gone' | 'marked' | 'new' | 'plain';

function leadSegment(lead: Lead, glyphs: Glyphs): Segment {
  switch (lead) {
    case 'gone':
      return { text: glyphs.bad, tone: 'dim' };
    case 'marked':
      return { text: glyphs.mark, tone: 'accent' };
    case 'new':
      return { text: glyphs.fresh, tone: 'good' };
    case 'plain':
      return { text: ' ' };
  }
}

type RowDrawing<Row> = {
  readonly row: Row;
  /** Before its last change. */
  readonly was: Row | undefined;
  readonly fold: Fold | null;
  readonly isDim: boolean;
};

/** For an opening row, or one below it. */
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

/** Highlights the matches of the filter. */
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
