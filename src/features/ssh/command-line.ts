import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';

/** Adds the commands that log in to instances, and those that let ssh know them. */
export function addSshCommands(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withSettings(
    program.command('ssh').helpGroup(GROUP.ssh).description('Log in to an instance, or run a command on it.'),
  )
    .argument('<instance>', 'A name or identifier; with --all, that of a bid.')
    .argument('[command...]', 'Command to run there, after two dashes.')
    .option('--all', 'Run the command on every instance of the bid.')
    .action(async (name: string, words: readonly string[], _given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { sshToAll, sshToInstance } = await import('./commands/ssh.ts');
      const run = options['all'] === true ? sshToAll : sshToInstance;
      process.exitCode = await run(await features(), await settingsFrom(options), name, words);
    });

  withSettings(
    program.command('ssh-config').helpGroup(GROUP.ssh).description('Print SSH Host entries for all instances.'),
  )
    .option('--write', 'Write them to ~/.ssh/spotdeck.conf, to be included from ~/.ssh/config.')
    .action(async (_given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { printSshConfig } = await import('./commands/ssh-config.ts');
      process.exitCode = await printSshConfig(await settingsFrom(options), options['write'] === true);
    });
}
