import { expect, test } from 'vitest';
import { exampleConfig } from '../../../src/cli/commands/config.ts';
import { keyOf } from '../../../src/config/setting.ts';
import { features } from '../../../src/features/index.ts';
import { machineModeChosen } from '../../../src/features/machines/machines.ts';
import { running } from '../../../src/features/machines/running.ts';
import { machineMode, machinesIdleAfter, machinesInterval } from '../../../src/features/machines/settings.ts';
import { own } from '../../../src/lib/typed-key.ts';
import { profileNowhere } from '../../app/profile-of.ts';
import { settingsIn } from '../../config/config-text.ts';
import { ownSettings } from '../../config/own-settings.ts';
import { consoleWith } from '../../store/made.ts';

test('a changed config file sets how often machines are read and when they are idle, and leaves which ones as chosen by key', () => {
  const changed = { ...profileNowhere, own: machinesIdleAfter.put(machinesInterval.put(profileNowhere.own, 2), 1) };
  const applied = running.runtime?.applied?.(machineModeChosen(consoleWith(), 'visible'), changed);
  expect(applied?.machines).toMatchObject({ mode: 'visible', everyMs: 2000, idleAfterMs: 60_000 });
});

const OWN = ownSettings(...features.records.flatMap(({ settings = [] }) => settings));

test('the example of the config file, uncommented, reads the machines on screen', async () => {
  const [, line = ''] = new RegExp(`^# (${keyOf(machineMode.name)} = .*)$`, 'm').exec(exampleConfig(OWN)) ?? [];
  expect(own(await settingsIn(line, OWN), machineMode)).toBe('visible');
});
