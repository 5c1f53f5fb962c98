/**
 * What makes a console read-only: an option or a variable, which count for every profile, or a line of the config file,
 * which counts for the profiles it is about.
 */
export type ReadOnlyBy =
  | { readonly kind: 'given'; readonly name: string }
  | { readonly kind: 'config'; readonly where: string };

/** Why a console changes nothing, and what would let it. */
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
