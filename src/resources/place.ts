/** Where something was done: the profile and the projects that were shown then. */
export type Place = { readonly profile: string; readonly projects: readonly string[] };

/** A place as a text to compare: rows of one are never rows of another. */
export const placeKey = ({ profile, projects }: Place): string => JSON.stringify([profile, ...projects]);

/** A place in words when it is not what is shown: `prod (proj_a)`, in the same profile `proj_a`; null when it is. */
export function otherPlace(
  { profile, projects }: Place,
  shown: Place & { readonly aliases: ReadonlyMap<string, string> },
): string | null {
  const names = projects.map((project) => shown.aliases.get(project) ?? project).join(', ');
  if (profile !== shown.profile) return `${profile} (${names})`;
  return projects.every((project) => shown.projects.includes(project)) ? null : names;
}
