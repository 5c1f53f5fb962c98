/** The operator's own keys, by command. */
export type KeyOverrides = ReadonlyMap<string, readonly string[]>;

/** The operator's key for a command, or the usual one. */
export function keyNamed(
  { keyOverrides }: { readonly keyOverrides: KeyOverrides },
  command: string,
  usual: string,
): string {
  return keyOverrides.get(command)?.[0] ?? usual;
}
