import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { node } from '../driver/built.ts';
import { freshHome } from '../driver/environment.ts';
import { ranAs } from '../stories/ran-as.ts';
import { featureLines, type PlantedCopy, plant } from './planted-copy.ts';

/** A feature with two settings: a number, and a list of tables whose schema is code of its own. */
const files = {
  'src/features/tides/index.ts': `
import type { Feature } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { tideLimit, tideList } from './settings.ts';

/** Tides. */
export const tides: Feature = {
  name: 'tides',
  settings: [tideLimit, tideList],
  commands: (program, { settingsFrom, withSettings }) => {
    withSettings(program.command('tides')).action(async (_given, command) => {
      const settings = await settingsFrom(command.optsWithGlobals());
      const limit: number = own(settings, tideLimit);
      console.log(limit, own(settings, tideList).map(({ port }) => port).join());
    });
  },
};
`,
  'src/features/tides/settings.ts': `
import { ownSetting } from '../../config/own-setting.ts';
import type { Tide } from './tide.ts';

export const tideLimit = ownSetting<number>({
  name: 'tideLimit',
  flag: '--tide-limit <metres>',
  environment: 'SPOTDECK_TIDE_LIMIT',
  allowed: 'a number of metres from 1 to 20',
  help: 'Highest tide that counts as one.',
  schema: ({ numberFrom }) => numberFrom(1, 20),
  fallback: 4,
  after: 'timeout',
});

export const tideList = ownSetting<readonly Tide[]>({
  name: 'tides',
  flag: null,
  environment: null,
  allowed: 'a list of tides, each as [[tides]] with port',
  help: 'Tides: docs/tides.md.',
  see: 'docs/tides.md',
  secretKeys: ['key_env'],
  schema: () => import('./tide.ts').then(({ listOfTides }) => listOfTides),
  fallback: [],
  example: { table: ['[[tides]]', 'port = "Brest"'] },
});
`,
  'src/features/tides/tide.ts': `
import * as z from 'zod';

export type Tide = { readonly port: string };

export const listOfTides = z.array(
  z
    .strictObject({
      port: z.string().min(1).meta({ description: 'Port of the tide.', allowed: 'the name of a port' }),
      key_env: z.string().optional().meta({ description: 'Variable with the key.', allowed: 'the name of a variable' }),
    })
    .meta({ table: 'a tide' }),
);
`,
};
let planted: PlantedCopy;
beforeAll(async () => {
  planted = await plant(files, featureLines('tides'));
  return planted.remove;
});

/** Runs the program with a config file. */
function spotdeck(words: readonly string[], config = '', env: Readonly<Record<string, string>> = {}) {
  const home = freshHome();
  onTestFinished(home.remove);
  const file = join(home.folder, 'config.toml');
  writeFileSync(file, config, { mode: 0o600 });
  return ranAs(node, [planted.program, ...words], home, { SPOTDECK_CONFIG: file, ...env });
}

describe('a setting is one record of its feature', () => {
  test('its types fit without any other change', () => planted.checkTypes());

  test('option before variable before config file before fallback', async () => {
    const config = 'tide_limit = 5\n[[tides]]\nport = "Brest"\n[[tides]]\nport = "Dover"\n';
    const variable = { SPOTDECK_TIDE_LIMIT: '6' };
    expect(await spotdeck(['tides'])).toMatchObject({ code: 0, out: '4 \n', err: '' });
    expect(await spotdeck(['tides'], config)).toMatchObject({ code: 0, out: '5 Brest,Dover\n' });
    expect(await spotdeck(['tides'], config, variable)).toMatchObject({ out: '6 Brest,Dover\n' });
    expect(await spotdeck(['tides', '--tide-limit', '7'], config, variable)).toMatchObject({ out: '7 Brest,Dover\n' });
  });

  test.each([
    ['tide_limit = 30', /, line 1: tide_limit is invalid\.\nAllowed: a number of metres from 1 to 20\./],
    ['tide_limt = 3', /, line 1: there is no setting tide_limt\.\nDid you mean tide_limit\?/],
    ['\n[[tides]]\nport = 4', /, line 3: port is invalid\.\nAllowed: the name of a port\. See docs\/tides\.md\./],
    ['[[tides]]\nprot = "Brest"', /, line 2: there is no key prot in a tide\.\nDid you mean port\?/],
    ['[profiles.a]\n[[profiles.a.tides]]\nkey_env = "K"', /, line 2: port is missing\.\nAllowed: the name of a port\./],
  ])('%j in the config file is refused with its line and what is allowed', async (text, why) => {
    const checked = await spotdeck(['config', 'check'], text);
    expect(checked).toMatchObject({ code: 2, out: '' });
    expect(checked.err).toMatch(why);
  });

  test('a wrong option and a wrong variable are refused by name', async () => {
    const option = await spotdeck(['tides', '--tide-limit', 'high']);
    expect(option.err).toMatch(/^--tide-limit is set to "high", which is not a number of metres from 1 to 20\./);
    const variable = await spotdeck(['tides'], '', { SPOTDECK_TIDE_LIMIT: '0' });
    expect(variable.err).toMatch(/^SPOTDECK_TIDE_LIMIT is set to "0", which is not a number of metres/);
  });

  test('help, completion, example and schema of the config file know it', async () => {
    const help = (await spotdeck(['help', 'settings'])).out;
    expect(help).toMatch(/--timeout <seconds>.*[\s\S]*?--tide-limit <metres>, SPOTDECK_TIDE_LIMIT\n/);
    expect(help).toContain('Allowed: a number of metres from 1 to 20. Default: 4.');
    expect((await spotdeck(['complete', '--', 'get', '--tide'])).out).toBe('--tide-limit\n');
    const example = (await spotdeck(['config', 'example'])).out;
    expect(example).toContain(
      '# Highest tide that counts as one.\n# Allowed: a number of metres from 1 to 20.\n# tide_limit = 4\n',
    );
    expect(example).toContain('# Tides: docs/tides.md.\n# [[tides]]\n# port = "Brest"\n');
    expect((await spotdeck(['config', 'check'], example)).code).toBe(0);
    const tide = {
      type: 'object',
      additionalProperties: false,
      properties: { port: { description: 'Port of the tide.' } },
    };
    expect(JSON.parse((await spotdeck(['config', 'schema'])).out)).toMatchObject({
      properties: { tide_limit: { minimum: 1, maximum: 20 }, tides: { type: 'array', items: tide } },
    });
  });

  test('the table of settings in the docs and the man page know it', async () => {
    await planted.script('scripts/docs.ts');
    const page = readFileSync(join(planted.folder, 'docs/configuration.md'), 'utf8');
    expect(page).toContain('- `tide_limit`: Highest tide that counts as one. *a number of metres from 1 to 20; `4`*');
    expect(page).toContain('- `tides`¹²: Tides: docs/tides.md. *a list of tides, each as [[tides]] with port*');
    const man = readFileSync(join(planted.folder, 'docs/spotdeck.1'), 'utf8');
    expect(man).toContain('\\-\\-tide\\-limit <metres>, SPOTDECK_TIDE_LIMIT, tide_limit');
  });
});
