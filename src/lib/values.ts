export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Exact amounts become texts. */
export const jsonWithBigints = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

/** Bytes of a number, reference or member; of an object or text without content. */
const [WORD, HEAD] = [8, 16];

/** About the most memory of a plain value, in bytes. Shared parts count each time. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return HEAD + 2 * value.length;
  if (typeof value !== 'object' || value === null) return WORD;
  return Object.values(value).reduce<number>((sum, member) => sum + WORD + bytesOf(member), HEAD);
}

/** 53 bits; equal ones mean equal texts, but for chance. Not for secrets. */
export function textHash(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
