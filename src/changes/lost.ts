import type { JournalEvent } from './change-event.ts';

/** Whether an event tells that an instance was lost. */
export const isLost = ({ told }: JournalEvent): boolean => told.kind === 'seen' && told.change === 'lost';

/** What is said of the losses among events; null when there is none. */
export function lostMessage(events: readonly JournalEvent[]): string | null {
  const lost = events.filter(isLost);
  const [first] = lost;
  if (first?.told.kind !== 'seen') return null;
  const name = first.told.name ?? first.told.fid;
  const others = lost.length - 1;
  if (others === 0) return `${name} was lost.`;
  return `${name} and ${others} more ${others === 1 ? 'instance' : 'instances'} were lost.`;
}
