import { existsSync } from 'node:fs';
import * as z from 'zod';
import type { checkKeys } from '../../app/check-keys.ts';
import { inLines, type Printing, printRows } from '../../command/format.ts';
import { flag, identity, type Shape, text } from '../../command/json.ts';
import type { Run } from '../../command/run.ts';
import { type Config, configPath, loadConfig } from '../../config/file.ts';
import { configSchemas, loadSchemas } from '../../config/file-schema.ts';
import { byUse, type OwnSettings } from '../../config/own-setting.ts';
import { readSettings } from '../../config/resolve.ts';
import { keyOf, type NamedSetting } from '../../config/setting.ts';
import { sourceWords } from '../../config/token.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { counted } from '../../lib/words.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { writeBlock, writeErrorLines, writeLine } from '../../system/streams.ts';

type ConfigPart = 'path' | 'check' | 'example' | 'schema';

/** Loaded late: the keymap is large. */
type KeyCheck = () => Promise<(keys: Parameters<typeof checkKeys>[1]) => unknown>;

/** `spotdeck config`: the file's path, its check, an example, or its schema. */
export async function showConfig(part: ConfigPart, { environment, own }: Run, keyCheck: KeyCheck): Promise<ExitCode> {
  const path = configPath(environment);
  switch (part) {
    case 'path':
      writeLine(path);
      return EXIT.done;
    case 'check': {
      const config = await loadConfig(path, own, 'all');
      if (config !== null) await checkKeysOf(config, own, await keyCheck());
      writeLine(
        config === null
          ? `There is no ${path}; "spotdeck config example" prints one to begin with.`
          : `${path} is valid: ${counted(config.profiles.length, 'profile')}.`,
      );
      return EXIT.done;
    }
    case 'example':
      writeBlock(exampleConfig(own));
      return EXIT.done;
    case 'schema':
      writeBlock(`${jsonText(await configSchema(own), 2)}\n`);
      return EXIT.done;
  }
}

/** @throws {CommandFailure} for a key unknown to the keymap. */
async function checkKeysOf(
  { top, profiles }: Config,
  own: OwnSettings,
  check: Awaited<ReturnType<KeyCheck>>,
): Promise<void> {
  for (const table of [new Map(), ...profiles.map(({ configured }) => configured)]) {
    const settings = await readSettings(own, { configured: new Map([...top, ...table]) });
    check({ keyOverrides: settings.keys, whereIs: settings.whereIs, own: settings.own });
  }
}

/** The JSON schema of the config file, for editors. */
export async function configSchema(own: OwnSettings): Promise<unknown> {
  const { file } = configSchemas(await loadSchemas(own, () => true));
  return z.toJSONSchema(file, {
    io: 'input',
    unrepresentable: 'any',
    // Our own words for wrong values.
    override: ({ jsonSchema }) => {
      delete jsonSchema['allowed'];
      delete jsonSchema['table'];
    },
  });
}

/**
 * Every setting, commented out where possible. Rare settings end the last profile: nothing top-level follows a table.
 */
export function exampleConfig(own: OwnSettings): string {
  const { common, more } = byUse(own);
  return [
    '# Settings for all profiles. Flags and environment variables count more.',
    '',
    ...common.flatMap(topLines),
    '# default_profile = "research"',
    '',
    ...common.flatMap(tableLines),
    '[profiles.prod]',
    'base_url = "https://compute.example.com"',
    'project = "proj_456"',
    'production = true',
    'read_only = true',
    '',
    '[profiles.research]',
    'base_url = "https://compute.example.com"',
    'project = "proj_123"',
    '',
    '# The token: one of token_env, token_file, token_command, token_keyring. Without one, what "spotdeck login" has saved.',
    '# token_command = ["op", "read", "op://gpu/spotdeck/token"]',
    '',
    ...common.flatMap(profileLines),
    '# More, which few people set. Here a line is for the profile above; at the top of the file it is for all profiles.',
    '',
    ...more.flatMap((setting) => [...topLines(setting), ...profileLines(setting)]),
    ...more.flatMap(tableLines),
  ].join('\n');
}

const settingLines = ({ name, help, allowed }: NamedSetting, value: string): readonly string[] => [
  `# ${help}`,
  `# Allowed: ${allowed}.`,
  `# ${keyOf(name)} = ${value}`,
  '',
];

/** A setting for all profiles. */
function topLines(setting: NamedSetting): readonly string[] {
  const { fallback, example = JSON.stringify(fallback) } = setting;
  return typeof example === 'string' ? settingLines(setting, example) : [];
}

/** A setting in the example's profile. */
function profileLines(setting: NamedSetting): readonly string[] {
  const { example } = setting;
  if (typeof example !== 'object' || !('inProfile' in example) || example.inProfile === null) return [];
  return settingLines(setting, example.inProfile);
}

/** A table. An empty one may stand, unless it needs content. */
function tableLines({ help, example }: NamedSetting): readonly string[] {
  if (typeof example !== 'object' || !('table' in example)) return [];
  const stays = (line: string): boolean => example.needsContent !== true && /^\[\w/.test(line);
  const shown = example.table.map((line) => (stays(line) ? line : `# ${line}`.trimEnd()));
  return [`# ${help}`, ...shown, ''];
}

/** `spotdeck profiles`: never prints a token. */
export async function printProfiles({ environment, own }: Run, printing: Printing): Promise<ExitCode> {
  const path = configPath(environment);
  const config = await loadConfig(path, own, 'command');
  const word = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const profiles = (config?.profiles ?? []).map(({ name, configured, token }): ListedProfile => {
    const of = (key: string): unknown => (configured.get(key) ?? config?.top.get(key))?.value;
    return {
      name,
      isUsual: name === config?.defaultProfile,
      baseUrl: word(of('base_url')),
      project: word(of('project')),
      token: sourceWords(token),
      isProduction: of('production') === true,
      isReadOnly: of('read_only') === true,
    };
  });
  if (profiles.length === 0)
    writeErrorLines([
      `There are no profiles${existsSync(path) ? ` in ${path}` : `: there is no ${path}`}.`,
      'Run "spotdeck login" to make one, or "spotdeck config example" to see how they are written.',
    ]);
  printRows(
    printing,
    inLines(profileShape, profiles, () => profiles.map(profileLine)),
  );
  return EXIT.done;
}

type ListedProfile = {
  readonly name: string;
  readonly isUsual: boolean;
  readonly baseUrl: string | null;
  readonly project: string | null;
  readonly token: string;
  readonly isProduction: boolean;
  readonly isReadOnly: boolean;
};

const profileShape: Shape<ListedProfile> = {
  ...identity(({ name }: ListedProfile) => ({ fid: null, name })),
  is_default: flag(({ isUsual }) => isUsual),
  base_url: text(({ baseUrl }) => baseUrl),
  project: text(({ project }) => project),
  token_source: text(({ token }) => token),
  production: flag(({ isProduction }) => isProduction),
  read_only: flag(({ isReadOnly }) => isReadOnly),
};

const profileLine = ({ name, isUsual, baseUrl, project, token, isProduction, isReadOnly }: ListedProfile): string =>
  [
    `${isUsual ? '*' : ' '} ${name}`,
    baseUrl,
    project,
    `token from ${token}`,
    isProduction ? 'production' : null,
    isReadOnly ? 'read-only' : null,
  ]
    .filter((part) => part !== null && part !== '')
    .join('  ');
