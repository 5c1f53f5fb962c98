import { describe, test } from 'vitest';
import { isHere } from './program.ts';
import type { AttackRow } from './row.ts';

/** Registers a test for each attack that is carried out here; one whose programs this machine lacks is skipped, and counted as such. */
export function drive(rows: readonly AttackRow[]): void {
  for (const { id, enters, happens, proof, needs = [] } of rows) {
    if (typeof proof !== 'function') continue;
    describe(id, () => {
      test.skipIf(!needs.every(isHere))(`${enters}: ${happens}`, proof);
    });
  }
}
