/**
 * The reason why a console is read-only: an option or a variable, which apply to every profile, or a line of the config file,
 * which applies to its profiles.
 */
export type ReadOnlyBy =
  | { readonly kind: 'given'; readonly name: string }
  | { readonly kind: 'config'; readonly where: string };

/** Returns why a console is read-only, and how to change that. */
export function whyReadOnly({
  profile,
  readOnlyBy,
}: {
  readonly profile: string;
  readonly readOnlyBy?: ReadOnlyBy | null;
}): string {
  switch (readOnlyBy?.kind) {
    case 'given':
      return `This console is read-only; start it without ${readOnlyBy.name} to make changes.`;
    case 'config':
      return `The profile ${profile} is read-only: read_only is set in the config file.`;
    case undefined:
      return 'This console is read-only.';
  }
}
