/** The keys that the operator has put in place of the usual ones, by command. */
export type Rebound = ReadonlyMap<string, readonly string[]>;

/** How a sentence names a command's key: the operator's own, or the usual one. */
export function keyNamed({ rebound }: { readonly rebound: Rebound }, command: string, usual: string): string {
  return rebound.get(command)?.[0] ?? usual;
}
