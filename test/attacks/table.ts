import { broughtBy } from '../brought.ts';
import { type AttackRow, countOf, GROUPS } from './row.ts';
import { commandRows } from './rows-commands.ts';
import { elsewhereRows } from './rows-elsewhere.ts';
import { boundRows, lossRows, oddRows, smallRows } from './rows-others.ts';
import { textRows } from './rows-texts.ts';

const brought = await broughtBy<{ readonly attacks: readonly AttackRow[] }>('attacks/rows.ts');

/** All attacks on the program, those of features last. The tests carry them out, and the README of this folder lists them. */
export const attacks: readonly AttackRow[] = [
  ...commandRows,
  ...textRows,
  ...lossRows,
  ...boundRows,
  ...smallRows,
  ...oddRows,
  ...elsewhereRows,
  ...brought.flatMap((feature) => feature.attacks),
];

/** Number of attacks. */
export const tried = attacks.reduce((sum, row) => sum + countOf(row), 0);

const count = (n: number): string => n.toLocaleString('en-US');

/** The tables of the README of this folder, one for each group. */
export function attackTables(): string {
  const line = (...cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    `${count(tried)} attacks, each of which has to be held: hostile texts by the places they enter at by the ways out that are looked at.`,
    ...GROUPS.flatMap((group) => {
      const rows = attacks.filter((row) => row.group === group);
      const sum = rows.reduce((so, row) => so + countOf(row), 0);
      return [
        `## ${group.replace(/^./, (letter) => letter.toUpperCase())}: ${count(sum)}`,
        [
          line('where it enters', 'what is tried', 'what happens', 'attacks'),
          line('---', '---', '---', '---:'),
          ...rows.map((row) => line(row.enters, row.tries, row.happens, count(countOf(row)))),
        ].join('\n'),
      ];
    }),
  ].join('\n\n');
}
