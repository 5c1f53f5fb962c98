import type { Feature } from '../../command/feature.ts';
import { addNotifyCommand, checkNotify } from './command-line.ts';
import { notifyTargets } from './settings.ts';
import { tables } from './tables.ts';

/** Notifications to chats and webhooks. */
export const notify: Feature = {
  name: 'notify',
  settings: [notifyTargets],
  commands: addNotifyCommand,
  checks: checkNotify,
  tables,
  running: () => import('./running.ts').then(({ running }) => running),
};
