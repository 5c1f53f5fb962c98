import type { Feature } from '../../command/feature.ts';
import { addSshCommands } from './command-line.ts';
import { reach, sshAliasPrefix, sshOptions, sshUser } from './settings.ts';

/** Logging in to instances: `s`, `ssh`, `ssh-config`, and whether their port answers. */
export const ssh: Feature = {
  name: 'ssh',
  settings: [reach, sshUser, sshOptions, sshAliasPrefix],
  commands: addSshCommands,
  running: () => import('./running.ts').then(({ running }) => running),
};
