import type { ListedRow } from '../api/result.ts';
import type { PaneName } from '../resources/rows.ts';
import type { Connected, ConsoleState } from './state.ts';

/** The projects whose rows are shown, the one that new things are made in first. */
export function projectsOf({ project, projects, allProjects }: Connected): readonly string[] {
  return allProjects ? [project, ...projects.filter((one) => one !== project)] : [project];
}

/** The project that a row says it belongs to; null where there is none. */
export function projectIn(row: object): string | null {
  return 'project' in row && typeof row.project === 'string' ? row.project : null;
}

/** The project of a row that is or was listed; null when it is not known. */
export function projectOfRow({ lists }: ConsoleState, pane: PaneName, fid: string): string | null {
  const listed = lists[pane].rows.get(fid) ?? lists[pane].removing.get(fid)?.listed;
  return listed === undefined ? null : projectIn(listed.row);
}

/** The rows of one project, of a list that has those of several. */
export function rowsOfProject<Row extends object>(
  rows: ReadonlyMap<string, ListedRow<Row>>,
  project: string,
): ReadonlyMap<string, ListedRow<Row>> {
  return new Map([...rows].filter(([, { row }]) => projectIn(row) === project));
}
