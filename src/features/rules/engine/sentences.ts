/** Most parts of a sentence that are written out. */
const MOST = 3;

/** Parts as one sentence, of many the first ones and the number of the others; null when there is none. */
export function sentenceOf(parts: readonly string[]): string | null {
  if (parts.length === 0) return null;
  const shown = parts.slice(0, MOST).join('; ');
  const rest = parts.length - MOST;
  return rest > 0 ? `${shown}; and ${rest} more.` : `${shown}.`;
}
