import * as z from 'zod';
import type { ForeignPath } from '../../api/client.ts';
import type { NamesFrom } from './names-from.ts';

const member = z.string().trim().min(1).max(100);

/** A path of plain segments below `/v2`: no other address, and no operation of the interface by a detour. */
const path = z.custom<ForeignPath>(
  (value) =>
    typeof value === 'string' && value.length <= 200 && /^\/v2(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(value),
);

/** The schema of `names_from`. */
export const namesTable: z.ZodType<NamesFrom | null> = z.strictObject({
  path,
  identifier: member,
  name: member,
  region: member.optional().transform((name) => name ?? null),
});
