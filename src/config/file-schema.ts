import * as z from 'zod';
import { once } from '../lib/memoize.ts';
import { configurable, type LoadedSchema, type OwnSettings } from './own-setting.ts';
import { keyOf, type NamedSetting } from './setting.ts';
import { type KernelSetting, settings } from './settings.ts';
import * as making from './value-schemas.ts';

/** Keys for the source of a token; a profile may have one of them. */
export const TOKEN_KEYS = ['token_env', 'token_file', 'token_command', 'token_keyring'] as const;

/** A key of the config file and the name of a file. */
export const PROFILE_NAME = /^[\w.-]{1,40}$/;

/** Settings, and the loaded schemas of features. */
export type Schemas = {
  readonly own: OwnSettings;
  readonly loaded: ReadonlyMap<string, LoadedSchema>;
};

export async function loadSchemas(own: OwnSettings, isNeeded: (setting: NamedSetting) => boolean): Promise<Schemas> {
  const { all, panes } = own;
  const needed = all.filter(isNeeded);
  const loaded = await Promise.all(
    needed.map(async (one) => [one.name, await one.load({ ...making, panes })] as const),
  );
  return { own, loaded: new Map(loaded) };
}

const isKernel = (name: string): name is KernelSetting => Object.hasOwn(settings, name);

/** The schema of a setting; an unloaded one accepts anything. */
export function schemaOf({ name }: Pick<NamedSetting, 'name'>, { loaded }: Schemas): z.ZodType {
  return isKernel(name) ? settings[name].schema(making) : (loaded.get(name)?.schema ?? z.unknown());
}

/** `file` is the whole config file, with settings at the top or in a profile. `written` accepts any values. */
export function configSchemas(schemas: Schemas) {
  const shared = Object.fromEntries(
    configurable(schemas.own).map((setting) => [
      keyOf(setting.name),
      schemaOf(setting, schemas).optional().meta({ description: setting.help, allowed: setting.allowed }),
    ]),
  );
  const profile = z.strictObject({ ...shared, ...tokens() });
  const table = z.record(z.string(), z.unknown());
  return {
    file: z.strictObject({
      ...shared,
      default_profile: z.string().min(1).optional().describe('Profile to use when none is given.'),
      profiles: z.record(z.string().regex(PROFILE_NAME), profile).optional().describe('Profiles by name.'),
    }),
    written: z.looseObject({
      default_profile: z.string().optional(),
      profiles: z.record(z.string(), table).default({}),
    }),
  };
}

const tokens = once(
  () =>
    ({
      token_env: z.string().min(1).optional().meta({
        description: 'Name of an environment variable that holds the token.',
        allowed: 'the name of a variable',
      }),
      token_file: z.string().min(1).optional().meta({
        description: 'File with the token; nobody else may be able to read it.',
        allowed: 'the path of a file',
      }),
      token_command: z.array(z.string()).min(1).optional().meta({
        description: 'Program and arguments that print the token: ["op", "read", "op://gpu/token"].',
        allowed: 'a list of the program and its arguments, such as ["op", "read", "op://gpu/token"]',
      }),
      token_keyring: z.literal(true).optional().meta({
        description: 'The system keyring, where "spotdeck login --keyring" has put it.',
        allowed: 'true',
      }),
    }) satisfies Record<(typeof TOKEN_KEYS)[number], z.ZodType>,
);

/** The token sources of a profile, as written. */
export const tokenSources = once(() => z.object(tokens()));
