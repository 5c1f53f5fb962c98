import { expect, test } from 'vitest';
import { configSchema, exampleConfig } from '../../src/cli/commands/config.ts';
import { readConfig } from '../../src/config/file.ts';
import { configurable } from '../../src/config/own-setting.ts';
import { readSettings } from '../../src/config/resolve.ts';
import { keyOf } from '../../src/config/setting.ts';
import { features } from '../../src/features/index.ts';
import { PATH } from '../config/config-text.ts';
import { ownSettings } from '../config/own-settings.ts';

/** The settings of all features. */
const OWN = ownSettings(...features.records.flatMap(({ settings = [] }) => settings));

test.each(['true', 'false', 'on', 'off', 'yes', 'no', '1', '0', 'True', 'OFF'])(
  '%j is taken for every setting of a feature that is true or false, as an option, a variable and in the file',
  async (word) => {
    const isTrue = ['true', 'on', 'yes', '1'].includes(word.toLowerCase());
    const booleans = OWN.all.filter(({ fallback }) => typeof fallback === 'boolean');
    expect(booleans.map(({ name }) => name)).toContain('reach');
    for (const setting of booleans) {
      const { name, allowed, flag, environment } = setting;
      expect(allowed, name).toBe('true or false');
      const sources = [
        ...(flag === null ? [] : [{ flags: { [name]: word } }]),
        ...(environment === null ? [] : [{ environment: { [environment]: word } }]),
        { configured: (await readConfig(PATH, `${keyOf(name)} = "${word}"`, OWN)).top },
      ];
      for (const source of sources) {
        const read = await readSettings(OWN, source);
        expect('in' in setting && typeof setting.in === 'function' && setting.in(read.own), name).toBe(isTrue);
      }
    }
  },
);

test('the example is valid as it is and with every line uncommented, and names every setting', async () => {
  const example = exampleConfig(OWN);
  const { profiles } = await readConfig(PATH, example, OWN);
  expect(profiles.map(({ name }) => name)).toEqual(['research', 'prod']);
  for (const { name } of configurable(OWN))
    expect(example).toMatch(new RegExp(`^((# )?${keyOf(name)} = |(# )?\\[{1,2}${keyOf(name)}\\]{1,2}$)`, 'm'));
  const [plain = '', commands = ''] = example.split(/^(?=# \[\[commands\]\]$)/m);
  const lines = plain.match(/^# \w+ = .*$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines)
    await expect(readConfig(PATH, plain.replace(line, line.slice(2)), OWN), line.slice(2)).resolves.toBeDefined();
  const whole = plain.replace(/^# (\w+ = .*)$/gm, '$1') + commands.replace(/^# ?/gm, '');
  const keys = configurable(OWN).map(({ name }) => keyOf(name));
  const written = lines.filter((line) => keys.includes(line.split(' ')[1] ?? ''));
  expect((await readConfig(PATH, whole, OWN)).top.size).toBeGreaterThanOrEqual(written.length - 5);
});

test('the JSON schema has every setting, and no words that are not of a JSON schema', async () => {
  const schema = await configSchema(OWN);
  const names = configurable(OWN).map(({ name }) => keyOf(name));
  expect(schema).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, { description: expect.any(String) }])),
  });
  expect(JSON.stringify(schema)).not.toMatch(/"(allowed|table)":/);
});
