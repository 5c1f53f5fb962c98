import type { Feature } from '../../command/feature.ts';
import { addNotifyCommand } from './command-line.ts';
import { notifyTargets } from './settings.ts';
import { tables } from './tables.ts';

/** Notifications to chats and webhooks. */
export const notify: Feature = {
  name: 'notify',
  settings: [notifyTargets],
  commands: addNotifyCommand,
  tables,
  running: () => import('./running.ts').then(({ running }) => running),
};
