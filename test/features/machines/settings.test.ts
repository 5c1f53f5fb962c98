import { expect, test } from 'vitest';
import { exampleConfig } from '../../../src/cli/commands/config.ts';
import { keyOf } from '../../../src/config/setting.ts';
import { features } from '../../../src/features/index.ts';
import { machineMode } from '../../../src/features/machines/settings.ts';
import { own } from '../../../src/lib/typed-key.ts';
import { settingsIn } from '../../config/config-text.ts';
import { ownSettings } from '../../config/own-settings.ts';

const OWN = ownSettings(...features.records.flatMap(({ settings = [] }) => settings));

test('the example of the config file, uncommented, reads the machines on screen', async () => {
  const [, line = ''] = new RegExp(`^# (${keyOf(machineMode.name)} = .*)$`, 'm').exec(exampleConfig(OWN)) ?? [];
  expect(own(await settingsIn(line, OWN), machineMode)).toBe('visible');
});
