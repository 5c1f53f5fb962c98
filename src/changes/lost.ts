import { counted, nameOrFid } from '../lib/words.ts';
import type { JournalEvent, ObservedChange } from './change-event.ts';

type EventPayload = JournalEvent['payload'];

/** Most bids named in a sentence. */
const MAX_NAMED = 5;

export const isLost = (event: EventPayload): event is ObservedChange =>
  event.kind === 'seen' && event.change === 'lost';

/** One sentence about lost instances, counted by bid; null when there are none. */
export function lostMessage(events: readonly EventPayload[]): string | null {
  const lost = events.filter(isLost);
  const [first] = lost;
  if (first === undefined) return null;
  if (lost.length === 1) return `${nameOrFid(first.name, first.fid)} was lost.`;
  const counts = new Map<string, { readonly name: string; count: number }>();
  let others = 0;
  for (const { bid, bidName } of lost) {
    const known = bid === null ? undefined : counts.get(bid);
    if (bid === null) others += 1;
    else if (known === undefined) counts.set(bid, { name: nameOrFid(bidName, bid), count: 1 });
    else known.count += 1;
  }
  const bids = [...counts.values()].toSorted((a, b) => b.count - a.count);
  const named = bids.slice(0, MAX_NAMED);
  others += bids.slice(MAX_NAMED).reduce((sum, { count }) => sum + count, 0);
  const [most, ...more] = named;
  if (most === undefined) return `${instances(others)} were lost.`;
  const rest = more.map(({ name, count }) => `, ${name} ${count}`).join('');
  return `${most.name} lost ${instances(most.count)}${rest}${others === 0 ? '' : `, other bids ${others}`}.`;
}

const instances = (count: number): string => counted(count, 'instance');
