import { errorMessage, isForbidden } from '../../api/error-messages.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { keepLast, memoizeTexts } from '../../lib/memoize.ts';
import { toWidth, wrapped } from '../../lib/width.ts';
import { counted } from '../../lib/words.ts';
import type { PaneName } from '../../resources/rows.ts';
import { isRefusal, signInAdvice } from '../../store/access.ts';
import { ageOfRows } from '../../store/age.ts';
import { columnsIn, LEAD } from '../../store/lists/content-widths.ts';
import { type Group, linesBetween } from '../../store/lists/group-rows.ts';
import type { PlacedColumn } from '../../store/lists/place-columns.ts';
import { cursorIndex, type VisibleRows, visibleRows } from '../../store/lists/visible-rows.ts';
import { windowOf } from '../../store/panes/cursor.ts';
import type { Placement } from '../../store/panes/layout.ts';
import { besideCursors } from '../../store/panes/on-screen.ts';
import { letterAt, sortChoices, sortingPane } from '../../store/panes/sort-letters.ts';
import { projectsOf } from '../../store/projects.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, drawnLists, keyNamed } from '../../store/state.ts';
import { fitAll, type Segment } from '../dialogs/line.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { type Background, paint, type Theme } from '../dialogs/theme.ts';
import { nextTry } from '../keymap/foot.ts';
import { frameBottom, frameTop } from './borders.ts';
import { titleSegments } from './pane-title.ts';
import { rowDrawer } from './row-lines.ts';

/** What a pane has beside its cursor: its frame, and the lines of rows that were drawn within it, by row and cursor. */
type PaneFrame = {
  readonly columns: readonly PlacedColumn[];
  readonly top: readonly [title: string, headers: string];
  readonly blank: string;
  /** What stands in place of rows. */
  readonly message: readonly string[];
  readonly drawn: Map<string, string>;
};

/** The last frame of each pane: a step of the cursor changes two rows of it, and none of what stands round them. */
const frames = memoizeTexts(() => keepLast<PaneFrame>(), 50);

/** The finished lines of a pane, including its frame. */
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

/** What the rows of the focused pane are, longest first; of those that everybody soon knows, in the first days only. */
function aboutTexts(state: ConsoleState, name: PaneName): readonly string[] {
  const { about } = state.features.panes[name];
  if (about === undefined || state.focus !== name || (about.firstDays === true && state.now >= state.newUntil))
    return [];
  return about.texts((command, usual) => keyNamed(state, command, usual));
}

/** How to see what ended long ago; empty when all is shown. */
function endedHint(state: ConsoleState, name: PaneName, { ended }: Pick<VisibleRows<unknown>, 'ended'>): string {
  if (ended.hidden === 0 || state.focus !== name) return '';
  return `${keyNamed(state, 'ended-rows', `${keyNamed(state, 'view-menu', 'z')} e`)} shows ${ended.hidden} ended`;
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

/** The message of a pane without rows: loading, the error and the next try, a filter that hides all rows, or how to begin. */
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

/** How to begin, or in a recording that there was nothing. */
function emptyTexts(state: ConsoleState, name: PaneName): readonly string[] {
  if (state.shownInstead !== null) return ['The list was empty at this moment.'];
  const isEmpty = (other: ServiceList): boolean =>
    state.lists[other].fetchedAt !== null && state.lists[other].rows.size === 0;
  return state.features.panes[name].empty((command, usual) => keyNamed(state, command, usual), isEmpty);
}

/** Which list the token may not read, what the service says about it, and what can be done. */
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
