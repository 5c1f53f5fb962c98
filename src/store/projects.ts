import type { ListedRow } from '../api/result.ts';
import type { Place } from '../resources/place.ts';
import type { PaneName } from '../resources/rows.ts';
import type { ConnectionState, ConsoleState } from './state.ts';

/** Returns the shown projects; the first is the default for new rows. */
export function projectsOf({ project, projects, allProjects }: ConnectionState): readonly string[] {
  return allProjects ? [project, ...projects.filter((other) => other !== project)] : [project];
}

/** Returns the profile and projects that are shown. */
export function placeOf({ connected }: Pick<ConsoleState, 'connected'>): Place {
  return { profile: connected.profile, projects: projectsOf(connected) };
}

/** Returns the project of a row; null when it has none. */
export function projectIn(row: object): string | null {
  return 'project' in row && typeof row.project === 'string' ? row.project : null;
}

/** Returns the project of a listed or just removed row; null when it is unknown. */
export function projectOfRow({ lists }: ConsoleState, pane: PaneName, fid: string): string | null {
  const listed = lists[pane].rows.get(fid) ?? lists[pane].removing.get(fid)?.listed;
  return listed === undefined ? null : projectIn(listed.row);
}

/** Returns the rows of one project. */
export function rowsOfProject<Row extends object>(
  rows: ReadonlyMap<string, ListedRow<Row>>,
  project: string,
): ReadonlyMap<string, ListedRow<Row>> {
  return new Map([...rows].filter(([, { row }]) => projectIn(row) === project));
}
