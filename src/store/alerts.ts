import type { ObservedChange } from '../changes/change-event.ts';
import { isLost, lostMessage } from '../changes/lost.ts';
import type { ServiceList } from '../contract/lists.ts';
import { nameOrFid } from '../lib/words.ts';
import { isStatus } from '../resources/parts/status.ts';
import { keyNamed } from './key-names.ts';
import type { ConsoleState } from './state.ts';

/** Most bids in one alert. */
const MAX_NAMED = 3;

/** One sentence about bids that begin to be preempted between two states; null for none. */
export function preemptingAlert(before: ConsoleState, after: ConsoleState): string | null {
  const begun = newChanges('bids', before, after).filter(
    ({ field, from, to }) => field === 'status' && isStatus(to, 'preempting') && !isStatus(from, 'preempting'),
  );
  const [first, ...others] = begun.map(({ name, fid }) => nameOrFid(name, fid));
  if (first === undefined) return null;
  const key = (id: string, usual: string): string => keyNamed(after, id, usual);
  const go = key('next-preempting', '!');
  if (others.length > 0)
    return `${namesListed([first, ...others])} are being preempted. Press ${go} to go to each of them.`;
  const there = after.features.panes.bids.actions.flatMap(({ id, key: usual, onPreemption }) =>
    onPreemption === undefined ? [] : `${key(id, usual)} ${onPreemption}`,
  );
  return `${first} is being preempted. Press ${go} to go to it; there ${there.join(' and ')}.`;
}

/** Lost instances, in the order seen. */
export type Losses = readonly ObservedChange[];

/** The first list after a start has none. */
export function newLosses(before: ConsoleState, after: ConsoleState): Losses {
  return newChanges('instances', before, after).filter(isLost);
}

export const lossAlert = (losses: Losses): string | null => lostMessage(losses);

function newChanges(name: ServiceList, before: ConsoleState, after: ConsoleState): readonly ObservedChange[] {
  const { observed } = after.lists[name];
  return observed === before.lists[name].observed ? [] : observed.changes.map(({ change }) => change);
}

/** As in `a, b and 2 more`. */
export function namesListed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  if (more > 0) return `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
