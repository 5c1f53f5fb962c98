import { BEHIND_MS, LATE_MS } from '../../../changes/newer.ts';
import type { Bid } from '../../../contract/bid.ts';
import { ProjectId } from '../../../contract/fid.ts';
import { formatMoney } from '../../../lib/money.ts';
import { launchOf, launchSpecification } from '../../../resources/bids/launch.ts';
import { cancelBid, changeBid, pauseBid, placeBid, resumeBid, verdictOn } from '../../../resources/bids/writes.ts';
import { CLOCKS_APART_MS, madeInList, writtenRow } from '../../../resources/made.ts';
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
  return [...last].flatMap(([fid, { rule, action, at }]) => {
    if (action === null || action.kind === 'place') return [];
    return outcomeInLists(state, rule, { action, at }).outcome === 'missed' ? [fid] : [];
  });
}

/** How an action ended by the lists that were read since: with the fid of its bid, or not carried out. */
export type FoundOutcome = { readonly outcome: 'done' | 'missed'; readonly fid: string | null };

/** Finds in the lists how an action ended that began at a time, and whose answer was lost, or whose program has ended. */
export function outcomeInLists(
  state: ConsoleState,
  rule: string,
  { action, at }: { readonly action: RuleAction; readonly at: number },
): FoundOutcome {
  if (action.kind === 'place') {
    const fid = placedIn(state, action, at);
    return { outcome: fid === null ? 'missed' : 'done', fid };
  }
  const write = writeOf(state, rule, action);
  // A bid that has left the list was cancelled or has ended.
  if (write === null) return { outcome: action.kind === 'cancel' ? 'done' : 'missed', fid: action.fid };
  const verdict = verdictOn(write, liveContextOf(state));
  return { outcome: verdict?.succeeded === true ? 'done' : 'missed', fid: action.fid };
}

type Placing = Extract<RuleAction, { readonly kind: 'place' }>;

/**
 * The bid that an action has placed: the only new one of its name that is as it was asked for; null without one. Another bid of its name, type
 * and region is somebody else's.
 */
function placedIn(state: ConsoleState, action: Placing, at: number): string | null {
  const rows = [...state.lists.bids.rows.values()].map(({ row }) => row);
  const named = rows.filter(({ name }) => name === action.name);
  // Without the bid whose launch it has, nothing says what that was.
  const like = state.lists.bids.rows.get(action.like)?.row ?? named[0];
  if (like === undefined) return null;
  const before = { rows: new Map(), also: new Set<string>(), isWhole: true, newestAt: at - CLOCKS_APART_MS, at };
  const found = madeInList(bareWriteOf(state, like, action), liveContextOf(state), before);
  if (found?.kind === 'made') return writtenRow(found)?.row.row.fid ?? null;
  // One that has ended since is not placed again.
  const ended = named.filter(
    ({ status, created_at: createdAt, instance_type: type, region }) =>
      isStatus(status, 'terminated') &&
      (createdAt ?? at) >= at - CLOCKS_APART_MS &&
      (type ?? action.type) === action.type &&
      (region ?? action.region) === action.region,
  );
  return ended[0]?.fid ?? null;
}
