import * as z from 'zod';

/** Whether a change was made: `busy` when another program has the file, `not-kept` when it can't be written. */
export type ChangeResult = 'kept' | 'busy' | 'not-kept';

/** The result of a statement that changes rows. */
export const StatementResult = z.object({ changes: z.int() });
