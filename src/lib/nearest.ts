import { distance } from 'fastest-levenshtein';

/** Largest edit distance of a suggestion. */
const MAX_DISTANCE = 3;

/** Returns the name nearest to a mistyped word; null when none is near. */
export function nearest(word: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, letters: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, letters }) => letters <= Math.min(MAX_DISTANCE, name.length / 2))
    .toSorted((a, b) => a.letters - b.letters);
  return best?.name ?? null;
}
