import type { Feature } from '../../command/feature.ts';
import { addNotifyCommand } from './command-line.ts';
import { tables } from './tables.ts';

/** Notifications to chats and webhooks. */
export const notify: Feature = { name: 'notify', commands: addNotifyCommand, tables };
