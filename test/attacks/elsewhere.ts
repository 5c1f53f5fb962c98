import type { AttackRow, Group, Proven } from './row.ts';

/** An attack that tests in other folders carry out. */
type Elsewhere = {
  readonly id: string;
  readonly group: Group;
  readonly enters: string;
  readonly tries: string;
  readonly happens: string;
  readonly file: string;
  readonly tests: readonly string[];
};

/** Rows of attacks that tests in other folders carry out in more depth than a table can. Each test counts as one. */
export const elsewhere = (rows: readonly Elsewhere[]): readonly AttackRow[] =>
  rows.map(({ file, tests, ...row }) => ({
    ...row,
    tried: { texts: tests.length, doors: 1, exits: 1 },
    proof: tests.map((test): Proven => ({ file, test })),
  }));
