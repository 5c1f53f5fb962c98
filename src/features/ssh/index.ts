import type { Command } from 'commander';
import type { Finding } from '../../command/doctor-lines.ts';
import type { Feature } from '../../command/feature.ts';
import { flag, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import { reach, sshAliasPrefix, sshOptions, sshUser } from './settings.ts';

/** Logging in to instances: `s`, `ssh`, `ssh-config`, and the state of their SSH port. */
export const ssh = {
  name: 'ssh',
  settings: [reach, sshUser, sshOptions, sshAliasPrefix],
  commands: addSshCommands,
  checks: checkSsh,
  knownWords: [
    {
      words: ['logs', 'log', 'tail'],
      noList: 'Logs are no list of the service: they are on the instances.',
      command: 'spotdeck ssh NAME -- tail -n 100 -f /var/log/cloud-init-output.log',
    },
    {
      words: ['exec', 'run', 'shell', 'sh', 'attach'],
      noList: 'Commands run on the instances, over SSH.',
      command: 'spotdeck ssh NAME -- COMMAND',
    },
    {
      words: ['sessions', 'session', 'tunnel', 'port-forward'],
      noList: 'Sessions are no list of the service: the console has them.',
      command: 'spotdeck ssh NAME',
    },
    {
      words: ['cp', 'scp', 'rsync'],
      noList: 'Files are copied with scp and rsync, once ssh knows the instances.',
      command: 'spotdeck ssh-config --write',
    },
  ],
  namesAfter: { ssh: ['instances'] },
  panes: async () => (await import('./panes.ts')).sshPanes,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;

async function checkSsh(): Promise<readonly Finding[]> {
  const { programFinding } = await import('../../command/doctor-lines.ts');
  return [
    await programFinding('ssh', ['-V'], 'Install OpenSSH to log in to instances.'),
    await programFinding('tmux', ['-V'], 'Inside tmux, sessions open in windows of their own.'),
  ];
}

function addSshCommands(program: Command, { settingsFrom, withSettings, features }: Run): void {
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
