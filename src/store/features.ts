import type { Tables } from '../journal/tables.ts';
import type { AllPanes } from '../resources/panes.ts';

/**
 * What features bring to a state. Rooms above `store` and features add members by declaration merging: required ones
 * where all programs have them.
 */
export interface Features extends AllPanes {
  readonly names: readonly string[];
  /** Loads their tables before the journal is opened. */
  readonly tables: () => Promise<readonly Tables[]>;
}
