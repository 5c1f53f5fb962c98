// Allowed directions of imports. `node scripts/layers.ts` fails with file and line of each import against them, each
// circle of files or folders, imports of types included, each file that is too long, and each unused permission.
import { featureTestFaults } from './feature-tests.ts';
import { importFaults, type Rules, readSources, unusedRules } from './imports.ts';

export const rules: Rules = {
  layers: {
    lib: '',
    contract: 'lib',
    changes: 'contract lib',
    api: 'contract lib',
    journal: 'changes contract lib',
    resources: 'api changes contract lib',
    store: 'api changes contract journal lib resources',
    sync: 'api contract lib resources store',
    screen: 'api contract lib resources store',
    market: 'contract lib',
    system: 'api lib resources store',
    config: 'api lib resources store system',
    app: 'api changes config contract journal lib resources screen store sync system',
    command: 'api app config contract journal lib market resources screen store sync system',
    features: 'api app changes command config contract journal lib resources screen store sync system',
    cli: 'api app changes command config contract features lib market resources screen store sync system',
  },
  features: {
    ssh: '',
    commands: '',
    machines: 'ssh',
    money: '',
    'pause-sets': '',
    rules: 'machines money pause-sets',
    history: 'money',
    replay: 'history',
    notify: '',
    rotation: '',
    digest: 'machines money',
    metrics: 'machines money rules',
  },
  packages: [
    { of: 'react react/** ink ink-* zustand zustand/react/**', only: 'screen' },
    { of: 'ofetch', only: 'api' },
    { of: 'hono hono/** @hono/*', only: 'market' },
    { of: 'commander', only: 'cli command features' },
    { of: 'croner', only: 'features/rules' },
    { of: 'prom-client', only: 'features/metrics' },
    { of: 'node:crypto', only: 'api cli journal lib market resources features' },
    { of: 'node:stream node:tty', only: 'screen system' },
    { of: 'node:* node:*/**', only: 'lib journal market app cli command config system features' },
  ],
  process: 'app cli command config market system features',
  maxLines: 400,
};

/** The file of each room of the kernel whose first line says what the room is; in a feature it is `index.ts`. */
export const mainFiles: Readonly<Record<string, string>> = {
  lib: 'money.ts',
  contract: 'endpoints.ts',
  changes: 'change-event.ts',
  api: 'client.ts',
  journal: 'journal.ts',
  resources: 'resource.ts',
  store: 'state.ts',
  sync: 'poller.ts',
  screen: 'ink/app.tsx',
  market: 'server.ts',
  system: 'streams.ts',
  config: 'settings.ts',
  app: 'runtime.ts',
  command: 'feature.ts',
  cli: 'program.ts',
};

if (import.meta.main) {
  const sources = readSources('.', ['src', 'scripts', 'test']);
  const faults = [
    ...importFaults(rules, sources),
    ...unusedRules(rules, sources),
    ...featureTestFaults(rules, sources),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
