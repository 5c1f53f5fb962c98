import * as z from 'zod';

/** A row of the table of leases. */
export const LeaseRow = z.object({
  holder: z.string(),
  beats: z.int(),
  at: z.int(),
  runs: z.string(),
  asked: z.int(),
  seen: z.int(),
});
/**
 * Who alone does something for a scope: an identifier, a counter that grows while it runs, and words for the operator. `asked` counts how
 * often the operator has told it to hold on, and `seen` is the count from which on it has done so.
 */
export type StoredLease = z.output<typeof LeaseRow>;

/**
 * Result of a change that only the holder of a lease may make: `lost` when somebody else holds it by now, or what the change was decided
 * on has changed; `not-kept` when the file is busy or can't be written.
 */
export type HolderChange = 'kept' | 'lost' | 'not-kept';
