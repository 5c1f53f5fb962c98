import type { Tables } from '../journal/tables.ts';

/**
 * What the features of the program bring to a state, composed once at the edge of the program. It begins with what every program has; rooms
 * above `store` and features add members by declaration merging: required ones where all programs have them, optional ones otherwise.
 */
export interface Features {
  /** The names of the features, in their order. */
  readonly names: readonly string[];
  /** Their tables in the journal. */
  readonly tables: readonly Tables[];
}
