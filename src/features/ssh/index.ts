import type { Feature } from '../../command/feature.ts';
import { addSshCommands, checkSsh } from './command-line.ts';
import { reach, sshAliasPrefix, sshOptions, sshUser } from './settings.ts';

/** Logging in to instances: `s`, `ssh`, `ssh-config`, and whether their port answers. */
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
