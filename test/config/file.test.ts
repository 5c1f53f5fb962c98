import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { configSchema, exampleConfig } from '../../src/cli/commands/config.ts';
import { readConfig } from '../../src/config/file.ts';
import { configurable, ownSetting } from '../../src/config/own-setting.ts';
import { secretVariables } from '../../src/config/profile.ts';
import { readSettings, variablesFor } from '../../src/config/resolve.ts';
import { keyOf } from '../../src/config/setting.ts';
import { own } from '../../src/lib/typed-key.ts';
import { PATH, refusal, settingsIn } from './config-text.ts';
import { ownSettings } from './own-settings.ts';

/** Settings as features have them: a number, and a list of tables that explains itself on a page. */
const retries = ownSetting<number>({
  name: 'retries',
  flag: '--retries <number>',
  environment: 'SPOTDECK_RETRIES',
  allowed: 'a whole number from 0 to 9',
  help: 'How often it is tried again.',
  readBy: 'console',
  schema: ({ whole }) => whole(0, 9),
  fallback: 3,
});
const hooks = ownSetting<readonly { readonly name: string; readonly steps?: readonly string[] }[]>({
  name: 'hooks',
  flag: null,
  environment: null,
  allowed: 'a list of hooks, each as [[hooks]] with name and kind',
  help: 'Hooks.',
  see: 'docs/hooks.md',
  readBy: 'pollers',
  secretKeys: ['url_env'],
  schema: () => {
    const common = {
      name: z.string().min(1).meta({ allowed: 'a name' }),
      url_env: z.string().optional().meta({ allowed: 'the name of a variable' }),
    };
    const kinds = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('web'), ...common }).meta({ table: 'a web hook' }),
      z
        .strictObject({
          kind: z.literal('steps'),
          ...common,
          steps: z.array(z.string()).min(1).meta({ allowed: 'a list of words' }),
        })
        .meta({ table: 'a hook of steps' }),
    ]);
    return z.array(
      kinds.meta({ allowed: 'web or steps' }).refine(({ name }) => name !== 'twice', 'a hook is there twice'),
    );
  },
  fallback: [],
});
const OWN = ownSettings(retries, hooks);

describe('a config file', () => {
  test('has settings for all profiles, and those of one profile take precedence', async () => {
    const config = await readConfig(
      PATH,
      'refresh = 3\nascii = true\n[profiles.a]\nbase_url = "https://a"\nrefresh = 9\n',
      ownSettings(),
    );
    const [profile] = config.profiles;
    const configured = new Map([...config.top, ...(profile?.configured ?? [])]);
    const read = await readSettings(ownSettings(), { configured });
    expect(read).toMatchObject({ baseUrl: 'https://a', refresh: 9, ascii: true });
    const { top } = config;
    expect((await readSettings(ownSettings(), { flags: { refresh: '5' }, configured: top })).refresh).toBe(5);
    const environment = { SPOTDECK_REFRESH: '4' };
    expect((await readSettings(ownSettings(), { environment, configured: top })).refresh).toBe(4);
  });

  test('names the source of a profile’s token, by default the file that login has saved', async () => {
    const { profiles } = await readConfig(
      PATH,
      '[profiles.a]\ntoken_env = "GPU"\n[profiles.b]\ntoken_command = ["op", "read"]\n[profiles.c]\ntoken_file = "/t"\n[profiles.d]\n',
      ownSettings(),
    );
    expect(profiles.map(({ token }) => token)).toEqual([
      { kind: 'environment', name: 'GPU' },
      { kind: 'command', command: ['op', 'read'] },
      { kind: 'file', path: '/t' },
      { kind: 'file', path: '/home/me/tokens/d' },
    ]);
  });

  test.each([
    ['refresh = "soon"', 1, 'refresh is invalid. | Allowed: a number of seconds from 0.5 to 3600.'],
    [
      '\n\n[profiles.a]\nrefresh = 0.1',
      4,
      'profiles.a.refresh is invalid. | Allowed: a number of seconds from 0.5 to 3600.',
    ],
    ['ascii = true\nrefesh = 1', 2, 'there is no setting refesh. | Did you mean refresh?'],
    ['[profiles.a]\nbaseurl = "x"', 2, 'there is no setting baseurl in a profile. | Did you mean base_url?'],
    ['frobnicate = 1', 1, 'there is no setting frobnicate. | There are: base_url, '],
    ['[profiles.a]\n\ntoken = "secret"', 3, 'a token is never in this file. | Take it out, and name in the profile'],
    [
      'api_key = "secret"',
      1,
      'a token is never in this file. | Take it out, and name in the profile where it is kept: token_env, ',
    ],
    ['default_profile = "b"\n[profiles.a]', 1, 'there is no profile b. | There are: a.'],
    ['[profiles.a]\ntoken_env = "A"\ntoken_file = "b"', 1, 'the profile a names several sources for its token.'],
    [
      '[profiles.a]\ntoken_command = "op read"',
      2,
      'profiles.a.token_command is invalid. | Allowed: a list of the program and its arguments, such as ["op", "read", "op://gpu/token"].',
    ],
    ['[profiles.a]\ntoken_command = []', 2, 'profiles.a.token_command is invalid. | Allowed: a list of the program'],
    ['[profiles.a]\ntoken_file = ["a"]', 2, 'profiles.a.token_file is invalid. | Allowed: the path of a file.'],
    ['[profiles.a]\ntoken_env = ""', 2, 'profiles.a.token_env is invalid. | Allowed: the name of a variable.'],
    ['[profiles.a]\ntoken_keyring = false', 2, 'profiles.a.token_keyring is invalid. | Allowed: true.'],
    ['retries = 10', 1, 'retries is invalid. | Allowed: a whole number from 0 to 9.'],
    [
      '[[hooks]]\nname = "n"\nkind = "web"\nurl_evn = "secret"',
      4,
      'there is no key url_evn in a web hook. | Did you mean url_env?',
    ],
    [
      '[[hooks]]\nname = "n"\nkind = "web"\nsteps = ["a"]',
      4,
      'there is no key steps in a web hook. | There are: kind, name, url_env.',
    ],
    ['[[hooks]]\nname = "n"\nkind = "steps"', 1, 'steps is missing. | Allowed: a list of words. See docs/hooks.md.'],
    ['[[hooks]]\nname = 4\nkind = "web"', 2, 'name is invalid. | Allowed: a name. See docs/hooks.md.'],
    ['[[hooks]]\nname = "n"\nkind = "secret"', 3, 'kind is invalid. | Allowed: web or steps. See docs/hooks.md.'],
    ['[[hooks]]\nname = "n"', 1, 'kind is missing. | Allowed: web or steps. See docs/hooks.md.'],
    ['[[hooks]]\nname = "twice"\nkind = "web"', 1, 'a hook is there twice. | See docs/hooks.md.'],
    [
      'hooks = 4',
      1,
      'hooks is invalid. | Allowed: a list of hooks, each as [[hooks]] with name and kind. See docs/hooks.md.',
    ],
    ['[names]\na = "one"\nb = "ONE"', 1, 'names is invalid. | Allowed: a table of identifiers and your names for them'],
    [
      '[names]\na = "one"\nb = "\\u001b[31m"',
      3,
      'names.b is invalid. | Allowed: a table of identifiers and your names for them',
    ],
    ['refresh =', 1, 'Invalid TOML document'],
  ])('refuses %j with its line and the allowed values', async (text, line, why) => {
    const message = await refusal(text, OWN);
    expect(message).toContain(`${PATH}, line ${line}`);
    expect(message).toContain(why);
    expect(message).not.toContain('secret');
  });

  test.each(['true', 'false', 'on', 'off', 'yes', 'no', '1', '0', 'True', 'OFF'])(
    'takes %j for every setting that is true or false, as an option, a variable and in the file',
    async (word) => {
      const isTrue = ['true', 'on', 'yes', '1'].includes(word.toLowerCase());
      const booleans = configurable(ownSettings()).filter(({ fallback }) => typeof fallback === 'boolean');
      expect(booleans.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['readOnly', 'production', 'allProjects', 'allowPlainHttp', 'mouse', 'ascii']),
      );
      for (const { name, allowed, flag, environment } of booleans) {
        expect(allowed, name).toBe('true or false');
        if (flag !== null)
          expect(await readSettings(ownSettings(), { flags: { [name]: word } })).toMatchObject({ [name]: isTrue });
        if (environment !== null)
          expect(await readSettings(ownSettings(), { environment: { [environment]: word } })).toMatchObject({
            [name]: isTrue,
          });
        expect(await settingsIn(`${keyOf(name)} = "${word}"`)).toMatchObject({ [name]: isTrue });
      }
    },
  );

  test('gives a setting of a feature its value by its key: option before variable before file, else the fallback', async () => {
    expect(own(await settingsIn('', OWN), retries)).toBe(3);
    const written = await settingsIn('retries = 4\n[[hooks]]\nname = "n"\nkind = "web"\n', OWN);
    expect(own(written, retries)).toBe(4);
    expect(own(written, hooks)).toEqual([{ name: 'n', kind: 'web' }]);
    const { top } = await readConfig(PATH, 'retries = 4', OWN);
    const environment = { SPOTDECK_RETRIES: '5' };
    expect(own(await readSettings(OWN, { environment, configured: top }), retries)).toBe(5);
    expect(own(await readSettings(OWN, { flags: { retries: '6' }, environment, configured: top }), retries)).toBe(6);
  });

  const BROKEN = '[[hooks]]\nname = "cap"\nkind = "bugdet"\n';
  test.each([
    [BROKEN, 'line 4: kind'],
    ['theme = "pink"\n', 'line 2: theme is invalid'],
    ['[profiles.a]\nmouse = 7\n', 'line 3: profiles.a.mouse'],
  ])('with %j stops only what reads it: another command gets the other settings, and is told', async (text, why) => {
    const whole = `timeout = 9\n${text}`;
    expect(await refusal(whole, OWN)).toContain(why);
    const { top, profiles, unread } = await readConfig(PATH, whole, OWN, 'command');
    expect(unread).toEqual([expect.stringContaining(why)]);
    const read = await readSettings(OWN, { configured: new Map([...top, ...(profiles[0]?.configured ?? [])]) });
    expect(read).toMatchObject({ theme: 'terminal', mouse: true, timeout: 9 });
    expect(own(read, hooks)).toEqual([]);
    const reader = { kind: 'command', also: [hooks] } as const;
    if (text === BROKEN) await expect(readConfig(PATH, whole, OWN, reader)).rejects.toThrow(why);
    else expect((await readConfig(PATH, whole, OWN, reader)).unread).toEqual(unread);
  });

  test('with a wrong setting that every command reads, and a key that is no setting, stops every command', async () => {
    for (const text of [
      'read_only = "maybe"',
      'budget_per_hour = "-5"',
      'prodction = true',
      '[profiles.a]\nconfirm = "no"',
    ])
      await expect(readConfig(PATH, `${text}\n${BROKEN}`, OWN, 'command'), text).rejects.toThrow(PATH);
  });

  test('a wrong variable stops only what reads it', async () => {
    const variables = { SPOTDECK_THEME: 'pink', SPOTDECK_RETRIES: 'many', SPOTDECK_TIMEOUT: '7' };
    const { environment, unread } = await variablesFor(OWN, variables, 'command');
    expect(unread).toEqual([
      expect.stringContaining('SPOTDECK_THEME is set to "pink"'),
      'SPOTDECK_RETRIES is set to "many", which is not a whole number from 0 to 9.',
    ]);
    const read = await readSettings(OWN, { environment });
    expect(read).toMatchObject({ theme: 'terminal', timeout: 7 });
    expect(own(read, retries)).toBe(3);
    expect(await variablesFor(OWN, variables, 'console')).toEqual({ environment: variables, unread: [] });
    await expect(readSettings(OWN, { environment: variables })).rejects.toThrow('SPOTDECK_THEME is set to "pink"');
  });

  test('keeps the variables that a table names for a secret from other programs, also when the table is wrong', async () => {
    const text = '[[hooks]]\nname = "a"\nurl_env = "HOOK"\n[[profiles.a.hooks]]\nurl_env = "OTHER"\n';
    const config = await readConfig(PATH, text, OWN, 'command');
    expect(config.unread).toHaveLength(2);
    expect(secretVariables(config, OWN)).toEqual(['SPOTDECK_TOKEN', 'HOOK', 'OTHER']);
  });

  test('budget_per_hour is an amount with a currency sign or a code, and nothing else', async () => {
    for (const wrong of ['500%', '%500', '5x', '~5', '#5', '0.9c', '１.5', '500 dollars', '500 usd', '-5', '0'])
      expect(await refusal(`budget_per_hour = "${wrong}"`), wrong).toContain(
        'budget_per_hour is invalid. | Allowed: an amount of money above zero',
      );
    for (const right of ['500', '$500', '€ 4,000', '500 USD', 'USD 500'])
      expect(await refusal(`budget_per_hour = "${right}"`), right).toBe('it was read');
  });

  test('has an example and a JSON schema without a feature, which name every setting of the kernel', async () => {
    const example = exampleConfig(ownSettings());
    const { profiles } = await readConfig(PATH, example, ownSettings());
    expect(profiles.map(({ name }) => name)).toEqual(['prod', 'research']);
    const names = configurable(ownSettings()).map(({ name }) => keyOf(name));
    for (const name of names) expect(example).toMatch(new RegExp(`^((# )?${name} = |\\[${name}\\]$)`, 'm'));
    expect(await configSchema(ownSettings())).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, { description: expect.any(String) }])),
    });
  });
});
