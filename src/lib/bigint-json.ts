/** The JSON of a value, with exact amounts as texts, which JSON has no numbers for. */
export const jsonWithBigints = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
