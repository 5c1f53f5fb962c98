import * as z from 'zod';
import { memoizeLast } from '../lib/memoize.ts';
import { configurable, keyOf, settings } from './settings.ts';
import * as making from './value-schemas.ts';

/** Keys of a profile's token source; at most one may be given. */
export const TOKEN_KEYS = ['token_env', 'token_file', 'token_command', 'token_keyring'] as const;

/** What each of them may be, in words. */
export const ALLOWED_TOKENS: Readonly<Record<string, string>> = {
  token_env: 'the name of a variable',
  token_file: 'the path of a file',
  token_command: 'a list of the program and its arguments, such as ["op", "read", "op://gpu/token"]',
  token_keyring: 'true',
} satisfies Record<(typeof TOKEN_KEYS)[number], string>;

/** Name of a profile: it is a key of the config file and the name of a file. */
export const PROFILE_NAME = /^[\w.-]{1,40}$/;

/**
 * Schemas of the config file. `file` is the whole file: a setting can stand at the top for all profiles, or in a profile, which
 * takes precedence. `written` accepts any values, for each setting's own schema to read. Made only when there is a file.
 */
export const configSchemas = memoizeLast(() => {
  const shared = Object.fromEntries(
    configurable.map((name) => [keyOf(name), settings[name].schema(making).optional().describe(settings[name].help)]),
  );
  const tokens: Readonly<Record<(typeof TOKEN_KEYS)[number], z.ZodType>> = {
    token_env: z.string().min(1).describe('Name of an environment variable that holds the token.'),
    token_file: z.string().min(1).describe('File with the token; nobody else may be able to read it.'),
    token_command: z
      .array(z.string())
      .min(1)
      .describe('Program and arguments that print the token: ["op", "read", "op://gpu/token"].'),
    token_keyring: z.literal(true).describe('The system keyring, where "spotdeck login --keyring" has put it.'),
  };
  const profile = z.strictObject({
    ...shared,
    ...Object.fromEntries(Object.entries(tokens).map(([key, schema]) => [key, schema.optional()])),
  });
  const text = z.string().optional();
  const table = z.record(z.string(), z.unknown());
  return {
    file: z.strictObject({
      ...shared,
      default_profile: z.string().min(1).optional().describe('Profile to use when none is given.'),
      profiles: z.record(z.string().regex(PROFILE_NAME), profile).optional().describe('Profiles by name.'),
    }),
    profile,
    written: z.looseObject({
      default_profile: z.string().optional(),
      profiles: z.record(z.string(), table).default({}),
    }),
    sources: z.object({
      token_env: text,
      token_file: text,
      token_command: z.array(z.string()).optional(),
      token_keyring: z.literal(true).optional(),
    }),
  };
});
