/** Joins clauses of a sentence: `a`, `a and b`, `a, b and c`. */
export const joinedClauses = (clauses: readonly string[]): string =>
  clauses.length < 2 ? clauses.join('') : `${clauses.slice(0, -1).join(', ')} and ${clauses.at(-1) ?? ''}`;
