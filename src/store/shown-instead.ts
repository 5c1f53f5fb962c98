/** Rows that a feature shows instead of a service: they take no changes. */
export type ShownInstead = {
  /** The beginning of a sentence: `This is a recording`. */
  readonly sentence: string;
  /** The title of its keys in the help: `In a recording`. */
  readonly helpTitle: string;
  /** Whether the journal of that time can be read. */
  readonly hasJournal?: true;
};

/** Null while a service is shown. */
export function refusedWithoutService(
  { shownInstead }: { readonly shownInstead: ShownInstead | null },
  why: string,
): string | null {
  return shownInstead === null ? null : `${shownInstead.sentence}: ${why}`;
}
