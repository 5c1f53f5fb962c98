import { ownSetting } from '../../config/own-setting.ts';
import type { TypedValues } from '../../lib/typed-key.ts';
import type { SshWay } from './ssh-login.ts';

export const reach = ownSetting<boolean>({
  name: 'reach',
  flag: '--reach <true|false>',
  environment: 'SPOTDECK_REACH',
  allowed: 'true or false',
  help: 'Check whether the instances on screen answer on their SSH port.',
  screen: true,
  readBy: 'console',
  schema: ({ yes }) => yes(),
  fallback: true,
  after: 'preemption',
});

export const sshUser = ownSetting<string | null>({
  name: 'sshUser',
  flag: '--ssh-user <name>',
  environment: 'SPOTDECK_SSH_USER',
  allowed: 'a user name',
  help: 'SSH user for addresses that name none. Without it, ~/.ssh/config decides.',
  common: true,
  live: true,
  schema: ({ matching }) => matching(/^[a-z_][a-z0-9_.-]{0,31}$/i),
  fallback: null,
  after: 'preemption',
  example: { inProfile: '"ubuntu"' },
});

export const sshOptions = ownSetting<readonly string[]>({
  name: 'sshOptions',
  flag: null,
  environment: 'SPOTDECK_SSH_OPTIONS',
  allowed: 'a JSON list of arguments, such as ["-i", "/home/me/.ssh/gpu"]',
  help: 'Extra arguments for ssh, placed before the address.',
  live: true,
  schema: ({ argumentList }) => argumentList(),
  fallback: [],
  after: 'preemption',
  example: '["-i", "/home/me/.ssh/gpu"]',
});

export const sshAliasPrefix = ownSetting<string>({
  name: 'sshAliasPrefix',
  flag: null,
  environment: 'SPOTDECK_SSH_ALIAS_PREFIX',
  allowed: 'up to 31 letters, digits, ".", "_" and "-", such as "gpu-"',
  help: 'Prefix of every alias that ssh-config writes. With a prefix, names keep their dots.',
  schema: ({ matching }) => matching(/^(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,30})?$/),
  fallback: '',
  after: 'preemption',
  example: '"gpu-"',
});

export const sshWay = (values: TypedValues): SshWay => ({ user: sshUser.in(values), options: sshOptions.in(values) });
