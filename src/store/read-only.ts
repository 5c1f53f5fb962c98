/**
 * The reason why a console is read-only: an option or a variable, which apply to every profile, or a line of the config file,
 * which applies to its profiles.
 */
export type ReadOnlyBy =
  | { readonly kind: 'given'; readonly name: string }
  | { readonly kind: 'config'; readonly where: string };

type ReadOnly = { readonly readOnly: boolean; readonly readOnlyBy?: ReadOnlyBy | null };

/** Why a console changes nothing, and how to change that; null when it may make changes. */
export function readOnlyReason({
  readOnly,
  readOnlyBy,
  profile,
}: ReadOnly & { readonly profile: string }): string | null {
  if (!readOnly) return null;
  switch (readOnlyBy?.kind) {
    case 'given':
      return `This console is read-only; start it without ${readOnlyBy.name} to make changes.`;
    case 'config':
      return `The profile ${profile} is read-only: read_only is set in the config file.`;
    case undefined:
      return 'This console is read-only.';
  }
}

/** How a command that was refused can make changes, with the place in the config file; null when it may make them. */
export function readOnlyHint({ readOnly, readOnlyBy }: ReadOnly): string | null {
  if (!readOnly) return null;
  return readOnlyBy?.kind === 'config'
    ? `It is set by ${readOnlyBy.where}.`
    : `Run it without ${readOnlyBy?.name ?? '--read-only'} to make changes.`;
}

/** Why a custom command does not run; null when it may. One that gets the token could change anything at the service. */
export function commandRefused(
  { name, token }: { readonly name: string; readonly token: boolean },
  connected: ReadOnly & { readonly profile: string },
): string | null {
  const why = token ? readOnlyReason(connected) : null;
  return why === null ? null : `${name} gets the token, so it does not run. ${why}`;
}
