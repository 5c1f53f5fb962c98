import * as z from 'zod';

/** The schema of `fleet`: the path of a file. */
export const fleetPath: z.ZodType<string | null> = z.string().trim().min(1).max(4096);
