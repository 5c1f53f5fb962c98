import type { Instance } from '../../../contract/instance.ts';
import { serviceResources } from '../../../resources/index.ts';
import { instancesByBid } from '../../../resources/parts/joins.ts';
import { type List, ofBidRequestedAt, requestedAt } from '../../../store/list.ts';
import { type ConsoleState, NO_ROWS, type RowsRead } from '../../../store/state.ts';
import { withInstances } from '../../../store/targets.ts';
import type { ReadTimes } from '../engine/view.ts';
import { rulesOf } from '../rules-state.ts';
import type { Selections } from './may-act.ts';
import type { KnownAction } from './rule-records.ts';

type Lists = Pick<ConsoleState['lists'], 'bids' | 'instances'>;

const liveOf = ({ instances }: Lists, bid: string): readonly Instance[] =>
  (instancesByBid(instances).get(bid)?.all ?? []).filter(
    (instance) => serviceResources.instances.hasEnded?.(instance) !== true,
  );

/** `placedAt`: when a rule last placed a bid, as a number among polls and writes. */
export function readTimesOf(lists: Lists, placedAt: number): ReadTimes {
  const { bids, instances } = lists;
  const never = Number.NEGATIVE_INFINITY;
  return {
    listsAt: Math.min(bids.fetchedAt ?? never, instances.fetchedAt ?? never),
    bidAt: (fid) => requestedAt(bids, fid) ?? never,
    instancesAt: (bid) =>
      Math.min(
        ofBidRequestedAt(instances, bid) ?? never,
        ...liveOf(lists, bid).map(({ fid }) => requestedAt(instances, fid) ?? never),
      ),
    showsPlaced: bids.sequence > placedAt,
  };
}

/** The number of its request among polls and writes. */
const placeOf = ({ newer, sequence }: Pick<List<unknown>, 'newer' | 'sequence'>, fid: string): number =>
  newer.get(fid)?.sequence ?? sequence;

/** The oldest request for a bid and its instances: they show all earlier writes. */
export const shownSince = (lists: Lists, bid: string): number =>
  Math.min(placeOf(lists.bids, bid), ...liveOf(lists, bid).map(({ fid }) => placeOf(lists.instances, fid)));

/** Tracks changed bids until rows show the change: sums would be wrong before. */
export function createActedOn(nextSequence: () => number) {
  /** By fid, with the number at the end of the last write. */
  const changed = new Map<string, number>();
  let placedAt = 0;

  return {
    ended: (fids: readonly string[], places: boolean): void => {
      const sequence = nextSequence();
      for (const fid of fids) changed.set(fid, sequence);
      if (places) placedAt = sequence;
    },
    placedAt: (): number => placedAt,
    notShown: (lists: ConsoleState['lists']): readonly string[] => {
      for (const [fid, sequence] of changed) if (shownSince(lists, fid) > sequence) changed.delete(fid);
      return [...changed.keys()];
    },
  };
}

/** Of a rule that selects more bids, only those it is about to change are read first. */
export const MOST_SELECTED = 50;

const withInstancesOfRules = withInstances();

/** Rows for the rules of this program, read before the rest. The same object until they change. */
export const rowsRulesRead = (state: Pick<ConsoleState, 'rules' | 'lists'>): RowsRead =>
  withInstancesOfRules(rulesOf(state).reads, NO_ROWS.instances, instancesByBid(state.lists.instances));

export function bidsRead(selected: Selections, open: readonly KnownAction[]): ReadonlySet<string> {
  const few = [...selected.values()].filter((bids) => bids.length <= MOST_SELECTED);
  return new Set([...few.flat(), ...open.flatMap(({ fid }) => fid ?? [])]);
}

/** The same state stays while the bids do. */
export function rulesReading(state: ConsoleState, bids: ReadonlySet<string>): ConsoleState {
  const { reads } = rulesOf(state);
  const isSame = reads.size === bids.size && [...bids].every((fid) => reads.has(fid));
  return isSame ? state : { ...state, rules: { ...rulesOf(state), reads: bids } };
}
