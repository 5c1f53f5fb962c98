import * as z from 'zod';
import { EXTRA_NAMES, type Extra, type ExtraName } from './extra.ts';
import type { NamesFrom } from './names-of-rows.ts';

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

/** Plain segments below `/v2`, or `{fid}` for an identifier: no other address, and no way around. */
const path = z.custom<Extra['path']>(
  (value) =>
    typeof value === 'string' &&
    value.length <= 200 &&
    /^\/v2(\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*|\{fid\}))+$/.test(value),
);

export const pathsSchema: z.ZodType<{ readonly [Name in ExtraName]?: Extra['path'] }> = z.partialRecord(
  z.enum(EXTRA_NAMES),
  path,
);

const member = z.string().trim().min(1).max(100);

export const namesTable: z.ZodType<NamesFrom | null> = z
  .strictObject({ path, identifier: member, name: member, region: member.optional() })
  .transform(({ path: at, identifier, name, region = null }) => ({ path: at, identifier, names: [name], region }));
