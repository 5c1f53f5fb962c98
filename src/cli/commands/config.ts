import { existsSync } from 'node:fs';
import * as z from 'zod';
import { type Config, configPath, loadConfig } from '../../config/file.ts';
import { configSchemas } from '../../config/file-schema.ts';
import { readSettings } from '../../config/resolve.ts';
import { configurable, keyOf, settings } from '../../config/settings.ts';
import { sourceWords } from '../../config/token.ts';
import { counted } from '../../lib/counted.ts';
import { jsonText } from '../../lib/sanitize.ts';
import { EXIT, type ExitCode } from '../../system/exit.ts';
import { writeBlock, writeErrorLines, writeLine } from '../../system/streams.ts';
import type { Environment } from '../../system/terminal.ts';

export const CONFIG_PARTS = ['path', 'check', 'example', 'schema'] as const;
export type ConfigPart = (typeof CONFIG_PARTS)[number];

/** `spotdeck config …`: prints the file's path, checks the file, or prints an example or the JSON schema. */
export async function showConfig(part: ConfigPart, environment: Environment): Promise<ExitCode> {
  const path = configPath(environment);
  switch (part) {
    case 'path':
      writeLine(path);
      return EXIT.done;
    case 'check': {
      const config = loadConfig(path, 'all');
      if (config !== null) await checkKeys(config);
      writeLine(
        config === null
          ? `There is no ${path}; "spotdeck config example" prints one to begin with.`
          : `${path} is valid: ${counted(config.profiles.length, 'profile')}.`,
      );
      return EXIT.done;
    }
    case 'example':
      writeBlock(exampleConfig());
      return EXIT.done;
    case 'schema':
      writeBlock(`${jsonText(configSchema(), 2)}\n`);
      return EXIT.done;
  }
}

/** Checks the keys of the file against the console's keymap. @throws {CommandFailure} */
async function checkKeys({ top, profiles }: Config): Promise<void> {
  const { checkKeys: checked } = await import('../bundle-console.ts');
  for (const own of [new Map(), ...profiles.map(({ configured }) => configured)]) {
    const { keys, commands, whereIs } = readSettings({}, {}, new Map([...top, ...own]));
    checked({ keyOverrides: keys, customCommands: commands, whereIs });
  }
}

/** Returns the JSON schema of the config file, for editors. */
export function configSchema(): unknown {
  return z.toJSONSchema(configSchemas().file, { io: 'input', unrepresentable: 'any' });
}

/** Values of the example, as TOML, for settings whose default is not a value of the file. */
const EXAMPLE_VALUES: ReadonlyMap<string, string> = new Map([
  ['projects', '["proj_123", "proj_456"]'],
  ['budgetPerHour', '500'],
  ['budgetPerDay', '5000'],
  ['budgetPerMonth', '100000'],
  ['onPreempt', '["notify-me", "{name}"]'],
  ['machines', '"visible"'],
  ['sshOptions', '["-i", "/home/me/.ssh/gpu"]'],
  ['sshAliasPrefix', '"gpu-"'],
  ['journal', '"/home/me/journal.db"'],
  ['debug', '"/home/me/requests.log"'],
]);

/** Returns a config file with every setting, commented out where it need not be set. Each line is valid once uncommented. */
export function exampleConfig(): string {
  const lines = configurable
    .filter(
      (name) =>
        !['baseUrl', 'project', 'readOnly', 'production', 'sshUser', 'names', 'keys', 'commands'].includes(name),
    )
    .flatMap((name) => {
      const { help, allowed, fallback } = settings[name];
      const shown = EXAMPLE_VALUES.get(name) ?? JSON.stringify(fallback);
      return [`# ${help}`, `# Allowed: ${allowed}.`, `# ${keyOf(name)} = ${shown}`, ''];
    });
  return [
    '# Settings for all profiles. Flags and environment variables count more.',
    '',
    ...lines,
    '# default_profile = "research"',
    '',
    '[profiles.research]',
    'base_url = "https://compute.example.com"',
    'project = "proj_123"',
    '# The token: one of token_env, token_file, token_command, token_keyring. Without one, what "spotdeck login" has saved.',
    '# token_command = ["op", "read", "op://gpu/spotdeck/token"]',
    '# ssh_user = "ubuntu"',
    '',
    '[profiles.prod]',
    'base_url = "https://compute.example.com"',
    'project = "proj_456"',
    'production = true',
    'read_only = true',
    '',
    `# ${settings.names.help}`,
    '[names]',
    '# it_9XQ = "8×H100"',
    '',
    `# ${settings.keys.help}`,
    '[keys]',
    '# freeze = "F"',
    '',
    `# ${settings.commands.help}`,
    '# [[commands]]',
    '# name = "GPU use"',
    '# key = "w"',
    '# panes = ["instances"]',
    '# run = ["ssh", "--", "{ssh_host}", "nvidia-smi"]',
    '#',
    '# [[commands]]',
    '# name = "Processes of the marked GPUs"',
    '# panes = ["instances"]',
    '# run = ["ssh", "--", "{ssh_host}", "nvidia-smi", "pmon", "-c", "1", "-i", "{gpus}"]',
    '',
  ].join('\n');
}

/** `spotdeck profiles`: prints the profiles of the config file, never a token. */
export function printProfiles(environment: Environment): ExitCode {
  const path = configPath(environment);
  const config = loadConfig(path, 'command');
  if (config === null || config.profiles.length === 0) {
    writeErrorLines([
      `There are no profiles${existsSync(path) ? ` in ${path}` : `: there is no ${path}`}.`,
      'Run "spotdeck login" to make one, or "spotdeck config example" to see how they are written.',
    ]);
    return EXIT.done;
  }
  const word = (value: unknown): string => (typeof value === 'string' ? value : '');
  for (const { name, configured, token } of config.profiles) {
    const of = (key: string): unknown => (configured.get(key) ?? config.top.get(key))?.value;
    const notes = [of('production') === true ? 'production' : '', of('read_only') === true ? 'read-only' : ''];
    const mark = name === config.defaultProfile ? '*' : ' ';
    writeLine(
      [`${mark} ${name}`, word(of('base_url')), word(of('project')), `token from ${sourceWords(token)}`, ...notes]
        .filter((part) => part !== '')
        .join('  '),
    );
  }
  return EXIT.done;
}
