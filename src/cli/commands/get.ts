import { inColumns, type Printing, printRows, printsCells } from '../../command/format.ts';
import { amounts, objectOf, serviceRow } from '../../command/json.ts';
import { type ListSelection, readListOptions } from '../../command/list-options.ts';
import { createListReader, type FetchedLists } from '../../command/list-reader.ts';
import { readFilter, requireColumn, sortable, sortFrom } from '../../command/read-filter.ts';
import { selectRows, type WantedRows } from '../../command/select-rows.ts';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { describeError } from '../../lib/os-error.ts';
import type { Context } from '../../resources/context.ts';
import { noGlyphs } from '../../resources/glyphs.ts';
import { serviceLists, serviceResources } from '../../resources/index.ts';
import { printedColumns } from '../../resources/parts/column-names.ts';
import type { Column, Resource } from '../../resources/resource.ts';
import type { Rows } from '../../resources/rows.ts';
import { usualColumns } from '../../store/lists/place-columns.ts';
import { trackReads } from '../../store/lists/track-reads.ts';
import { layoutFor } from '../../store/panes/arrange-columns.ts';
import type { Features, SavedView } from '../../store/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { writeErrorLine } from '../../system/streams.ts';
import { loadLayouts } from '../../system/view-store.ts';

type GetOptions = ListSelection &
  Pick<GetInput, 'sort' | 'view' | 'partial'> & {
    readonly names: readonly string[];
    readonly printing: Printing;
    readonly filter: string;
    readonly columns: readonly string[] | null;
  };

/** `spotdeck get`. Returns 1 when rows may be missing, unless `partial`. @throws {CommandFailure} */
async function get<Name extends ServiceList>(
  features: Features,
  settings: Settings,
  name: Name,
  options: GetOptions,
): Promise<ExitCode> {
  const { printing, partial } = options;
  const { panes } = features;
  const resource: Resource<Name> = panes[name];
  const saved = options.view === null ? null : viewNamed(features, settings, name, options.view);
  const columns = printedColumns(resource.columns);
  const viewed = saved?.columns?.map(({ id }) => id).filter((id) => columns.some((column) => column.id === id));
  const ids = options.columns ?? viewed ?? null;
  const printed =
    ids === null
      ? usualColumns(columns, settings.allProjects)
      : ids.map((id) => requireColumn(resource.columns, columns, id, resource.words.list));
  const terms = [options.filter, saved?.filter ?? '']
    .filter((text) => text.trim() !== '')
    .map((text) => readFilter(text, resource.columns));
  const filters = [...options.filters, ...terms];
  const { rows, lists, notes } = await selectRows(createListReader(features, { ...settings, readOnly: true }), name, {
    ...options,
    filters,
    ...sortOf(resource, options, saved),
    searched: saved?.columns ?? null,
    print: (row, context) => {
      if (printsCells(printing.output) || ids !== null) for (const { cell } of printed) cell(row, context);
    },
    allProjects: settings.allProjects,
  });
  const text = textsIn<Rows[Name]>(lists, lists.context);
  const words = textsIn<Rows[Name]>(lists, { ...lists.context, glyphs: noGlyphs });
  printRows(
    printing,
    inColumns({
      headers: printed.map(({ header, align = 'left' }) => ({ text: header, align })),
      rows: rows.map((listed) => ({
        cells: printed.map((column) => text(column, listed.row)),
        words: printed.map((column) => words(column, listed.row).trim()),
        object: () => {
          const whole = serviceRow(listed);
          return ids === null ? whole : membersOf(whole, printed, listed.row, lists.context);
        },
      })),
    }),
  );
  for (const note of notes) writeErrorLine(note);
  return warnMissing(lists, name, filters.length > 0) && !partial ? EXIT.refused : EXIT.done;
}

/** Members shown by some columns: the service's, else the column's own text; always identifier and name. */
function membersOf<Row>(
  whole: Readonly<Record<string, unknown>>,
  columns: readonly Column<Row>[],
  row: Row,
  context: Context,
): object {
  const { fid, name } = whole;
  const paper = { ...context, glyphs: noGlyphs };
  const members = columns.flatMap(({ id, reads, cell, compareAs }): readonly [string, unknown][] => {
    if (['name', 'id'].includes(id)) return [];
    if (reads !== undefined) {
      const shown = reads.includes('limit_price') ? [...reads, 'currency'] : reads;
      return shown.map((member) => [member, whole[member] ?? null]);
    }
    const own = id.replaceAll('-', '_');
    if (compareAs?.kind !== 'price') return [[own, cell(row, paper).text.trim() || null]];
    const measure = compareAs.of(row, context, '');
    const money = measure === null ? null : { sign: measure.unit, micros: BigInt(measure.amount), text: '' };
    return Object.entries(objectOf(amounts({ [own]: () => money }), null));
  });
  // An unknown amount has no currency, but another one may.
  const currency = members.findLast(([member, value]) => member === 'currency' && value !== null);
  return { fid, name, ...Object.fromEntries(currency === undefined ? members : [...members, currency]) };
}

/** The order: chosen, else the service's, saved, or default. Joined lists are read only for a chosen or saved one. */
function sortOf<Name extends ServiceList>(
  resource: Resource<Name>,
  { sort, order, limit }: GetOptions,
  saved: SavedView | null,
): Pick<WantedRows<Rows[Name]>, 'sort' | 'readsForSort'> {
  if (sort !== null) return { sort: sortFrom(sort, resource.columns, resource.words.list), readsForSort: true };
  if (order !== null) return { sort: null, readsForSort: false };
  const isUsable = sortable(resource.columns).some(({ id }) => id === saved?.sort.column);
  if (saved !== null && isUsable) return { sort: saved.sort, readsForSort: true };
  return { sort: limit === null ? resource.sort : null, readsForSort: false };
}

/** The text of a cell; empty if it needs an unreadable list. */
function textsIn<Row>({ partial, state }: FetchedLists, context: Context): (column: Column<Row>, row: Row) => string {
  let isComplete = true;
  const tracked = trackReads(context, ({ list }) => {
    if (list !== undefined && partial.has(list) && state.lists[list].fetchedAt === null) isComplete = false;
  });
  return ({ cell }, row) => {
    isComplete = true;
    const { text } = cell(row, partial.size === 0 ? context : tracked);
    return isComplete ? text : '';
  };
}

/** Reports incomplete lists. Returns whether rows may be missing. */
function warnMissing({ partial, state }: FetchedLists, name: ServiceList, isFiltered: boolean): boolean {
  for (const [list, { sentence }] of partial) {
    const blank = state.lists[list].fetchedAt === null ? ' Columns that need it are blank.' : '';
    writeErrorLine(sentence + blank);
  }
  // A filter may need a missing list.
  return partial.has(name) || (isFiltered && partial.size > 0);
}

/** A saved view, without columns that are gone. @throws {CommandFailure} with the saved views. */
function viewNamed(features: Features, settings: Settings, pane: ServiceList, viewName: string): SavedView {
  const path = storagePaths(settings, settings.baseUrl ?? '').views;
  const views = viewsIn(features, path, settings.profile).filter((savedView) => savedView.pane === pane);
  const found = views.find(({ name }) => name.toLowerCase() === viewName.toLowerCase());
  if (found !== undefined) return { ...found, ...layoutFor(features.panes, pane, found) };
  const known = views.map(({ name }) => name).join(', ');
  throw new CommandFailure(
    EXIT.usage,
    `There is no view "${viewName}" of ${features.panes[pane].words.list}.`,
    known === '' ? 'Save one in the console: press : and type view save NAME.' : `There are: ${known}.`,
  );
}

function viewsIn(features: Features, path: string | null, profile: string): readonly SavedView[] {
  try {
    return loadLayouts(features, path, profile).views;
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `The views in ${path} can't be read: ${describeError(error)}.`);
  }
}

/** The options of `get`, but those of lists. */
type GetInput = Required<Printing> & {
  readonly filter: string | null;
  /** Column id, with a leading dash for descending order; null for the console's order. */
  readonly sort: string | null;
  readonly columns: string | null;
  readonly view: string | null;
  /** Accepts incomplete lists. */
  readonly partial: boolean;
};

/** `listOptions` are the options of lists, as commander has them. */
export function getFromArguments(
  features: Features,
  settings: Settings,
  { list, names }: { readonly list: string; readonly names: readonly string[] },
  { output, headers, filter, sort, columns, view, raw, partial }: GetInput,
  listOptions: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const name = serviceLists.find((candidate) => serviceResources[candidate].words.list === list);
  if (name === undefined) throw new CommandFailure(EXIT.usage, `There is no list named ${list}.`);
  if (raw && output !== 'csv')
    throw new CommandFailure(EXIT.usage, 'Only CSV is printed raw.', 'Give --raw together with --output csv.');
  return get(features, settings, name, {
    ...readListOptions(name, listOptions, settings.names),
    names,
    printing: { output, headers, raw },
    filter: filter ?? '',
    sort,
    columns: columns?.split(',') ?? null,
    view,
    partial,
  });
}
