import { printableLine } from '../../lib/sanitize.ts';
import type { Context } from '../context.ts';
import type { Action } from '../resource.ts';
import { aliasOr } from './aliases.ts';

type Shown = Pick<Context, 'projects'>;

const projectOf = (row: object): string => ('project' in row && typeof row.project === 'string' ? row.project : '');

/** The project of a row that is none of the shown ones: a service may list it although it was not asked for. Null for every other row. */
export function otherProjectOf(row: object, { projects }: Shown): string | null {
  const project = projectOf(row);
  return project === '' || projects.some((shown) => printableLine(shown) === project) ? null : project;
}

/** Why a row is left alone that is of no shown project, as the end of a sentence; null for every other row. */
export function whyLeftAlone(row: object, context: Pick<Context, 'projects' | 'aliases'>): string | null {
  const other = otherProjectOf(row, context);
  if (other === null) return null;
  const shown = context.projects.map((project) => aliasOr(project, context.aliases));
  return `it is of the project ${aliasOr(other, context.aliases)}, not of ${shown.join(' or ')}`;
}

/** The same as a sentence that names the row. */
export function leftAloneSentence(
  name: string,
  row: object,
  context: Pick<Context, 'projects' | 'aliases'>,
): string | null {
  const why = whyLeftAlone(row, context);
  return why === null ? null : `${name} is left alone: ${why}.`;
}

/** Why an action that changes a row can't be done with it: it is of another project, or for the action's own reason; null when it can. */
export const whyNotChanged = <Row extends object>(
  { disabledReason }: Pick<Action<Row>, 'disabledReason'>,
  name: string,
  row: Row,
  context: Context,
): string | null => leftAloneSentence(name, row, context) ?? disabledReason?.(row, context) ?? null;

/** Names the projects of rows that are changed; nothing for rows that belong to none. */
export function inProjects(rows: readonly object[], { aliases }: Pick<Context, 'aliases'>): readonly string[] {
  const projects = [...new Set(rows.map(projectOf))].filter((project) => project !== '');
  if (projects.length === 0) return [];
  return [
    `In the project${projects.length === 1 ? '' : 's'} ${projects.map((one) => aliasOr(one, aliases)).join(', ')}.`,
  ];
}
