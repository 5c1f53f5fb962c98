/** Service and project of events; the project is empty for lists without one. */
export type Scope = { readonly service: string; readonly project: string };

/** Key of a service's project in the tables of the journal. */
export const keyOf = ({ service, project }: Scope): string => `${service}\n${project}`;
