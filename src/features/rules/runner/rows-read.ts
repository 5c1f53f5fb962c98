import { memoizeLast } from '../../../lib/memoize.ts';
import type { OfBid } from '../../../resources/context.ts';
import { instancesByBid } from '../../../resources/parts/joins.ts';
import { type ConsoleState, NO_ROWS, type RowsRead } from '../../../store/state.ts';
import { rulesOf } from '../rules-state.ts';
import type { Selected } from './fights.ts';
import type { KnownAction } from './rule-records.ts';

/**
 * Most bids that a rule may select for all of them to be read before the rest of the list. Of a rule that selects more, only those are that
 * it is about to change.
 */
export const MOST_SELECTED = 50;

type OfBids = ReadonlyMap<string, OfBid>;

/** Returns a function that adds the listed instances of bids to them, and keeps its last result. */
const withInstances = (): ((bids: ReadonlySet<string>, others: ReadonlySet<string>, ofBid: OfBids) => RowsRead) =>
  memoizeLast((bids: ReadonlySet<string>, others: ReadonlySet<string>, ofBid: OfBids) => ({
    bids,
    instances: new Set([...others, ...[...bids].flatMap((bid) => (ofBid.get(bid)?.all ?? []).map(({ fid }) => fid))]),
  }));
const withInstancesOfRules = withInstances();
const withInstancesNamed = withInstances();

/**
 * Returns the rows that the rules which this program runs decide on now: the bids that a rule selects, those with an action of a rule under
 * way, and the listed instances of all these. None while another program runs the rules, or none does. The result is the same object
 * until the rows of the instances or the bids that rules decide on have changed.
 */
export const rowsRulesRead = (state: Pick<ConsoleState, 'rules' | 'lists'>): RowsRead =>
  withInstancesOfRules(rulesOf(state).reads, NO_ROWS.instances, instancesByBid(state.lists.instances));

/**
 * Returns the rows that a program without a screen has in view: those that `spotdeck top` was started for, with the listed instances of the
 * bids among them. None for a program that reads its lists evenly, as `spotdeck watch`, the autopilot and the exporter do.
 */
export const rowsNamed = ({ named, lists }: Pick<ConsoleState, 'named' | 'lists'>): RowsRead =>
  withInstancesNamed(named.bids, named.instances, instancesByBid(lists.instances));

/** Returns the bids that rules decide on: the selected ones of each rule that does not select too many, and those with an action under way. */
export function bidsRead(selected: Selected, open: readonly KnownAction[]): ReadonlySet<string> {
  const few = [...selected.values()].filter((bids) => bids.length <= MOST_SELECTED);
  return new Set([...few.flat(), ...open.flatMap(({ fid }) => fid ?? [])]);
}

/** Takes the bids that rules decide on now. The same state stays while they are the same. */
export function rulesReading(state: ConsoleState, bids: ReadonlySet<string>): ConsoleState {
  const { reads } = rulesOf(state);
  const isSame = reads.size === bids.size && [...bids].every((fid) => reads.has(fid));
  return isSame ? state : { ...state, rules: { ...rulesOf(state), reads: bids } };
}
