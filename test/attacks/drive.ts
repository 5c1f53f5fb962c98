import { describe, test } from 'vitest';
import { isHere } from './program.ts';
import type { AttackRow } from './row.ts';

/** Registers a test for each attack that is carried out here, but those that need programs of their own. */
export const drive = (rows: readonly AttackRow[]): void => register(rows.filter(({ asProgram }) => asProgram !== true));

/** Registers a test for each attack that only a program of its own can show. */
export const drivePrograms = (rows: readonly AttackRow[]): void =>
  register(rows.filter(({ asProgram }) => asProgram === true));

/** An attack whose programs this machine lacks is skipped, and counted as such. */
function register(rows: readonly AttackRow[]): void {
  for (const { id, enters, happens, proof, needs = [] } of rows) {
    if (typeof proof !== 'function') continue;
    describe(id, () => {
      test.skipIf(!needs.every(isHere))(`${enters}: ${happens}`, proof);
    });
  }
}
