/** Labels of a series, by name. Values are safe to print and of bounded length. */
export type Labels = Readonly<Record<string, string>>;

/** One series at the time of a scrape. */
export type Sample = { readonly labels: Labels; readonly value: number };
