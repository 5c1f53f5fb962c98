/** `1 instance`, `8 instances`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The identifier when the name has no visible character. */
export const nameOrFid = (name: string | null, fid: string): string =>
  name === null || name.trim() === '' ? fid : name;

export const withoutPeriod = (sentence: string): string => sentence.replace(/\.$/, '');

export const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

/** `a`, `a and b`, `a, b and c`. */
export const joinedClauses = (clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')} and ${clauses.at(-1) ?? ''}`;

/** `<1 %` for a little, 100 % only for all. */
export function percentText(share: number): string {
  if (share <= 0) return '0 %';
  if (share < 0.01) return '<1 %';
  return share < 1 ? `${Math.min(99, Math.round(share * 100))} %` : '100 %';
}

/** A row of a Markdown table. */
export const row = (...cells: readonly string[]): string =>
  `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;

export const code = (text: string): string => `\`${text}\``;
