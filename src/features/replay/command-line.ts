import { type Command, InvalidArgumentError } from 'commander';
import { GROUP } from '../../command/help.ts';
import { numberOr, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';

const replaySpeed = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0.1 && value <= 1000))
    throw new InvalidArgumentError('Give a number from 0.1 to 1000.');
  return value;
};

export function addReplayCommand(
  program: Command,
  { environment, withSettings, demoSettingsFrom, featuresOnScreen }: Run,
): void {
  withAction(
    withSettings(program.command('replay').helpGroup(GROUP.console).description('Play a recording in the console.'), [
      'theme',
      'ascii',
      'screenReader',
      'mouse',
    ]).argument('<file>', 'A file made by --record.'),
    { speed: numberOr('--speed <factor>', 'Playback speed; keys change it.', replaySpeed, { value: 1 }) },
    async ({ speed }, flags, file: string) => {
      const { replay } = await import('./console.ts');
      const { settings: own } = await demoSettingsFrom(flags);
      return replay(await featuresOnScreen(), file, speed, own, environment);
    },
  );
}
