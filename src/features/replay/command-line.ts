import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { replaySpeed } from '../../command/market-options.ts';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';

/** Adds `spotdeck replay`. */
export function addReplayCommand(program: Command, { environment, withSettings, featuresRunning }: Run): void {
  withSettings(program.command('replay').helpGroup(GROUP.console).description('Play a recording in the console.'), [
    'theme',
    'ascii',
    'screenReader',
    'mouse',
  ])
    .argument('<file>', 'A file made by --record.')
    .option('--speed <factor>', 'Playback speed; keys change it.', replaySpeed, 1)
    .action(async (file: string, _given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { replay } = await import('./console.ts');
      const { demoSettings } = await import('../../config/profile.ts');
      const { settings: own } = await demoSettings(options, environment);
      process.exitCode = await replay(await featuresRunning(), file, Number(options['speed']), own, environment);
    });
}
