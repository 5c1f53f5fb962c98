/** `project` is empty for lists without one. */
export type Scope = { readonly service: string; readonly project: string };

export const keyOf = ({ service, project }: Scope): string => `${service}\n${project}`;
