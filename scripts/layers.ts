// Allowed directions of imports. `node scripts/layers.ts` fails with file and line of each import against them, each
// circle of files or folders, imports of types included, each file that is too long, each unused permission, and
// each name in the kernel that has a word of a feature.
import { featureTestFaults } from './feature-tests.ts';
import { type FeatureWords, featureWordFaults, readNames } from './feature-words.ts';
import { importFaults, type Rules, readSources, unusedRules } from './imports.ts';

/** The features, lowest first: the features whose door each may import, and its words, which nothing in the kernel is named by. */
const features: Readonly<Record<string, { readonly may: string; readonly words: string }>> = {
  extras: { may: '', words: 'extras names-from service-names' },
  ssh: { may: '', words: 'ssh login session' },
  commands: { may: '', words: 'custom-command hook on-preempt on-thin' },
  headroom: { may: 'extras', words: 'headroom' },
  machines: { may: 'ssh', words: 'machines idle idleness utilization heat' },
  money: { may: 'extras', words: 'spend price-band' },
  'pause-sets': { may: '', words: 'pause-set' },
  rules: { may: 'machines money pause-sets', words: 'rule autopilot hindrance lease rehearsal' },
  why: { may: 'extras money', words: 'why-bid why-instance row-past known-past' },
  replay: { may: 'why', words: 'replay recording recorder' },
  notify: { may: '', words: 'notify notification webhook' },
  rotation: { may: '', words: 'rotate rotating rotation' },
  digest: { may: 'extras machines money why', words: 'digest' },
  metrics: { may: 'headroom machines money rules why', words: 'metric exporter prometheus scrape' },
  fleet: { may: 'rules', words: 'fleet-file fleet-text' },
};

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
    command: 'api app changes config contract journal lib resources screen store sync system',
    features: 'api app changes command config contract journal lib resources screen store sync system',
    cli: 'api app changes command config contract features journal lib market resources screen store sync system',
  },
  features: Object.fromEntries(Object.entries(features).map(([name, { may }]) => [name, may])),
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
  process: 'app cli config market system features',
  maxLines: 400,
};

export const featureWords: FeatureWords = {
  words: Object.fromEntries(Object.entries(features).map(([name, { words }]) => [name, words])),
  exceptions: [
    { name: 'ssh-key', why: 'SSH keys are a resource of the interface.' },
    { name: 'ssh-rsa', why: 'It is a kind of such keys.' },
    { name: 'ssh-destination', why: 'It is a field of the interface.' },
    {
      name: 'ssh',
      in: 'contract/ssh-destination.ts resources/instances.ts resources/ssh-fingerprint.ts resources/public-key.ts cli/market-options.ts',
      why: 'These are the formats of addresses and of keys.',
    },
    { name: 'extras', in: 'contract market cli', why: 'They are answers of a service, which the market gives too.' },
    { name: 'login', in: 'cli config screen', why: 'The command signs in to a service.' },
    { name: 'hook', in: 'cli/program.ts', why: 'It is a function of commander.' },
    { name: 'lease', in: 'journal', why: 'Several features take leases in the journal.' },
    {
      name: 'rule',
      in: 'changes/change-event.ts',
      why: 'Entries of earlier versions of the journal have it as a key.',
    },
    { name: 'rotate', in: 'system/app-log.ts', why: 'A log is rotated.' },
    {
      name: 'digest',
      in: 'api/page-cache.ts cli/complete-names.ts market/credentials.ts resources/ssh-fingerprint.ts',
      why: 'It is that of a hash.',
    },
  ],
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
    ...featureWordFaults(featureWords, readNames('.')),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
