import { selectedEditor, textBufferOf, textIn } from '../../lib/text-buffer.ts';
import { EVERYTHING, type Filter, type FilterError, parseFilter, quoted } from '../../resources/filter/parse.ts';
import { columnNamed, namesOfColumn } from '../../resources/parts/column-names.ts';
import { EXAMPLE_VALUES, type MeasureKind } from '../../resources/quantities.ts';
import type { Column, Resource } from '../../resources/resource.ts';
import type { PaneName } from '../../resources/rows.ts';
import { showNotice } from '../activity.ts';
import { dialogChanged, dialogClosed, dialogOpened, topDialog } from '../dialogs/dialog-stack.ts';
import { isFilled } from '../lists/place-columns.ts';
import { contextOf } from '../row-context.ts';
import { type ConsoleState, drawnLists, withView } from '../state.ts';
import { cursorMoved, filterTyped } from './cursor.ts';

const MAX_FILTERS = 50;

/** Typing continues the operator's filter, and replaces a command's. */
export function filterOpened(state: ConsoleState): ConsoleState {
  const { focus: pane, views } = state;
  const { filter, presetFilter } = views[pane];
  const editor = presetFilter ? selectedEditor(filter) : textBufferOf(filter);
  return dialogOpened(presetFilter ? remembered(state, pane) : state, {
    kind: 'filter',
    pane,
    editor,
    before: filter,
    back: 0,
    completing: null,
  });
}

/** An unreadable filter stays in the field, with the reason. */
export function filterKept(state: ConsoleState): ConsoleState {
  return filterError(state, state.focus) === null ? remembered(dialogClosed(state), state.focus) : state;
}

/** A click beside the field drops an unreadable filter for the one before. */
export function filterLeft(state: ConsoleState): ConsoleState {
  const top = topDialog(state);
  const wrong = filterError(state, state.focus);
  if (top?.kind !== 'filter' || wrong === null) return filterKept(state);
  return showNotice(
    filterTyped(dialogClosed(state), top.pane, top.before),
    `The filter was dropped. ${wrong.why}`,
    'warn',
  );
}

function remembered(state: ConsoleState, pane: PaneName): ConsoleState {
  const { filter, filters } = state.views[pane];
  if (filter.trim() === '') return state;
  const others = filters.filter((other) => other !== filter);
  return withView(state, pane, { filters: [...others, filter].slice(-MAX_FILTERS) });
}

/** Without a filter there, moves the cursor in the list. */
export function filterRecalled(state: ConsoleState, by: 1 | -1): ConsoleState {
  const top = topDialog(state);
  if (top?.kind !== 'filter') return state;
  const { filters } = state.views[top.pane];
  const back = top.back + by;
  const filter = back === 0 ? top.before : filters.at(-back);
  if (back < 0 || back > filters.length || filter === undefined) return cursorMoved(state, top.pane, -by);
  return filterTyped(
    dialogChanged(state, 'filter', (dialog) => ({
      ...dialog,
      back,
      editor: textBufferOf(filter),
      completing: null,
    })),
    top.pane,
    filter,
  );
}

/** One of `candidates` follows the text up to `from`, an offset in UTF-16 units. */
type Completion = { readonly from: number; readonly candidates: readonly string[] };

const MOST_ROWS = 1000;
const MOST_CANDIDATES = 50;

/** The last term: a column with its sign, and the beginning of a value or name. */
const LAST_TERM = /(?:([a-z]+(?:[/-][a-z]+)*)(:=?))?("(?:[^"\\]|\\.)*|[^\s|()!"]*)$/i;

/** Column names, or after `status:` values of the rows. */
export function completionOf(state: ConsoleState, pane: PaneName, before: string): Completion {
  const [, name, , typed = ''] = LAST_TERM.exec(before) ?? [];
  const beginning = typed.replace(/^"/, '').toLowerCase();
  const from = before.length - typed.length;
  if (name === undefined) return { from, candidates: namesIn(state, pane, beginning).slice(0, MOST_CANDIDATES) };
  const values = valuesIn(state, pane, name).filter((value) => {
    const text = value.toLowerCase();
    return text.startsWith(beginning) && text !== beginning;
  });
  return { from, candidates: values.map(quoted).slice(0, MOST_CANDIDATES) };
}

function columnsFor<Name extends PaneName>(state: ConsoleState, pane: Name): readonly Column<never>[] {
  const { columns }: Resource<Name> = state.features.panes[pane];
  const context = contextOf(state);
  return columns.filter((column) => column.picture === undefined && isFilled({ live: column.live ?? null }, context));
}

/** Each with its possible signs. */
function namesIn(state: ConsoleState, pane: PaneName, beginning: string): readonly string[] {
  return columnsFor(state, pane).flatMap((column) => {
    const name = namesOfColumn(column).find((each) => each.startsWith(beginning) && /^[a-z/-]+$/.test(each));
    if (name === undefined) return [];
    return column.compareAs === undefined ? [`${name}:`] : [`${name}>`, `${name}<`];
  });
}

/** The most frequent first. */
function valuesIn<Name extends PaneName>(state: ConsoleState, pane: Name, name: string): readonly string[] {
  const { columns }: Resource<Name> = state.features.panes[pane];
  const column = columnNamed(columns, name);
  if (column === undefined || column.compareAs !== undefined || column.picture !== undefined) return [];
  const context = contextOf(state);
  const counts = new Map<string, number>();
  const { rows } = drawnLists(state)[pane];
  for (const { row } of [...rows.values()].slice(0, MOST_ROWS)) {
    const text = column.groupBy?.(row, context) ?? column.cell(row, context).text;
    // A status has its glyph in front.
    const value = text.replace(/^[^\p{L}\p{N}] /u, '').trim();
    if (/[\p{L}\p{N}]/u.test(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([value]) => value);
}

const MOST_EXAMPLES = 3;
const EXAMPLE_KINDS: readonly MeasureKind[] = ['price', 'size', 'time', 'percent', 'number'];

/** With values of the pane's rows if it has some. */
export function filterExamples(state: ConsoleState, pane: PaneName): readonly string[] {
  const columns = columnsFor(state, pane);
  const words = columns
    .filter(({ compareAs, groupBy, optional }) => compareAs === undefined && groupBy !== undefined && optional !== true)
    .flatMap(({ id }) => {
      const [value] = valuesIn(state, pane, id);
      return value === undefined ? [] : [`${id}:${quoted(value)}`];
    });
  const amounts = EXAMPLE_KINDS.flatMap((kind) =>
    columns
      .filter(({ compareAs }) => compareAs?.kind === kind)
      .map(({ id }) => `${id}${kind === 'time' ? '<' : '>'}${EXAMPLE_VALUES[kind]}`),
  );
  const [word, other] = words;
  return [
    ...(word === undefined ? [] : [word]),
    ...amounts.slice(0, 1),
    ...(other === undefined ? [] : [`!${other}`]),
    ...amounts.slice(1),
    'train | eval',
    '!old',
    '"two words"',
  ].slice(0, MOST_EXAMPLES);
}

export function filterCompleted(state: ConsoleState, by: 1 | -1): ConsoleState {
  const top = topDialog(state);
  if (top?.kind !== 'filter') return state;
  const { pane, editor, completing } = top;
  const before = completing?.before ?? editor.before;
  const { from, candidates } = completing ?? completionOf(state, pane, before);
  const last = candidates.length - 1;
  const at = completing === null ? (by > 0 ? 0 : last) : (completing.at + by + candidates.length) % candidates.length;
  const candidate = candidates[at];
  if (candidate === undefined) return state;
  const text = { ...textBufferOf(before.slice(0, from) + candidate), after: editor.after };
  const chosen = dialogChanged(state, 'filter', (own) => ({
    ...own,
    editor: text,
    // With a single candidate the next Tab goes on from it.
    completing: last === 0 ? null : { before, from, candidates, at },
  }));
  return filterTyped(chosen, pane, textIn(text));
}

function readFilter(state: ConsoleState, name: PaneName): ReturnType<typeof parseFilter> {
  return parseFilter(state.views[name].filter, state.features.panes[name].columns);
}

export function filterOf(state: ConsoleState, name: PaneName): Filter {
  const read = readFilter(state, name);
  return read.ok ? read.value : EVERYTHING;
}

export function filterError(state: ConsoleState, name: PaneName): FilterError | null {
  const read = readFilter(state, name);
  return read.ok ? null : read.error;
}
