import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { describeError } from '../../lib/os-error.ts';
import type { Context } from '../../resources/context.ts';
import { meets } from '../../resources/filter/match.ts';
import { resources, serviceLists, serviceResources } from '../../resources/index.ts';
import { columnNamed } from '../../resources/parts/column-names.ts';
import { noGlyphs } from '../../resources/parts/glyphs.ts';
import type { Column, Resource, ServiceResource } from '../../resources/resource.ts';
import type { Rows } from '../../resources/rows.ts';
import { usualColumns } from '../../state/lists/place-columns.ts';
import { searchColumns } from '../../state/lists/search-text.ts';
import { visibleRows } from '../../state/lists/visible-rows.ts';
import { trackDependencies } from '../../state/lists/watched.ts';
import { layoutFor } from '../../state/panes/arrange-columns.ts';
import { type SavedView, withView } from '../../state/state.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { writeErrorLine } from '../../system/streams.ts';
import { loadLayouts } from '../../system/view-store.ts';
import { OUTPUTS, type Printing, printRows } from '../format.ts';
import { type FetchedLists, readFleet, rowsNamed } from '../read-lists.ts';
import { readFilter } from './read-filter.ts';

type GetOptions = {
  readonly output: Printing;
  readonly filter: string;
  /** A column's id, with a dash in front for the other way round; null for the order of the console. */
  readonly sort: string | null;
  /** Ids of columns; null for the usual ones. */
  readonly columns: readonly string[] | null;
  /** A view saved in the console; null for none. */
  readonly view: string | null;
  /** Whether a list that could not be read whole will do. */
  readonly partial: boolean;
};

/**
 * `spotdeck get LIST [NAME…]`: rows on stdout. Ends with 1 when rows may be missing, unless that will do. @throws {CommandFailure} for a column, a name or a service
 * that is not there.
 */
async function get<Name extends ServiceList>(
  settings: Settings,
  name: Name,
  called: readonly string[],
  { output, filter, sort, columns, view, partial }: GetOptions,
): Promise<ExitCode> {
  const resource: ServiceResource<Name> = serviceResources[name];
  const saved = view === null ? null : viewNamed(settings, name, view);
  const ids = columns ?? saved?.columns?.map(({ id }) => id) ?? null;
  const shown =
    ids === null
      ? usualColumns(resource.columns, settings.allProjects)
      : ids.map((id) => requireColumn(resource.columns, id, resource));
  const [, backwards, by] = /^(-?)(.*)$/.exec(sort ?? '') ?? [];
  const sorting =
    sort === null || by === undefined
      ? (saved?.sort ?? resource.sort)
      : { column: requireColumn(resource.columns.filter(sorts), by, resource).id, descending: backwards === '-' };
  const lists = await readFleet({ ...settings, readOnly: true }, [name], resource.joins);
  const wanted = called.length === 0 ? null : new Set(rowsNamed(lists, name, called).map(({ fid }): string => fid));
  const terms = [filter, saved?.filter ?? '']
    .filter((text) => text.trim() !== '')
    .map((text) => readFilter(text, resource.columns));
  const searched = searchColumns(resource.columns, saved?.columns ?? null, settings.allProjects, lists.context);
  const { rows } = visibleRows(withView(lists.state, name, { sort: sorting }), name);
  const fitting = rows.filter(
    ({ row }) =>
      (wanted?.has(row.fid) ?? true) && terms.every((filters) => meets(row, filters, searched, lists.context)),
  );
  const text = textsIn<Rows[Name]>(lists, lists.context);
  const words = textsIn<Rows[Name]>(lists, { ...lists.context, glyphs: noGlyphs });
  printRows(output, {
    headers: shown.map(({ header, align = 'left' }) => ({ text: header, align })),
    rows: fitting.map(({ row, raw }) => ({
      raw,
      cells: shown.map((column) => text(column, row)),
      words: shown.map((column) => words(column, row).trim()),
    })),
  });
  return warnMissing(lists, name, terms.length > 0) && !partial ? EXIT.refused : EXIT.done;
}

/** What a cell says; nothing when it was made of a list that is missing. */
function textsIn<Row>({ partial, state }: FetchedLists, context: Context): (column: Column<Row>, row: Row) => string {
  let isSure = true;
  const looking = trackDependencies(context, ({ list }) => {
    if (list !== null && partial.has(list) && state.lists[list].fetchedAt === null) isSure = false;
  });
  return ({ cell }, row) => {
    isSure = true;
    const { text } = cell(row, partial.size === 0 ? context : looking);
    return isSure ? text : '';
  };
}

/** Says which lists could not be read whole. Answers whether rows that should have been printed may be missing. */
function warnMissing({ partial, state }: FetchedLists, name: ServiceList, isFiltered: boolean): boolean {
  for (const [list, { sentence }] of partial) {
    const blank = state.lists[list].fetchedAt === null ? ' Columns that need it are blank.' : '';
    writeErrorLine(sentence + blank);
  }
  // What a filter looks for may stand in a list that is missing.
  return partial.has(name) || (isFiltered && partial.size > 0);
}

/** A view as the console saved it, with what of it there is. @throws {CommandFailure} that names those there are. */
function viewNamed(settings: Settings, pane: ServiceList, called: string): SavedView {
  const path = storagePaths(settings, settings.baseUrl ?? '').views;
  const views = viewsIn(path, settings.profile).filter((savedView) => savedView.pane === pane);
  const found = views.find(({ name }) => name.toLowerCase() === called.toLowerCase());
  if (found !== undefined) return { ...found, ...layoutFor(pane, found) };
  const known = views.map(({ name }) => name).join(', ');
  throw new CommandFailure(
    EXIT.usage,
    `There is no view "${called}" of ${resources[pane].words.list}.`,
    known === '' ? 'Save one in the console: press : and type view save NAME.' : `There are: ${known}.`,
  );
}

function viewsIn(path: string | null, profile: string): readonly SavedView[] {
  try {
    return loadLayouts(path, profile).views;
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `The views in ${path} can't be read: ${describeError(error)}.`);
  }
}

const sorts = ({ sortBy }: { readonly sortBy?: unknown }): boolean => sortBy !== undefined;

function requireColumn<Name extends ServiceList>(
  columns: readonly Column<Rows[Name]>[],
  id: string,
  { words }: Pick<Resource<Name>, 'words'>,
): Column<Rows[Name]> {
  const column = columnNamed(columns, id);
  if (column !== undefined) return column;
  throw new CommandFailure(
    EXIT.usage,
    `There is no column "${id}" of ${words.list} for this.`,
    `There are: ${columns.map((column) => column.id).join(', ')}.`,
  );
}

/** The same from what was given on the command line. */
export function getFromArguments(
  settings: Settings,
  list: string,
  called: readonly string[],
  { output, filter, sort, columns, view, raw, partial }: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const name = serviceLists.find((one) => resources[one].words.list === list);
  if (name === undefined) throw new CommandFailure(EXIT.usage, `There is no list named ${list}.`);
  if (raw === true && output !== 'csv')
    throw new CommandFailure(EXIT.usage, 'Only CSV is printed raw.', 'Give --raw together with --output csv.');
  return get(settings, name, called, {
    output: raw === true ? 'raw-csv' : (OUTPUTS.find((one) => one === output) ?? 'table'),
    filter: typeof filter === 'string' ? filter : '',
    sort: typeof sort === 'string' ? sort : null,
    columns: typeof columns === 'string' ? columns.split(',') : null,
    view: typeof view === 'string' ? view : null,
    partial: partial === true,
  });
}
