/** Returns a number with its noun: `1 instance`, `8 instances`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a sentence as a clause, without the period at its end. */
export const withoutPeriod = (sentence: string): string => sentence.replace(/\.$/, '');

/** Returns a text with a capital first letter. */
export const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
