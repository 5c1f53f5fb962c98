import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { watchConfig } from '../../../src/app/config-watch.ts';
import { exampleConfig } from '../../../src/cli/commands/config.ts';
import type { ReloadableConfig } from '../../../src/config/profile-config.ts';
import { keyOf } from '../../../src/config/setting.ts';
import { features } from '../../../src/features/index.ts';
import { machineSettingsOf } from '../../../src/features/machines/machine-settings.ts';
import { machineModeChosen } from '../../../src/features/machines/machines.ts';
import { machineMode, machinesIdleAfter, machinesInterval } from '../../../src/features/machines/settings.ts';
import { own } from '../../../src/lib/typed-key.ts';
import { serveMarket } from '../../../src/market/server.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { profileOf } from '../../app/profile-of.ts';
import { settingsIn } from '../../config/config-text.ts';
import { ownSettings } from '../../config/own-settings.ts';
import { newPath } from '../../journal/snapshots.ts';
import { consoleWith } from '../../store/made.ts';

test('a changed config file sets how often machines are read and when they are idle, and leaves which ones as chosen by key', async () => {
  const market = await serveMarket({ seed: 7 });
  onTestFinished(() => market.stop());
  const store = createStore<ConsoleState>(() => machineModeChosen(consoleWith(), 'visible'));
  const path = newPath();
  const { alerts, preemptionMs, keyOverrides, whereIs, theme, pace, own, ...rest } = profileOf(
    'prod',
    market,
    newPath(),
  );
  const live = { alerts, preemptionMs, keyOverrides, whereIs, theme, pace };
  const file = {
    profiles: [],
    aliases: new Map(),
    projects: [],
    budget: null,
    confirm: 'running',
  } as const;
  const changedValues = machinesIdleAfter.put(machinesInterval.put(own, 2), 1);
  let profile: ReloadableConfig = {
    ...rest,
    ...live,
    own,
    file: { ...rest.file, reread: () => Promise.resolve({ ...live, ...file, own: changedValues }) },
  };
  const runtime = {
    profile: () => profile,
    reload: (settings: Partial<ReloadableConfig>) => {
      profile = { ...profile, ...settings };
    },
  };
  writeFileSync(path, 'machines_interval = 5\n');
  const stop = watchConfig({ path, store, runtime: () => runtime, log: () => undefined });
  onTestFinished(stop);
  const changed = new Promise<void>((resolve) => store.subscribe(() => resolve()));
  // Watching begins with a look at the file that ends at some time: a change before it would be missed.
  const writing = setInterval(() => writeFileSync(path, 'machines_interval = 2\n'), 100);
  onTestFinished(() => clearInterval(writing));
  await changed;
  expect(machineSettingsOf(store.getState())).toMatchObject({ mode: 'visible', everyMs: 2000, idleAfterMs: 60_000 });
});

const OWN = ownSettings(...features.records.flatMap(({ settings = [] }) => settings));

test('the example of the config file, uncommented, reads the machines on screen', async () => {
  const [, line = ''] = new RegExp(`^# (${keyOf(machineMode.name)} = .*)$`, 'm').exec(exampleConfig(OWN)) ?? [];
  expect(own(await settingsIn(line, OWN), machineMode)).toBe('visible');
});
