/** An option or variable applies to every profile, a line of the config file to its own. */
export type ReadOnlyBy =
  | { readonly kind: 'given'; readonly name: string }
  | { readonly kind: 'config'; readonly where: string };

type ReadOnly = { readonly readOnly: boolean; readonly readOnlyBy?: ReadOnlyBy | null };

/** Why a console changes nothing; null when it may. */
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

export function readOnlyHint({ readOnly, readOnlyBy }: ReadOnly): string | null {
  if (!readOnly) return null;
  return readOnlyBy?.kind === 'config'
    ? `It is set by ${readOnlyBy.where}.`
    : `Run it without ${readOnlyBy?.name ?? '--read-only'} to make changes.`;
}

/** With the token a command could change anything at the service. */
export function commandRefused(
  { name, token }: { readonly name: string; readonly token: boolean },
  connected: ReadOnly & { readonly profile: string },
): string | null {
  const why = token ? readOnlyReason(connected) : null;
  return why === null ? null : `${name} gets the token, so it does not run. ${why}`;
}

export type ShownInstead = {
  /** Begins a sentence: `This is a recording`. */
  readonly sentence: string;
  /** Of its keys in the help: `In a recording`. */
  readonly helpTitle: string;
  readonly hasJournal?: true;
};

export function refusedWithoutService(
  { shownInstead }: { readonly shownInstead: ShownInstead | null },
  why: string,
): string | null {
  return shownInstead === null ? null : `${shownInstead.sentence}: ${why}`;
}
