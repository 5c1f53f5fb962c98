import type { JournalEvent, ObservedChange } from './change-event.ts';

type EventPayload = JournalEvent['payload'];

/** Whether an event is a lost instance. */
export const isLost = (event: EventPayload): event is ObservedChange =>
  event.kind === 'seen' && event.change === 'lost';

/** Returns one sentence about the lost instances among events; null when there are none. */
export function lostMessage(events: readonly EventPayload[]): string | null {
  const [first, ...others] = events.filter(isLost);
  if (first === undefined) return null;
  const name = first.name ?? first.fid;
  if (others.length === 0) return `${name} was lost.`;
  return `${name} and ${others.length} more ${others.length === 1 ? 'instance' : 'instances'} were lost.`;
}
