import type { RunningPart } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { counted } from '../../lib/words.ts';
import { createPrograms } from './custom-commands.ts';
import { HOOKS, OCCASION } from './hook.ts';
import { createHookRunner } from './hook-runner.ts';
import { watchHook } from './hook-watch.ts';
import { hookSettings, maxMsOf } from './settings.ts';

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
        acts: ({ store, clock, scopes, scopeOf, profile }, { journal }) => {
          const stops = HOOKS.map((hook) =>
            watchHook({
              hook,
              store,
              clock,
              journal,
              hooks,
              scopes,
              maxMs: () => maxMsOf(profile()),
              scopeOf: (bid) => scopeOf('bids', bid),
              command: () => own(profile(), hookSettings[hook]),
            }),
          );
          return {
            stop: () => {
              for (const stop of stops) stop();
            },
          };
        },
      },
      stop: async () => {
        programs.endAll();
        await hooks.stop();
      },
      lines: () =>
        HOOKS.flatMap((hook) => [
          ...(hooks.running(hook) > 0 ? [`The ${hook} program is still running; spotdeck exits when it ends.`] : []),
          ...(hooks.waiting(hook) > 0
            ? [`${hook} has not run for ${counted(hooks.waiting(hook), OCCASION[hook])}: the next console runs it.`]
            : []),
        ]),
    };
  },
};
