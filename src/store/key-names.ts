/** The operator's own keys, by command. */
export type KeyOverrides = ReadonlyMap<string, readonly string[]>;

/** A command's key for a sentence: the operator's own, or the usual one. */
export function keyNamed(
  { keyOverrides }: { readonly keyOverrides: KeyOverrides },
  command: string,
  usual: string,
): string {
  return keyOverrides.get(command)?.[0] ?? usual;
}
