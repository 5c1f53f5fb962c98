// Allowed directions of imports. `node scripts/layers.ts` fails with file and line of each import against them, each
// circle of files, imports of types included, each file that is too long, and each unused permission.
import { importFaults, type Rules, readSources, unusedRules } from './imports.ts';

export const rules: Rules = {
  layers: {
    lib: '',
    contract: 'lib',
    changes: 'contract',
    api: 'contract lib',
    ssh: 'contract lib',
    machines: 'lib',
    money: 'lib',
    rules: 'contract lib money',
    rotation: 'contract lib',
    journal: 'changes contract lib money',
    resources: 'api changes contract lib machines money rules ssh',
    state: 'api changes contract journal lib machines money resources rotation rules ssh',
    metrics: 'api changes contract lib machines money resources state',
    replay: 'api changes contract journal lib money resources rules state',
    keys: 'resources state',
    dialogs: 'api contract keys lib money resources state',
    keymap: 'api dialogs keys lib resources state',
    ui: 'api contract dialogs keymap keys lib resources state',
    market: 'contract lib',
    system: 'api contract dialogs lib machines replay resources ssh state',
    config: 'api keymap lib money resources rules state system',
    app: 'api changes config contract dialogs journal keymap lib machines replay resources rotation rules ssh state system ui',
    cli: 'api app changes config contract journal lib machines market metrics money replay resources rules ssh state system',
  },
  packages: [
    { of: 'react react/** ink ink-* zustand zustand/react/**', only: 'ui' },
    { of: 'ofetch', only: 'api' },
    { of: 'hono hono/** @hono/*', only: 'market' },
    { of: 'commander', only: 'cli' },
    { of: 'croner', only: 'rules' },
    { of: 'prom-client', only: 'metrics' },
    { of: 'node:crypto', only: 'api cli journal lib market resources' },
    { of: 'node:stream node:tty', only: 'ui system' },
    { of: 'node:* node:*/**', only: 'lib ssh journal market app cli config system' },
  ],
  process: 'app cli config market system',
  maxLines: 400,
};

if (import.meta.main) {
  const sources = readSources('.', ['src', 'scripts', 'test']);
  const faults = [...importFaults(rules, sources), ...unusedRules(rules, sources)];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
