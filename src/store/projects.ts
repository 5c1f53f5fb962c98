import type { ListedRow } from '../api/result.ts';
import type { PaneName, Place } from '../resources/rows.ts';
import type { ConnectionState, ConsoleState } from './state.ts';

/** The shown projects; the first is the default for new rows. */
export function projectsOf({ project, projects, allProjects }: ConnectionState): readonly string[] {
  return allProjects ? [project, ...projects.filter((other) => other !== project)] : [project];
}

export function placeOf({ connected }: Pick<ConsoleState, 'connected'>): Place {
  return { profile: connected.profile, projects: projectsOf(connected) };
}

export function projectIn(row: object): string | null {
  return 'project' in row && typeof row.project === 'string' ? row.project : null;
}

/** Of a listed or just removed row; null when unknown. */
export function projectOfRow({ lists }: ConsoleState, pane: PaneName, fid: string): string | null {
  const listed = lists[pane].rows.get(fid) ?? lists[pane].removing.get(fid)?.listed;
  return listed === undefined ? null : projectIn(listed.row);
}

export function rowsOfProject<Row extends object>(
  rows: ReadonlyMap<string, ListedRow<Row>>,
  project: string,
): ReadonlyMap<string, ListedRow<Row>> {
  return new Map([...rows].filter(([, { row }]) => projectIn(row) === project));
}
