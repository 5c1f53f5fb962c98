import * as z from 'zod';

export const fleetPath: z.ZodType<string | null> = z.string().trim().min(1).max(4096);
