import { errorMessage, isForbidden, warningMessage } from '../../api/error-messages.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { keepLast, memoizeTexts } from '../../lib/memoize.ts';
import { toWidth, wrapped } from '../../lib/width.ts';
import { counted } from '../../lib/words.ts';
import type { Cell } from '../../resources/cell.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { isRefusal, signInAdvice } from '../../store/access.ts';
import { ageOfRows } from '../../store/age.ts';
import type { List } from '../../store/list.ts';
import { columnsIn, LEAD } from '../../store/lists/content-widths.ts';
import { type Group, linesBetween } from '../../store/lists/group-rows.ts';
import { allColumns, type PlacedColumn } from '../../store/lists/place-columns.ts';
import { cursorIndex, type VisibleRows, visibleRows } from '../../store/lists/visible-rows.ts';
import { windowOf } from '../../store/panes/cursor.ts';
import { filterError } from '../../store/panes/filter-history.ts';
import { type Placement, tabsBeside } from '../../store/panes/layout.ts';
import { besideCursors } from '../../store/panes/on-screen.ts';
import { letterAt, sortChoices, sortingPane } from '../../store/panes/sort-letters.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists, keyNamed, projectsOf } from '../../store/state.ts';
import { fitAll, type Segment } from '../dialogs/line.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { type Background, paint, type Theme } from '../dialogs/theme.ts';
import { nextTry } from '../keymap/foot.ts';
import { frameBottom, frameTop } from './borders.ts';
import { rowDrawer } from './row-lines.ts';

/** A pane without its cursor; `drawn`: lines of rows, by row and cursor. */
type PaneFrame = {
  readonly columns: readonly PlacedColumn[];
  readonly top: readonly [title: string, headers: string];
  readonly blank: string;
  /** Instead of rows. */
  readonly message: readonly string[];
  readonly drawn: Map<string, string>;
};

/** A step of the cursor changes two rows and nothing round them. */
const frames = memoizeTexts(() => keepLast<PaneFrame>(), 50);

/** The lines of a pane with its frame. */
export function paneLines<Name extends PaneName>(
  state: ConsoleState,
  placement: Placement & { readonly name: Name },
  theme: Theme,
): readonly string[] {
  const { name, width, height } = placement;
  const over = state.dialogs.some((own) => dialogOf(state, own).foot === undefined);
  const background: Background = over ? 'dimmed' : 'plain';
  const border = state.focus === name && !over ? 'accent' : 'dim';
  const { box, cut } = state.glyphs;
  const inner = width - 2;
  const { top, page, at } = windowOf(state, name);
  const shown = visibleRows(state, name);
  const edge = paint([{ text: box.down, tone: border }], theme, background);
  const framed = (segments: readonly Segment[]): string =>
    edge + paint(fitAll(segments, inner, cut), theme, background) + edge;
  const visible = linesBetween(shown.groups, shown.rows.length, top, top + page);
  const frame = frames(name)([besideCursors(state), placement, theme], () => {
    const columns = columnsIn(state, name, width);
    const title = titleSegments(state, name, shown, columns);
    return {
      columns,
      top: [
        paint(frameTop(width, box, title, ageOfRows(state, name), border, cut), theme, background),
        framed([{ text: ' '.repeat(LEAD) }, ...headerSegments(state, name, columns)]),
      ],
      blank: framed([]),
      message:
        visible.length > 0
          ? []
          : messageLines(state, name, inner - 2).map((segments) => framed([{ text: ' ' }, ...segments])),
      drawn: new Map(),
    };
  });
  const look = { columns: frame.columns, width: inner, theme, background, hasCursor: state.focus === name && !over };
  const rowLine = rowDrawer(state, name, look, frame.drawn);
  const body =
    visible.length > 0
      ? visible.map((line) => {
          if (line.kind === 'group') return framed(groupSegments(state, name, line.group, frame.columns));
          const listed = shown.rows[line.at];
          return listed === undefined ? frame.blank : edge + rowLine(listed, line.at === at) + edge;
        })
      : frame.message;
  const position = shown.rows.length > page ? `${cursorIndex(state, name) + 1}/${shown.rows.length}` : '';
  return [
    ...frame.top,
    ...body.slice(0, height - 3),
    ...Array.from({ length: Math.max(0, height - 3 - body.length) }, () => frame.blank),
    paint(
      frameBottom(width, box, position, border, [...aboutTexts(state, name), endedHint(state, name, shown)]),
      theme,
      background,
    ),
  ];
}

/** The longest text first; some only in the first days. */
function aboutTexts(state: ConsoleState, name: PaneName): readonly string[] {
  const { about } = state.features.panes[name];
  if (about === undefined || state.focus !== name || (about.firstDays === true && state.now >= state.newUntil))
    return [];
  return about.texts((command, usual) => keyNamed(state, command, usual));
}

/** Empty when all is shown. */
function endedHint(state: ConsoleState, name: PaneName, { ended }: Pick<VisibleRows<unknown>, 'ended'>): string {
  if (ended.hidden === 0 || state.focus !== name) return '';
  return `${keyNamed(state, 'ended-rows', `${keyNamed(state, 'view-menu', 'z')} e`)} shows ${ended.hidden} ended`;
}

/** While a sort column is chosen, with their letters underlined. */
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

/** The title, number of rows and sums of a group. */
function groupSegments(
  state: ConsoleState,
  name: PaneName,
  { title, count, totals }: Group,
  columns: readonly PlacedColumn[],
): readonly Segment[] {
  const { glyphs } = state;
  const now = totals(contextOf(state));
  const [known, note] = [now.sums(), now.note()];
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

/** Loading, the error and the next try, a filter without matches, or how to begin. */
export function messageLines(state: ConsoleState, name: PaneName, width: number): readonly (readonly Segment[])[] {
  const list = drawnLists(state)[name];
  const messageLine = (text: string, tone: Segment['tone'] = 'plain'): readonly Segment[][] =>
    wrapped(text, width).map((line) => [{ text: line, tone }]);
  if (list.rows.size > 0)
    return messageLine(`No ${state.features.panes[name].one} matches the filter. Press Esc to clear it.`, 'dim');
  if (list.fetchedAt !== null) return emptyTexts(state, name).flatMap((text) => messageLine(text, 'dim'));
  if (list.failure !== null) {
    const { error } = list.failure;
    const { what, hint } = errorMessage(error);
    const again = list.failure.tryAt === null ? '' : nextTry(state, list.failure.tryAt);
    if (isForbidden(error))
      return [
        ...forbiddenTexts(state, name, error.said).flatMap(([text, tone]) => messageLine(text, tone)),
        ...(again === '' ? [] : messageLine(again, 'dim')),
      ];
    return [
      ...messageLine(what, 'bad'),
      ...messageLine(isRefusal(error) && state.shownInstead === null ? signInAdvice(state) : (hint ?? '')),
      ...(again === '' ? [] : messageLine(again, 'dim')),
    ];
  }
  const progress = list.loading === null ? '' : ` page ${list.loading.pages}, ${list.loading.rows} rows so far`;
  const words = state.features.panes[name].loading?.(contextOf(state)) ?? `Loading${progress}`;
  return messageLine(`${state.glyphs.busy} ${words}${state.glyphs.more}`, 'busy');
}

function emptyTexts(state: ConsoleState, name: PaneName): readonly string[] {
  if (state.shownInstead !== null) return ['The list was empty at this moment.'];
  const isEmpty = (other: ServiceList): boolean =>
    state.lists[other].fetchedAt !== null && state.lists[other].rows.size === 0;
  return state.features.panes[name].empty((command, usual) => keyNamed(state, command, usual), isEmpty);
}

function forbiddenTexts(
  state: ConsoleState,
  name: PaneName,
  said: string | null,
): readonly (readonly [string, Segment['tone']])[] {
  const key = (command: string, usual: string): string => keyNamed(state, command, usual);
  const projects = name === 'apiKeys' ? '' : ` of ${projectsOf(state.connected).join(', ')}`;
  const ways = `Press ${key('switch', 'P')} for another project or token, ${key('refresh', 'Ctrl-r')} to try again.`;
  return [
    [`This token may not read the ${state.features.panes[name].one}s${projects}.`, 'bad'],
    ...(said === null ? [] : [[`The service says: ${said}`, 'plain'] as const]),
    ...(state.shownInstead === null ? [[ways, 'dim'] as const] : []),
  ];
}

/** The most important part first: the end is cut off. */
function titleSegments(
  state: ConsoleState,
  name: PaneName,
  { rows, ghost, folded, ended }: VisibleRows<unknown>,
  columns: readonly Pick<PlacedColumn, 'id'>[],
): readonly Segment[] {
  const { countsGroups } = state.features.panes[name];
  const note = noteOf(state, name);
  const list = drawnLists(state)[name];
  const view = state.views[name];
  const { box, down, up } = state.glyphs;
  const across = ` ${box.across} `;
  const sorted = allColumns(state.features.panes, name).find(({ id }) => id === view.sort.column);
  const grouped = allColumns(state.features.panes, name).find(({ id }) => id === view.group);
  const marked = view.marks.size;
  const [total, count] =
    folded === null
      ? [list.rows.size, rows.length - (ghost === null ? 0 : 1)]
      : countsGroups === true
        ? [folded.outer.all, folded.outer.shown - (ghost === null ? 0 : 1)]
        : [list.rows.size - folded.groups, folded.matching];
  const parts: readonly (Segment | null)[] = [
    note === null ? null : { ...note, text: `${across}${note.text}` },
    list.fetchedAt === null && total === 0
      ? null
      : { text: `${across}${view.filter === '' ? total - ended.hidden : `${count} of ${total}`}${soFar(list)}` },
    ended.hidden === 0 ? null : { text: ` + ${ended.hidden} ended`, tone: 'dim' },
    view.filter === ''
      ? null
      : { text: `${across}/${view.filter}`, tone: filterError(state, name) === null ? 'accent' : 'bad' },
    marked === 0 ? null : { text: `${across}${marked} marked`, tone: 'accent' },
    sorted === undefined
      ? null
      : { text: `${across}${sorted.header.toLowerCase()} ${view.sort.descending ? down : up}`, tone: 'dim' },
    grouped === undefined ? null : { text: `${across}by ${grouped.header.toLowerCase()}`, tone: 'dim' },
    ...problemSegments(state, list).map((segment) => ({ ...segment, text: `${across}${segment.text}` })),
    ...liveNotes(state, name, columns).map((text): Segment => ({ text: `${across}${text}`, tone: 'warn' })),
  ];
  return [
    ...tabsBeside(state, name).flatMap((tab, n): readonly Segment[] => [
      ...(n === 0 ? [] : [{ text: '  ' }]),
      ...tabSegments(state, tab, tab === name),
    ]),
    ...parts.filter((part) => part !== null),
  ];
}

function tabSegments(state: ConsoleState, name: PaneName, isShown: boolean): readonly Segment[] {
  const { key, title } = state.features.panes[name];
  return [
    ...(key === '' ? [] : [{ text: `${key} `, tone: 'dim' as const }]),
    { text: title, tone: isShown ? 'strong' : 'dim' },
  ];
}

/** Notes of shown columns filled from elsewhere. */
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

function noteOf<Name extends PaneName>(state: ConsoleState, name: Name): Cell | null {
  const { note }: Pick<Resource<Name>, 'note'> = state.features.panes[name];
  const list: List<Rows[Name]> = drawnLists(state)[name];
  const [first] = list.rows.values();
  return first === undefined ? null : (note?.(first.row) ?? null);
}

function soFar({ fetchedAt, loading }: Pick<List<unknown>, 'fetchedAt' | 'loading'>): string {
  if (fetchedAt !== null) return '';
  return loading === null ? ' so far' : ' so far, loading';
}

/** A failed list, or its unreadable rows and warnings. */
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
