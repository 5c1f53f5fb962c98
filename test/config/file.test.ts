import { describe, expect, test } from 'vitest';
import { configSchema, exampleConfig } from '../../src/cli/commands/config.ts';
import { readConfig } from '../../src/config/file.ts';
import { readSettings } from '../../src/config/resolve.ts';
import { configurable, keyOf } from '../../src/config/settings.ts';
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
    ['ascii = true\nrefesh = 1', 2, 'there is no setting refesh. | There are: base_url, '],
    ['[profiles.a]\n\ntoken = "secret"', 3, 'there is no setting token in a profile.'],
    ['default_profile = "b"\n[profiles.a]', 1, 'there is no profile b. | There are: a.'],
    ['[profiles.a]\ntoken_env = "A"\ntoken_file = "b"', 1, 'the profile a names several sources for its token.'],
    ['[profiles.a]\ntoken_command = "op read"', 2, 'profiles.a.token_command is invalid.'],
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
