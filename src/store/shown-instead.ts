/** What a feature shows instead of a service: rows that take no changes, while nothing is requested. It is the scope of its own keys. */
export type ShownInstead = {
  /** What it is, as the beginning of a sentence: `This is a recording`. */
  readonly sentence: string;
  /** The title of its keys in the help: `In a recording`. */
  readonly helpTitle: string;
  /** Whether what the journal has of that time can be read. */
  readonly hasJournal?: true;
};

/** Why something can't be done with rows that are not a service's: they take no changes. Null while a service is shown. */
export function refusedWithoutService(
  { shownInstead }: { readonly shownInstead: ShownInstead | null },
  why: string,
): string | null {
  return shownInstead === null ? null : `${shownInstead.sentence}: ${why}`;
}
