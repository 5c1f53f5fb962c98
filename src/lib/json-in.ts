/** The value of a JSON text; null for a text that is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The JSON of a value, with exact amounts as texts, which JSON has no numbers for. */
export const jsonWithBigints = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
