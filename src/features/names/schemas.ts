import * as z from 'zod';
import type { ForeignPath } from '../../api/client.ts';
import type { NamesFrom } from './names-of-rows.ts';

const member = z.string().trim().min(1).max(100);

/** Plain segments below `/v2`: no other address, and no way around. */
const path = z.custom<ForeignPath>(
  (value) =>
    typeof value === 'string' && value.length <= 200 && /^\/v2(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/.test(value),
);

export const namesTable: z.ZodType<NamesFrom | null> = z.strictObject({
  path,
  identifier: member,
  name: member,
  region: member.optional().transform((name) => name ?? null),
});
