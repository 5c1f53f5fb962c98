import { describe, test } from 'vitest';
import { isHere } from './program.ts';
import type { AttackRow } from './row.ts';

/** A test for each row that is driven here; one whose programs this machine lacks is skipped, and counted as that. */
export function drive(rows: readonly AttackRow[]): void {
  for (const { id, enters, happens, proof, needs = [] } of rows) {
    if (typeof proof !== 'function') continue;
    describe(id, () => {
      test.skipIf(!needs.every(isHere))(`${enters}: ${happens}`, proof);
    });
  }
}
