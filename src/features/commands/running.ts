import type { RunningPart } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { counted } from '../../lib/words.ts';
import { createPrograms } from './custom-commands.ts';
import { createHookRunner, runPreemptHook } from './preempt-hook.ts';
import { maxMsOf, onPreempt } from './settings.ts';

/** The commands of the operator and their runs belong to the console, not to a profile. */
export const running: RunningPart = {
  state: { kept: ['customCommands', 'runs'] },
  console: ({ runtime, ...parts }) => {
    const maxMs = (): number => maxMsOf(runtime().profile());
    const programs = createPrograms({ ...parts, token: () => runtime().token(), maxMs });
    const hooks = createHookRunner(parts);
    return {
      remote: { runCustom: programs.run, stopRun: programs.stop },
      runtime: {
        acts: ({ store, clock, scopes, scopeOf, profile }, { journal }) => ({
          stop: runPreemptHook({
            store,
            clock,
            journal,
            hooks,
            scopes,
            maxMs: () => maxMsOf(profile()),
            scopeOf: (bid) => scopeOf('bids', bid),
            command: () => own(profile(), onPreempt),
          }),
        }),
      },
      stop: async () => {
        programs.endAll();
        await hooks.stop();
      },
      lines: () => [
        ...(hooks.running() > 0 ? ['The on_preempt program is still running; spotdeck exits when it ends.'] : []),
        ...(hooks.waiting() > 0
          ? [`on_preempt has not run for ${counted(hooks.waiting(), 'preemption')}: the next console runs it.`]
          : []),
      ],
    };
  },
};
