import type { RunningPart } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { createPrograms } from './custom-commands.ts';
import { createHookRunner, runPreemptHook } from './preempt-hook.ts';
import { onPreempt } from './settings.ts';

/** The commands of the operator and their runs belong to the console, not to a profile. */
export const running: RunningPart = {
  state: { kept: ['customCommands', 'runs'] },
  console: ({ runtime, ...parts }) => {
    const programs = createPrograms({ ...parts, token: () => runtime().token() });
    const hooks = createHookRunner(parts);
    return {
      remote: { runCustom: programs.run, stopRun: programs.stop },
      runtime: {
        acts: ({ store, clock, scopeOf, profile }, { journal }) => ({
          stop: runPreemptHook({
            store,
            clock,
            journal,
            hooks,
            scopeOf: (bid) => scopeOf('bids', bid),
            command: () => own(profile(), onPreempt),
          }),
        }),
      },
      stop: () => {
        hooks.drop();
        programs.endAll();
      },
      lines: () =>
        hooks.running() > 0 ? ['The on_preempt program is still running; spotdeck exits when it ends.'] : [],
    };
  },
};
