import type { Command } from 'commander';
import type { Finding } from '../../command/doctor-lines.ts';
import { flag, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';

/** Checks the programs that sessions need. */
export async function checkSsh(): Promise<readonly Finding[]> {
  const { programFinding } = await import('../../command/doctor-lines.ts');
  return [
    await programFinding('ssh', ['-V'], 'Install OpenSSH to log in to instances.'),
    await programFinding('tmux', ['-V'], 'Inside tmux, sessions open in windows of their own.'),
  ];
}

/** Adds the commands that log in to instances, and those that let ssh know them. */
export function addSshCommands(program: Command, { settingsFrom, withSettings, features }: Run): void {
  withAction(
    withSettings(program.command('ssh').helpGroup('SSH:').description('Log in to an instance, or run a command on it.'))
      .argument('<instance>', 'A name or identifier; with --all, that of a bid.')
      .argument('[command...]', 'Command to run there, after two dashes.'),
    { all: flag('--all', 'Run the command on every instance of the bid.') },
    async ({ all }, flags, name: string, words: readonly string[]) => {
      const { sshToAll, sshToInstance } = await import('./commands/ssh.ts');
      const run = all ? sshToAll : sshToInstance;
      return run(await features(), await settingsFrom(flags), name, words);
    },
  );

  withAction(
    withSettings(
      program.command('ssh-config').helpGroup('SSH:').description('Print SSH Host entries for all instances.'),
    ),
    { write: flag('--write', 'Write them to ~/.ssh/spotdeck.conf, to be included from ~/.ssh/config.') },
    async ({ write }, flags) => {
      const { printSshConfig } = await import('./commands/ssh-config.ts');
      return printSshConfig(await settingsFrom(flags), write);
    },
  );
}
