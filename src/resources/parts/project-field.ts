import type { Context } from '../context.ts';
import { type Field, textOf, type Values } from '../form.ts';
import { aliasOr, identifierOf } from './aliases.ts';

/** The project that something new is made in: asked for only where rows of several are shown. */
const projectField: Field = {
  id: 'project',
  label: 'Project',
  help: 'Project to create it in.',
  kind: 'line',
  path: ['project'],
  suggest: (_, { projects, aliases }) =>
    projects.map((project) => ({ value: aliasOr(project, aliases), label: aliasOr(project, aliases) })),
};

/** The fields of a form that makes something, with that of the project where there is a choice. */
export function inProject(fields: readonly Field[], { projects }: Context): readonly Field[] {
  return projects.length > 1 ? [...fields, projectField] : fields;
}

/** What the field of the project holds at first: the project of what it is made like, or the console's own. */
export function startProject(
  like: string | null,
  { project, projects, aliases }: Context,
): Readonly<Record<string, string>> {
  return projects.length > 1 ? { project: aliasOr(like ?? project, aliases) } : {};
}

/** The project that a form makes something in. */
export function projectTyped(values: Values, { project, aliases }: Context): string {
  const typed = textOf(values, 'project').trim();
  return typed === '' ? project : identifierOf(typed, aliases);
}

/** A line of the review, where there is a choice. */
export function projectReview(project: string, { projects, aliases }: Context) {
  return projects.length > 1 ? [{ field: 'Project', value: aliasOr(project, aliases) }] : [];
}
