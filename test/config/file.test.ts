import { describe, expect, test } from 'vitest';
import { configSchema, exampleConfig } from '../../src/cli/commands/config.ts';
import { readConfig } from '../../src/config/file.ts';
import { tokenVariables } from '../../src/config/profile.ts';
import { readSettings, variablesFor } from '../../src/config/resolve.ts';
import type { Setting } from '../../src/config/setting.ts';
import { configurable, keyOf, settings } from '../../src/config/settings.ts';
import { CommandFailure } from '../../src/system/exit.ts';

const PATH = '/home/me/config.toml';

function refusal(text: string): string {
  try {
    readConfig(PATH, text);
  } catch (error) {
    if (error instanceof CommandFailure) return error.lines.join(' | ');
    throw error;
  }
  throw new Error('it was read');
}

describe('a config file', () => {
  test('has settings for all profiles, and those of one profile take precedence', () => {
    const config = readConfig(PATH, 'refresh = 3\nascii = true\n[profiles.a]\nbase_url = "https://a"\nrefresh = 9\n');
    const [profile] = config.profiles;
    const read = readSettings({}, {}, new Map([...config.top, ...(profile?.configured ?? [])]));
    expect(read).toMatchObject({ baseUrl: 'https://a', refresh: 9, ascii: true });
    expect(readSettings({ refresh: '5' }, {}, config.top).refresh).toBe(5);
    expect(readSettings({}, { SPOTDECK_REFRESH: '4' }, config.top).refresh).toBe(4);
  });

  test('refuses an invalid program for preemptions with the reason, also from the environment', () => {
    expect(() => readSettings({}, { SPOTDECK_ON_PREEMPT: '["{name}", "x"]' })).toThrow(
      'SPOTDECK_ON_PREEMPT: the program itself must be named as it is.',
    );
  });

  test('names the source of a profile’s token, by default the file that login has saved', () => {
    const { profiles } = readConfig(
      PATH,
      '[profiles.a]\ntoken_env = "GPU"\n[profiles.b]\ntoken_command = ["op", "read"]\n[profiles.c]\ntoken_file = "/t"\n[profiles.d]\n',
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
    [
      '[[rules]]\nname = "n"\nkind = "idle"\nbids = "x"\naftr = "5m"',
      5,
      'there is no key aftr in this kind of rule. | Did you mean after?',
    ],
    ['[[notify]]\nname = "n"\nurl_fle = "secret"', 3, 'there is no key url_fle in a target. | Did you mean url_file?'],
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
    ['[names]\na = "one"\nb = "ONE"', 1, 'names is invalid. | Allowed: a table of identifiers and your names for them'],
    [
      '[names]\na = "one"\nb = "\\u001b[31m"',
      3,
      'names.b is invalid. | Allowed: a table of identifiers and your names for them',
    ],
    ['on_preempt = ["{name}"]', 1, 'the program itself must be named as it is. | Allowed: a JSON list'],
    ['[profiles.a]\non_preempt = ["sh", "-c", "say {name}"]', 2, 'a shell has values as variables only'],
    ['on_preempt = ["say", "{nmae}"]', 1, '{nmae} is not a placeholder here; placeholders: fid, name, project, type'],
    ['on_preempt = "say"', 1, 'on_preempt is invalid.'],
    ['ssh_alias_prefix = "*."', 1, 'ssh_alias_prefix is invalid. | Allowed: up to 31 letters'],
    ['refresh =', 1, 'Invalid TOML document'],
  ])('refuses %j with its line and the allowed values', (text, line, why) => {
    const message = refusal(text);
    expect(message).toContain(`${PATH}, line ${line}`);
    expect(message).toContain(why);
    expect(message).not.toContain('secret');
  });

  test.each(['true', 'false', 'on', 'off', 'yes', 'no', '1', '0', 'True', 'OFF'])(
    'takes %j for every setting that is true or false, as an option, a variable and in the file',
    (word) => {
      const isTrue = ['true', 'on', 'yes', '1'].includes(word.toLowerCase());
      const booleans = configurable.filter((name) => typeof settings[name].fallback === 'boolean');
      expect(booleans).toEqual(
        expect.arrayContaining(['readOnly', 'production', 'allProjects', 'allowPlainHttp', 'reach', 'mouse', 'ascii']),
      );
      for (const name of booleans) {
        const setting: Setting<unknown> = settings[name];
        expect(setting.allowed, name).toBe('true or false');
        if (setting.flag !== null) expect(readSettings({ [name]: word }, {})[name], name).toBe(isTrue);
        if (setting.environment !== null)
          expect(readSettings({}, { [setting.environment]: word })[name], name).toBe(isTrue);
        expect(readSettings({}, {}, readConfig(PATH, `${keyOf(name)} = "${word}"`).top)[name], name).toBe(isTrue);
      }
    },
  );

  const BROKEN = '[[rules]]\nname = "cap"\nkind = "bugdet"\n';
  test.each([
    [BROKEN, 'line 4: kind'],
    ['theme = "pink"\n', 'line 2: theme is invalid'],
    ['[[notify]]\nname = "team"\n', 'team has no address'],
    ['[profiles.a]\nmouse = 7\n', 'line 3: profiles.a.mouse'],
    [
      '[[commands]]\nname = "x"\npanes = ["volumes"]\nrun = ["ping", "{ssh_host}"]\n',
      '{ssh_host} is not a placeholder',
    ],
  ])('with %j stops only what reads it: another command gets the other settings, and is told', (text, why) => {
    const whole = `timeout = 9\n${text}`;
    expect(refusal(whole)).toContain(why);
    const { top, profiles, unread } = readConfig(PATH, whole, 'command');
    expect(unread).toEqual([expect.stringContaining(why)]);
    const configured = new Map([...top, ...(profiles[0]?.configured ?? [])]);
    const usual = { rules: [], notify: [], commands: [], theme: 'terminal', mouse: true };
    expect(readSettings({}, {}, configured)).toMatchObject({ ...usual, timeout: 9 });
  });

  test('with a wrong setting that every command reads, and a key that is no setting, stops every command', () => {
    for (const text of [
      'read_only = "maybe"',
      'budget_per_hour = "-5"',
      'prodction = true',
      '[profiles.a]\nconfirm = "no"',
    ])
      expect(() => readConfig(PATH, `${text}\n${BROKEN}`, 'command'), text).toThrow(PATH);
  });

  test('a wrong variable stops only what reads it', () => {
    const variables = { SPOTDECK_THEME: 'pink', SPOTDECK_TIMEOUT: '7' };
    const { environment, unread } = variablesFor(variables, 'command');
    expect(unread).toEqual([expect.stringContaining('SPOTDECK_THEME is set to "pink"')]);
    expect(readSettings({}, environment)).toMatchObject({ theme: 'terminal', timeout: 7 });
    expect(variablesFor(variables, 'console')).toEqual({ environment: variables, unread: [] });
  });

  test('keeps the variables of a target that is wrong from other programs', () => {
    const text = '[[notify]]\nname = "a"\nurl_env = "HOOK"\nfilter = "("\n';
    expect(tokenVariables(readConfig(PATH, text, 'command'))).toContain('HOOK');
  });

  test.each(['budget_per_hour', 'budget_per_day', 'budget_per_month'])(
    '%s is an amount with a currency sign or a code, and nothing else',
    (key) => {
      for (const wrong of ['500%', '%500', '5x', '~5', '#5', '0.9c', '１.5', '500 dollars', '500 usd', '-5', '0'])
        expect(refusal(`${key} = "${wrong}"`), wrong).toContain(
          `${key} is invalid. | Allowed: an amount of money above zero`,
        );
      for (const right of ['500', '$500', '€ 4,000', '500 USD', 'USD 500'])
        expect(() => readConfig(PATH, `${key} = "${right}"`), right).not.toThrow();
    },
  );

  test('the example is valid as it is and with every line uncommented, and names every setting', () => {
    const example = exampleConfig();
    expect(readConfig(PATH, example).profiles.map(({ name }) => name)).toEqual(['research', 'prod']);
    for (const name of configurable)
      expect(example).toMatch(new RegExp(`^((# )?${keyOf(name)} = |(# )?\\[{1,2}${keyOf(name)}\\]{1,2}$)`, 'm'));
    const [plain = '', commands = ''] = example.split(/^(?=# \[\[commands\]\]$)/m);
    const lines = plain.match(/^# \w+ = .*$/gm) ?? [];
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines)
      expect(() => readConfig(PATH, plain.replace(line, line.slice(2))), line.slice(2)).not.toThrow();
    const whole = plain.replace(/^# (\w+ = .*)$/gm, '$1') + commands.replace(/^# ?/gm, '');
    expect(readConfig(PATH, whole).top.size).toBeGreaterThanOrEqual(lines.length - 5);
    expect(readSettings({}, {}, readConfig(PATH, whole).top)).toMatchObject({ machines: 'visible' });
  });

  test('the JSON schema has every setting', () => {
    expect(configSchema()).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(configurable.map((name) => [keyOf(name), { description: expect.any(String) }])),
    });
  });
});
