// The directions of imports. `node scripts/layers.ts` fails and names file and line of what goes against them, and of
// every circle of files, imports of types included.
import { importFaults, type Rules, readSources } from './imports.ts';

export const rules: Rules = {
  layers: {
    lib: '',
    contract: 'lib',
    changes: 'contract lib',
    api: 'changes contract lib',
    ssh: 'contract lib',
    journal: 'changes contract lib',
    resources: 'api changes contract journal lib ssh',
    state: 'api changes contract journal lib resources ssh',
    replay: 'api changes contract journal lib resources state',
    keys: 'api contract lib resources state',
    dialogs: 'api changes contract keys lib resources state',
    keymap: 'api contract dialogs keys lib resources state',
    ui: 'api contract dialogs keymap keys lib resources state',
    market: 'contract lib',
    system: 'api changes contract dialogs journal lib replay resources ssh state ui',
    config: 'api contract dialogs keymap keys lib resources state system',
    app: 'api changes config contract dialogs journal keymap keys lib replay resources ssh state system ui',
    cli: 'api app changes config contract dialogs journal keymap keys lib market replay resources ssh state system',
  },
  packages: [
    { of: 'react react/** ink ink-* zustand zustand/react/**', only: 'ui' },
    { of: 'ofetch', only: 'api' },
    { of: 'hono hono/** @hono/*', only: 'market' },
    { of: 'commander', only: 'cli' },
    { of: 'node:crypto', only: 'api app cli config journal lib market resources system' },
    { of: 'node:stream node:tty', only: 'ui app cli system' },
    { of: 'node:process', only: 'app cli config system market' },
    { of: 'node:* node:*/**', only: 'lib ssh journal market app cli config system' },
  ],
  process: 'app cli config system',
};

if (import.meta.main) {
  const faults = importFaults(rules, readSources('.', ['src', 'scripts', 'test']));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
