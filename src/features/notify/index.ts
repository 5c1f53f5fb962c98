import type { Feature } from '../../command/feature.ts';
import { addNotifyCommand } from './command-line.ts';

/** Notifications to chats and webhooks. */
export const notify: Feature = { name: 'notify', commands: addNotifyCommand };
