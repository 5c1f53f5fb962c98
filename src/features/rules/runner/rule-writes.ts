import { BEHIND_MS, LATE_MS } from '../../../changes/newer.ts';
import type { Bid } from '../../../contract/bid.ts';
import { ProjectId } from '../../../contract/fid.ts';
import type { Clock } from '../../../lib/clock.ts';
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

/** Null when its bid is not listed. */
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

/** Bids still listed as before a recent action: the service may be late, or its answer behind. */
export function bidsNotShown(state: ConsoleState, actions: readonly KnownAction[]): readonly string[] {
  const recent = actions.filter(({ at, ended }) => Math.abs(state.now - (ended ?? at)) <= LATE_MS + BEHIND_MS);
  const last = new Map(recent.flatMap((one) => (one.fid !== null && one.outcome === 'done' ? [[one.fid, one]] : [])));
  return [...last].flatMap(([fid, { rule, action, at }]) => {
    if (action === null || action.kind === 'place') return [];
    return outcomeInLists(state, rule, { action, at }).outcome === 'missed' ? [fid] : [];
  });
}

export type FoundOutcome = { readonly outcome: 'done' | 'missed'; readonly fid: string | null };

/** How an action ended after its answer was lost. */
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
  // Not listed: it was cancelled, or has ended.
  if (write === null) return { outcome: action.kind === 'cancel' ? 'done' : 'missed', fid: action.fid };
  const verdict = verdictOn(write, liveContextOf(state));
  return { outcome: verdict?.succeeded === true ? 'done' : 'missed', fid: action.fid };
}

type Placing = Extract<RuleAction, { readonly kind: 'place' }>;

/** The only new bid as it was asked for; others of that name are not the rule's. */
function placedIn(state: ConsoleState, action: Placing, at: number): string | null {
  const rows = [...state.lists.bids.rows.values()].map(({ row }) => row);
  const named = rows.filter(({ name }) => name === action.name);
  // Without the copied bid its launch is not known.
  const like = state.lists.bids.rows.get(action.like)?.row ?? named[0];
  if (like === undefined) return null;
  const before = { rows: new Map(), also: new Set<string>(), isWhole: true, newestAt: at - CLOCKS_APART_MS, at };
  const found = madeInList(bareWriteOf(state, like, action), liveContextOf(state), before);
  if (found?.kind === 'made') return writtenRow(found)?.row.row.fid ?? null;
  // Ended since: it is not placed again.
  const ended = named.filter(
    ({ status, created_at: createdAt, instance_type: type, region }) =>
      isStatus(status, 'terminated') &&
      (createdAt ?? at) >= at - CLOCKS_APART_MS &&
      (type ?? action.type) === action.type &&
      (region ?? action.region) === action.region,
  );
  return ended[0]?.fid ?? null;
}

/** A request may arrive this late. */
const SETTLE_MS = 30_000;
/** Pages may shift while they are read. */
const LISTS_WITHOUT = 2;
/** A bid may be placed late, and a list be behind. */
const PLACED_LATE_MS = LATE_MS + BEHIND_MS;

/** Decides which lists show how an open action ended. By the steady clock, so that no jump of the wall clock shortens a wait. */
export function createOpenActions(clock: Pick<Clock, 'steady'>, nextSequence: () => number) {
  const known = new Map<number, { readonly since: number; after: number | null; without: number }>();

  return {
    isShownBy: (id: number, sequence: number): boolean => {
      const one = known.get(id) ?? { since: clock.steady(), after: null, without: 0 };
      known.set(id, one);
      if (clock.steady() - one.since < SETTLE_MS) return false;
      one.after ??= nextSequence();
      return sequence > one.after;
    },
    /** Counts a list without the bid. Returns whether it counts as not placed. */
    isMissing: (id: number, sequence: number): boolean => {
      const one = known.get(id);
      if (one === undefined) return false;
      one.after = sequence;
      one.without += 1;
      return one.without >= LISTS_WITHOUT && clock.steady() - one.since >= PLACED_LATE_MS;
    },
    ended: (id: number): void => {
      known.delete(id);
    },
    /** Actions ended by another program. */
    endedElsewhere: (open: ReadonlySet<number>): ReadonlySet<number> => {
      const gone = new Set([...known.keys()].filter((id) => !open.has(id)));
      for (const id of gone) known.delete(id);
      return gone;
    },
  };
}
