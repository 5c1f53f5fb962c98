import type { ObservedChange } from '../changes/change-event.ts';
import { lostMessage } from '../changes/lost.ts';
import type { ServiceList } from '../contract/lists.ts';
import { isStatus } from '../resources/parts/status.ts';
import { keyNamed } from './key-names.ts';
import type { ConsoleState } from './state.ts';

/** An event that needs the operator: a lost instance, or a bid that is being preempted. */
export type Alert = { readonly kind: 'preempting' | 'lost'; readonly text: string };

/** Returns the alerts between two states, from changes of lists; the first list after a start causes none. */
export function alertsBetween(before: ConsoleState, after: ConsoleState): readonly Alert[] {
  const preempting = newChanges('bids', before, after).flatMap((change): readonly Alert[] =>
    change.field === 'status' && isStatus(change.to, 'preempting') && !isStatus(change.from, 'preempting')
      ? [{ kind: 'preempting', text: preemptingText(change, after) }]
      : [],
  );
  const lost = lostMessage(newChanges('instances', before, after));
  return lost === null ? preempting : [...preempting, { kind: 'lost', text: lost }];
}

/** Returns the changes of a list that is new in the second state; none when both have the same list. */
function newChanges(name: ServiceList, before: ConsoleState, after: ConsoleState): readonly ObservedChange[] {
  const { observed } = after.lists[name];
  return observed === before.lists[name].observed ? [] : observed.changes.map(({ change }) => change);
}

function preemptingText({ name, fid }: ObservedChange, state: ConsoleState): string {
  const key = (id: string, usual: string): string => keyNamed(state, id, usual);
  return `${name ?? fid} is being preempted. Press ${key('next-preempting', '!')} to go to it; there ${key('edit-bid', 'e')} raises its limit price and ${key('bid-ssh', 's')} logs in.`;
}
