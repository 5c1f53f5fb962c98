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
  /** Tests of the file beside it, `x.program.test.ts`, that run as programs of their own. */
  readonly asPrograms?: readonly string[];
};

/** Rows of attacks that tests in other folders carry out in more depth than a table can. Each test counts as one. */
export const elsewhere = (rows: readonly Elsewhere[]): readonly AttackRow[] =>
  rows.map(({ file, tests, asPrograms = [], ...row }) => {
    const ofProgram = file.replace(/\.test\.ts$/, '.program.test.ts');
    const proof = [
      ...tests.map((test): Proven => ({ file, test })),
      ...asPrograms.map((test): Proven => ({ file: ofProgram, test })),
    ];
    return { ...row, tried: { texts: proof.length, doors: 1, exits: 1 }, proof };
  });
