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
    dialogs: 'api contract keys lib resources state',
    keymap: 'api contract dialogs keys lib resources state',
    ui: 'api contract dialogs keymap keys lib resources state',
    market: 'contract lib',
    commands: 'api changes contract dialogs journal keymap keys lib market replay resources ssh state ui',
    app: 'api changes commands contract dialogs journal keymap keys lib market replay resources ssh state ui',
    'cli/commands/demo.ts': 'api app commands lib market',
    main: 'app cli/commands/demo.ts commands lib market resources',
  },
  packages: [
    { of: 'react react/** ink ink-* zustand zustand/react/**', only: 'ui' },
    { of: 'ofetch', only: 'api' },
    { of: 'hono hono/** @hono/*', only: 'market' },
    { of: 'commander', only: 'commands main' },
    { of: 'node:crypto', only: 'api app commands journal lib main market resources' },
    { of: 'node:stream node:tty', only: 'ui app commands main' },
    { of: 'node:process', only: 'app commands main market' },
    { of: 'node:* node:*/**', only: 'lib ssh journal market app commands main' },
  ],
  process: 'app commands main',
  // Only ever shorter: an entry that closes no circle any more fails.
  circles: [
    'src/resources/resource.ts -> src/resources/bids/confirm.ts',
    'src/resources/resource.ts -> src/resources/form.ts',
    'src/resources/resource.ts -> src/resources/write.ts',
    'src/state/state.ts -> src/state/dialogs/dialog-state.ts',
    'src/state/state.ts -> src/state/preemption.ts',
    'src/state/state.ts -> src/state/replay-clock.ts',
    'src/state/state.ts -> src/state/custom-command-runs.ts',
    'src/state/state.ts -> src/state/samples.ts',
    'src/state/dialogs/dialog-state.ts -> src/state/dialogs/bid-history.ts',
  ],
};

if (import.meta.main) {
  const faults = importFaults(rules, readSources('.', ['src', 'scripts', 'test']));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
