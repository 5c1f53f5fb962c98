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

test('the example is valid as it is and with each paragraph uncommented, has every setting, and those that people set first', async () => {
  const example = exampleConfig(OWN);
  const { profiles } = await readConfig(PATH, example, OWN);
  expect(profiles.map(({ name }) => name)).toEqual(['prod', 'research']);
  const [first = '', more = ''] = example.split(/^# More, .*$/m);
  for (const { name, common } of configurable(OWN)) {
    const line = new RegExp(`^((# )?${keyOf(name)} = |(# )?\\[{1,2}${keyOf(name)}\\]{1,2}$)`, 'm');
    expect(common === true ? first : more, name).toMatch(line);
  }
  expect(configurable(OWN).filter(({ common }) => common === true)).toHaveLength(15);
  const uncommented = (text: string): string => text.replace(/^# (?=\w+ = |\[)/gm, '');
  const paragraphs = example.split('\n\n').filter((paragraph) => paragraph !== uncommented(paragraph));
  expect(paragraphs.length).toBeGreaterThan(20);
  for (const paragraph of paragraphs)
    await expect(readConfig(PATH, example.replace(paragraph, uncommented), OWN), paragraph).resolves.toBeDefined();
  const whole = await readConfig(PATH, uncommented(example), OWN);
  const configured = [whole.top, ...whole.profiles.map((profile) => profile.configured)];
  for (const { name } of configurable(OWN))
    expect(
      configured.some((table) => table.has(keyOf(name))),
      name,
    ).toBe(true);
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
