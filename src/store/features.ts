import type { Tables } from '../journal/tables.ts';
import type { AllPanes } from '../resources/panes.ts';

/**
 * What the features of the program bring to a state, composed once at the edge of the program. It begins with what every program has; rooms
 * above `store` and features add members by declaration merging: required ones where all programs have them, optional ones otherwise.
 */
export interface Features extends AllPanes {
  /** The names of the features, in their order. */
  readonly names: readonly string[];
  /** Loads their tables in the journal, before it is opened. */
  readonly tables: () => Promise<readonly Tables[]>;
}
