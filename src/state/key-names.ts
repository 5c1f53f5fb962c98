/** The keys that the operator has put in place of the usual ones, by command. */
export type KeyOverrides = ReadonlyMap<string, readonly string[]>;

/** How a sentence names a command's key: the operator's own, or the usual one. */
export function keyNamed(
  { keyOverrides }: { readonly keyOverrides: KeyOverrides },
  command: string,
  usual: string,
): string {
  return keyOverrides.get(command)?.[0] ?? usual;
}
