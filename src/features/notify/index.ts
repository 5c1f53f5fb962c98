import type { Feature } from '../../command/feature.ts';
import { addNotifyCommand, checkNotify } from './command-line.ts';
import { notifyTargets } from './settings.ts';

/** Notifications to chats and webhooks. */
export const notify: Feature = {
  name: 'notify',
  settings: [notifyTargets],
  commands: addNotifyCommand,
  checks: checkNotify,
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal.ts')).notifyJournal,
  running: () => import('./running.ts').then(({ running }) => running),
};
