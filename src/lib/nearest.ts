import { distance } from 'fastest-levenshtein';

const MAX_DISTANCE = 3;

export function nearest(word: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, letters: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, letters }) => letters <= Math.min(MAX_DISTANCE, name.length / 2))
    .toSorted((a, b) => a.letters - b.letters);
  return best?.name ?? null;
}

/** `run-0001` and `run-1` are the same. */
const plain = (text: string): string => text.toLowerCase().replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''));

/** Nearest first; an equal number counts as near. */
export function namesNear(word: string, names: readonly string[], most: number): readonly string[] {
  const typed = plain(word);
  return [...new Set(names)]
    .map((name) => ({ name, letters: plain(name) === typed ? 0 : distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ name, letters }) =>
        letters <= Math.min(MAX_DISTANCE, name.length / 2) || name.toLowerCase().includes(word.toLowerCase()),
    )
    .toSorted((a, b) => a.letters - b.letters)
    .slice(0, most)
    .map(({ name }) => name);
}
