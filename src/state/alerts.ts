import { mapChanges } from '../lib/map-changes.ts';
import { isStatus } from '../resources/status.ts';
import type { ConsoleState } from './console.ts';
import { keyNamed } from './key-names.ts';

/** Something that calls for the operator: an instance that was lost, or a bid that is being preempted. */
export type Alert = { readonly kind: 'preempting' | 'lost'; readonly text: string };

/** Endings that nobody asked for; stopping and terminating follow from what was asked. */
const LOST = ['preempted', 'error'];

/** What between two states calls for the operator. What they did themselves does not, nor does a list's first arrival. */
export function alertsBetween(before: ConsoleState, after: ConsoleState): readonly Alert[] {
  return [...newlyPreempting(before, after), ...lostInstances(before, after)];
}

function newlyPreempting(before: ConsoleState, after: ConsoleState): readonly Alert[] {
  const [old, now] = [before.lists.bids, after.lists.bids];
  if (old.asOf === null || old.rows === now.rows) return [];
  return mapChanges(old.rows, now.rows).changed.flatMap((fid): readonly Alert[] => {
    const row = now.rows.get(fid)?.row;
    if (row === undefined || !isStatus(row.status, 'preempting')) return [];
    if (isStatus(old.rows.get(fid)?.row.status ?? null, 'preempting')) return [];
    return [
      {
        kind: 'preempting',
        text: `${row.name ?? row.fid} is being preempted. Press ${keyNamed(after, 'next-preempting', '!')} to go to it; there ${keyNamed(after, 'edit-bid', 'e')} raises its limit price and ${keyNamed(after, 'bid-ssh', 's')} logs in.`,
      },
    ];
  });
}

function lostInstances(before: ConsoleState, after: ConsoleState): readonly Alert[] {
  const [old, now] = [before.lists.instances, after.lists.instances];
  if (old.asOf === null || old.rows === now.rows) return [];
  // A row that came and could not be read is not gone, nor is one that a list ended before.
  const cutShort = now.warnings.some((warning) => warning === 'cursor-repeated' || warning === 'page-limit');
  const unreadable = new Set(now.unreadable.map(({ fid }) => fid));
  const { changed, gone } = mapChanges(old.rows, now.rows);
  // In the order in which they stood.
  const touched = new Set([...changed, ...gone]);
  const lost = [...old.rows.values()].filter(({ row }) => {
    if (!touched.has(row.fid) || isOver(row.status)) return false;
    const next = now.rows.get(row.fid)?.row;
    if (next !== undefined) return LOST.some((status) => isStatus(next.status, status));
    return !cutShort && !unreadable.has(row.fid) && !wasAsked(after, row.bid);
  });
  const [first] = lost;
  if (first === undefined) return [];
  const name = first.row.name ?? first.row.fid;
  return [
    {
      kind: 'lost',
      text:
        lost.length === 1
          ? `${name} was lost.`
          : `${name} and ${lost.length - 1} more ${lost.length === 2 ? 'instance' : 'instances'} were lost.`,
    },
  ];
}

/** Whether an instance had ended before: its leaving the list is no loss. */
function isOver(status: string | null): boolean {
  return [...LOST, 'terminated', 'stopped', 'paused', 'replaced'].some((name) => isStatus(status, name));
}

/** Whether an instance went because its bid was paused, cancelled or is gone: somebody asked for that. */
function wasAsked(state: ConsoleState, bid: string | null): boolean {
  const row = bid === null ? undefined : state.lists.bids.rows.get(bid)?.row;
  return row === undefined || isStatus(row.status, 'paused') || isStatus(row.status, 'terminated');
}
