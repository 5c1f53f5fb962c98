import { unreadableCells } from '../../../contract/unreadable.ts';
import { counted } from '../../../lib/words.ts';
import type { List } from '../../../store/list.ts';
import type { ConnectionState, ConsoleState } from '../../../store/state.ts';
import { isBusy } from '../../../store/writes/pending-writes.ts';
import { standingOf } from '../../money/bid-standings.ts';
import type { RuleAction } from '../engine/decision.ts';
import type { Waits } from '../engine/needs.ts';
import type { RuleBid } from '../engine/view.ts';
import type { Rule } from '../kinds.ts';

/** Why no rule can decide from the lists of bids and instances, however new they are; null when rules can. */
export function waitsForReading({ lists: { bids, instances } }: ConsoleState): Waits | null {
  if (bids.fetchedAt === null || instances.fetchedAt === null)
    return waiting('bids and instances are being read for the first time');
  const lists = [bids, instances];
  if (lists.some(({ failure }) => failure !== null)) return waiting("the lists of bids and instances can't be read");
  if (lists.some(({ warnings }) => warnings.length > 0))
    return waiting('the lists of bids and instances are not complete');
  const unreadable = lists.reduce((sum, list) => sum + unreadToDecide(list), 0);
  return unreadable > 0 ? waiting(`${counted(unreadable, 'row')} of bids and instances can't be read`) : null;
}

/**
 * Members that no rule decides by, or of which it asks itself: it holds itself where a price or quantity matters. A row with another one that
 * can't be read is left to no rule.
 */
const NOT_DECIDING = [
  'created_by',
  'created_at',
  'deactivated_at',
  'limit_price',
  'instance_quantity',
  'instances',
  'ssh_destination',
  'private_ip',
];

/** The number of rows that can't be read as far as rules decide by them. */
const unreadToDecide = ({ rows, unreadable }: Pick<List<unknown>, 'rows' | 'unreadable'>): number =>
  unreadable.filter(({ fid }) => {
    const cells = unreadableCells(fid === null ? null : rows.get(fid)?.row);
    return cells.size === 0 || [...cells.keys()].some((field) => !NOT_DECIDING.includes(field));
  }).length;

const waiting = (words: string): Waits => ({ words, old: null });

/**
 * Why a rule may not act; null when it may. `allow` lets it act in a profile that is protected, and never where an option or a
 * variable makes all read-only.
 */
export function whyNotAllowed(
  { allow }: Pick<Rule, 'allow'>,
  { profile, production, readOnly, readOnlyBy }: ConnectionState,
): string | null {
  if (readOnly && readOnlyBy?.kind === 'given') return `Rules can't act with ${readOnlyBy.name}.`;
  if (allow || !(production || readOnly)) return null;
  const kind = production ? 'marked as production' : 'read-only';
  return `The profile ${profile} is ${kind}: give the rule allow = true to let it act there.`;
}

/** Why an action that was decided on a bid is no longer right; null while the bid is as it was. `before` is null for a new bid. */
export function whyNoLonger(state: ConsoleState, action: RuleAction, before: RuleBid | null): string | null {
  if (action.kind === 'place') {
    const isTaken = [...state.lists.bids.rows.values()].some(({ row }) => row.name === action.name);
    if (isTaken) return `there is a bid named ${action.name}`;
    return state.lists.bids.rows.has(action.like) ? null : 'the bid that it is like has left the list';
  }
  if (isBusy(state, { list: 'bids', fid: action.fid })) return 'another change to it is in progress';
  const row = state.lists.bids.rows.get(action.fid)?.row;
  if (row === undefined || before === null) return 'it has left the list';
  const now = standingOf(row, before, true);
  if (action.kind === 'pause') return now.state === 'paused' || now.state === 'ended' ? `it is ${now.state}` : null;
  if (now.state !== before.state) return `it is now ${now.state}`;
  return now.limit?.micros === before.limit?.micros && now.limit?.sign === before.limit?.sign
    ? null
    : 'its limit price was changed';
}
