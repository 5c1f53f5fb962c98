import type { Binding } from '../../../src/screen/keys/binding.ts';

/** The keys that several bindings have, each with their ids. */
export function keysBoundTwice(bindings: readonly Binding[]): readonly string[] {
  const keys = new Set(bindings.flatMap((binding) => binding.keys));
  return [...keys].flatMap((key) => {
    const ids = bindings.filter((binding) => binding.keys.includes(key)).map(({ id }) => id);
    return ids.length > 1 ? [`${key}: ${ids.join(', ')}`] : [];
  });
}
