import type { Context } from '../context.ts';
import { type Field, textOf, type Values } from '../form.ts';
import { aliasOr, identifierOf } from './aliases.ts';

/** The field for the project of a new row; only when several projects are shown. */
const projectField: Field = {
  id: 'project',
  label: 'Project',
  help: 'Project to create it in.',
  kind: 'line',
  path: ['project'],
  suggest: (_, { projects, aliases }) =>
    projects.map((project) => ({ value: aliasOr(project, aliases), label: aliasOr(project, aliases) })),
};

/** The fields of a creating form, with the project's when there is a choice. */
export function inProject(fields: readonly Field[], { projects }: Context): readonly Field[] {
  return projects.length > 1 ? [...fields, projectField] : fields;
}

/** The initial value of the project field: the project of the copied row, or the console's own. */
export function startProject(
  like: string | null,
  { project, projects, aliases }: Context,
): Readonly<Record<string, string>> {
  return projects.length > 1 ? { project: aliasOr(like ?? project, aliases) } : {};
}

/** The project that a form creates in. */
export function projectTyped(values: Values, { project, aliases }: Context): string {
  const typed = textOf(values, 'project').trim();
  return typed === '' ? project : identifierOf(typed, aliases);
}

/** The project's line of the review, when there is a choice. */
export function projectReview(project: string, { projects, aliases }: Context) {
  return projects.length > 1 ? [{ field: 'Project', value: aliasOr(project, aliases) }] : [];
}
