import { BEHIND_MS, LATE_MS } from '../../../changes/newer.ts';
import type { Bid } from '../../../contract/bid.ts';
import { ProjectId } from '../../../contract/fid.ts';
import { formatMoney } from '../../../lib/money.ts';
import { launchOf, launchSpecification } from '../../../resources/bids/launch-like.ts';
import { cancelBid, changeBid, pauseBid, placeBid, resumeBid, verdictOn } from '../../../resources/bids/writes.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { Write } from '../../../resources/write.ts';
import { liveContextOf } from '../../../store/row-context.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { RuleAction } from '../engine/decision.ts';
import type { KnownAction } from './rule-records.ts';

/** The write of a rule's action; null when its bid is not in the list. */
export function writeOf(state: ConsoleState, rule: string, action: RuleAction): Write | null {
  const bid = state.lists.bids.rows.get(action.kind === 'place' ? action.like : action.fid)?.row;
  if (bid === undefined) return null;
  return { ...bareWriteOf(state, bid, action), undo: null, agent: { kind: 'rule', name: rule, reason: action.reason } };
}

function bareWriteOf({ connected }: ConsoleState, bid: Bid, action: RuleAction): Write {
  switch (action.kind) {
    case 'pause':
      return pauseBid(bid);
    case 'resume':
      return resumeBid(bid);
    case 'cancel':
      return cancelBid(bid);
    case 'limit':
      return changeBid(bid, { limit_price: formatMoney({ ...action.limit, text: '' }) });
    case 'place':
      return placeBid({
        project: ProjectId.parse(connected.project),
        region: action.region,
        instance_type: action.type,
        limit_price: formatMoney({ ...action.limit, text: '' }),
        name: action.name,
        instance_quantity: action.quantity,
        launch_specification: launchSpecification(launchOf(bid)),
      });
  }
}

/**
 * The bids that the lists show otherwise than the last action of a rule made them, though it was done so short a time ago that the service
 * may have yet to carry it out, or its answer may be behind: neither ends what the rule has done.
 */
export function bidsNotShown(state: ConsoleState, actions: readonly KnownAction[]): readonly string[] {
  const recent = actions.filter(({ at, ended }) => Math.abs(state.now - (ended ?? at)) <= LATE_MS + BEHIND_MS);
  const last = new Map(recent.flatMap((one) => (one.fid !== null && one.outcome === 'done' ? [[one.fid, one]] : [])));
  return [...last].flatMap(([fid, { rule, action }]) => {
    if (action === null || action.kind === 'place') return [];
    return outcomeInLists(state, rule, action).outcome === 'missed' ? [fid] : [];
  });
}

/**
 * Whether a bid is the one that an action has placed, by what nobody can change of it. No bid had its name when that was chosen; its price
 * may be another one by now.
 */
const isPlaced = (
  { name, type, region }: Extract<RuleAction, { readonly kind: 'place' }>,
  row: Pick<Bid, 'name' | 'instance_type' | 'region'>,
): boolean => row.name === name && (row.instance_type ?? type) === type && (row.region ?? region) === region;

/** How an action ended by the lists that were read since: with the fid of its bid, or not carried out. */
export type FoundOutcome = { readonly outcome: 'done' | 'missed'; readonly fid: string | null };

/** Finds in the lists how an action ended whose answer was lost, or whose program has ended. */
export function outcomeInLists(state: ConsoleState, rule: string, action: RuleAction): FoundOutcome {
  if (action.kind === 'place') {
    const rows = [...state.lists.bids.rows.values()].map(({ row }) => row).filter((row) => isPlaced(action, row));
    const made = rows.find(({ status }) => !isStatus(status, 'terminated')) ?? rows[0];
    return { outcome: made === undefined ? 'missed' : 'done', fid: made?.fid ?? null };
  }
  const write = writeOf(state, rule, action);
  // A bid that has left the list was cancelled or has ended.
  if (write === null) return { outcome: action.kind === 'cancel' ? 'done' : 'missed', fid: action.fid };
  const verdict = verdictOn(write, liveContextOf(state));
  return { outcome: verdict?.succeeded === true ? 'done' : 'missed', fid: action.fid };
}
