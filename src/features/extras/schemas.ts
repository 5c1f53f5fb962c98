import * as z from 'zod';
import { EXTRA_NAMES, type ExtraName } from './extra.ts';

const names = z.array(z.enum(EXTRA_NAMES));

/** Names in a variable or an option are separated by commas. */
export const extrasSchema: z.ZodType<'auto' | 'off' | readonly ExtraName[]> = z.union([
  z.enum(['auto', 'off']),
  names,
  z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(names),
]);
