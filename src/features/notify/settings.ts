import { ownSetting } from '../../config/own-setting.ts';
import type { Reader } from '../../config/setting.ts';
import type { NotifySetting } from './target.ts';

export const notifyTargets = ownSetting<readonly NotifySetting[]>({
  name: 'notify',
  flag: null,
  environment: null,
  allowed: 'a list of targets, each as [[notify]] with name and one of url_file, url_command, url_env and url',
  help: 'Addresses that events are sent to, such as those of a chat: docs/metrics.md.',
  common: true,
  live: true,
  readBy: 'pollers',
  schema: () => import('./schemas.ts').then(({ listOfNotify }) => listOfNotify),
  fallback: [],
  after: 'keys',
  see: 'docs/metrics.md',
  secretKeys: ['url_env'],
  example: {
    table: ['[[notify]]', 'name = "team"', 'url_file = "~/.config/spotdeck/team-hook"', 'format = "slack"'],
  },
});

export const NOTIFY_READER: Reader = { kind: 'command', also: [notifyTargets] };
