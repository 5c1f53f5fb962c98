import { printableLine } from '../../lib/sanitize.ts';
import type { Context } from '../context.ts';
import type { Action } from '../resource.ts';
import { aliasOr } from './aliases.ts';

type Shown = Pick<Context, 'projects'>;

const projectOf = (row: object): string => ('project' in row && typeof row.project === 'string' ? row.project : '');

/** A service may list a row of a project that was not asked for. */
export function otherProjectOf(row: object, { projects }: Shown): string | null {
  const project = projectOf(row);
  return project === '' || projects.some((shown) => printableLine(shown) === project) ? null : project;
}

/** The end of a sentence; null for rows of shown projects. */
export function whyLeftAlone(row: object, context: Pick<Context, 'projects' | 'aliases'>): string | null {
  const other = otherProjectOf(row, context);
  if (other === null) return null;
  const shown = context.projects.map((project) => aliasOr(project, context.aliases));
  return `it is of the project ${aliasOr(other, context.aliases)}, not of ${shown.join(' or ')}`;
}

export function leftAloneSentence(
  name: string,
  row: object,
  context: Pick<Context, 'projects' | 'aliases'>,
): string | null {
  const why = whyLeftAlone(row, context);
  return why === null ? null : `${name} is left alone: ${why}.`;
}

/** It is of another project, or the action's own reason. */
export const whyNotChanged = <Row extends object>(
  { disabledReason }: Pick<Action<Row>, 'disabledReason'>,
  name: string,
  row: Row,
  context: Context,
): string | null => leftAloneSentence(name, row, context) ?? disabledReason?.(row, context) ?? null;

/** Empty for rows without a project. */
export function inProjects(rows: readonly object[], { aliases }: Pick<Context, 'aliases'>): readonly string[] {
  const projects = [...new Set(rows.map(projectOf))].filter((project) => project !== '');
  if (projects.length === 0) return [];
  return [
    `In the project${projects.length === 1 ? '' : 's'} ${projects.map((one) => aliasOr(one, aliases)).join(', ')}.`,
  ];
}
