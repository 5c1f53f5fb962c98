import { instancesByBid } from '../../../resources/parts/joins.ts';
import { type ConsoleState, NO_ROWS, type RowsRead } from '../../../store/state.ts';
import { withInstances } from '../../../store/targets.ts';
import { rulesOf } from '../rules-state.ts';
import type { Selections } from './fights.ts';
import type { KnownAction } from './rule-records.ts';

/**
 * Most bids that a rule may select for all of them to be read before the rest of the list. Of a rule that selects more, only those are that
 * it is about to change.
 */
export const MOST_SELECTED = 50;

const withInstancesOfRules = withInstances();

/**
 * The rows that the rules which this program runs decide on now: the bids that a rule selects, those with an action of a rule under
 * way, and the listed instances of all these. None while another program runs the rules, or none does. The result is the same object
 * until the rows of the instances or the bids that rules decide on have changed.
 */
export const rowsRulesRead = (state: Pick<ConsoleState, 'rules' | 'lists'>): RowsRead =>
  withInstancesOfRules(rulesOf(state).reads, NO_ROWS.instances, instancesByBid(state.lists.instances));

/** The bids that rules decide on: the selected ones of each rule that does not select too many, and those with an action under way. */
export function bidsRead(selected: Selections, open: readonly KnownAction[]): ReadonlySet<string> {
  const few = [...selected.values()].filter((bids) => bids.length <= MOST_SELECTED);
  return new Set([...few.flat(), ...open.flatMap(({ fid }) => fid ?? [])]);
}

/** Takes the bids that rules decide on now. The same state stays while they are the same. */
export function rulesReading(state: ConsoleState, bids: ReadonlySet<string>): ConsoleState {
  const { reads } = rulesOf(state);
  const isSame = reads.size === bids.size && [...bids].every((fid) => reads.has(fid));
  return isSame ? state : { ...state, rules: { ...rulesOf(state), reads: bids } };
}
