/** Bytes of a number, a reference, or a member of an object; and of an object or a text beside its content. */
const [WORD, HEAD] = [8, 16];

/** The memory that a plain value takes at most, about, in bytes: of each text two for each character. Shared parts count each time. */
export function bytesOf(value: unknown): number {
  if (typeof value === 'string') return HEAD + 2 * value.length;
  if (typeof value !== 'object' || value === null) return WORD;
  return Object.values(value).reduce<number>((sum, member) => sum + WORD + bytesOf(member), HEAD);
}
