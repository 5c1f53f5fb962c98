import type { Feature } from '../../command/feature.ts';
import { addSshCommands, checkSsh } from './command-line.ts';
import { reach, sshAliasPrefix, sshOptions, sshUser } from './settings.ts';

/** Logging in to instances: `s`, `ssh`, `ssh-config`, and whether their port answers. */
export const ssh = {
  name: 'ssh',
  settings: [reach, sshUser, sshOptions, sshAliasPrefix],
  commands: addSshCommands,
  checks: checkSsh,
  namesAfter: { ssh: ['instances'] },
  panes: async () => (await import('./panes.ts')).sshPanes,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
