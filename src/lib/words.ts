/** A number with its noun: `1 instance`, `8 instances`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What a row is called: its identifier when its name has no character to see. */
export const nameOrFid = (name: string | null, fid: string): string =>
  name === null || name.trim() === '' ? fid : name;

/** A sentence as a clause, without the period at its end. */
export const withoutPeriod = (sentence: string): string => sentence.replace(/\.$/, '');

/** A text with a capital first letter. */
export const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

/** Joins clauses of a sentence: `a`, `a and b`, `a, b and c`. */
export const joinedClauses = (clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')} and ${clauses.at(-1) ?? ''}`;

/** A share from 0 to 1 in whole percent: `<1 %` for a little, and never 100 % of what is less than everything. */
export function percentText(share: number): string {
  if (share <= 0) return '0 %';
  if (share < 0.01) return '<1 %';
  return share < 1 ? `${Math.min(99, Math.round(share * 100))} %` : '100 %';
}
