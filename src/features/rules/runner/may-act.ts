import { unreadableCells } from '../../../contract/unreadable.ts';
import { counted, withoutPeriod } from '../../../lib/words.ts';
import type { List } from '../../../store/list.ts';
import type { ConnectionState, ConsoleState } from '../../../store/state.ts';
import { isBusy } from '../../../store/writes/pending-writes.ts';
import { standingOf } from '../../money/bid-record.ts';
import type { Hindrance, RuleAction } from '../engine/decision.ts';
import type { Placing } from '../engine/kind.ts';
import { viewWithout, type Waits } from '../engine/needs.ts';
import type { RuleBid, RuleView } from '../engine/view.ts';
import type { StoredRule } from '../journal/rules.ts';
import { kindOf, type Rule } from '../kinds.ts';
import { selectedBy } from './step-rule.ts';

/** Why no rule can decide from the lists, whatever their age. */
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

/** No rule decides by these members unchecked. Any other unreadable one stops all rules. */
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

const unreadToDecide = ({ rows, unreadable }: Pick<List<unknown>, 'rows' | 'unreadable'>): number =>
  unreadable.filter(({ fid }) => {
    const cells = unreadableCells(fid === null ? null : rows.get(fid)?.row);
    return cells.size === 0 || [...cells.keys()].some((field) => !NOT_DECIDING.includes(field));
  }).length;

const waiting = (words: string): Waits => ({ words, old: null });

/** `allow` lets it act in a protected profile, but not against an option or a variable. */
export function whyNotAllowed(
  { allow }: Pick<Rule, 'allow'>,
  { profile, production, readOnly, readOnlyBy }: ConnectionState,
): string | null {
  if (readOnly && readOnlyBy?.kind === 'given') return `Rules can't act with ${readOnlyBy.name}.`;
  if (allow || !(production || readOnly)) return null;
  const kind = production ? 'marked as production' : 'read-only';
  return `The profile ${profile} is ${kind}: give the rule allow = true to let it act there.`;
}

/** Why an action no longer fits its bid. `before` is null for a new bid. */
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

/** The bids each rule may change. */
export type Selections = ReadonlyMap<Rule, readonly string[]>;

/** A rule with unreadable memory selects none: it is held when it runs. */
export function selectedIn(rules: readonly Rule[], stored: readonly StoredRule[], view: RuleView): Selections {
  return new Map(
    rules.map((rule) => {
      const memory = stored.find(({ name }) => name === rule.name)?.memory ?? null;
      try {
        return [rule, selectedBy(rule, memory, view)];
      } catch {
        return [rule, []];
      }
    }),
  );
}

export function refusalOf(rule: Rule, connected: ConnectionState, fights: readonly Conflict[]): Hindrance | null {
  const barred = whyNotAllowed(rule, connected);
  if (barred !== null) return { reason: 'not-allowed', why: withoutPeriod(barred) };
  const { name } = rule;
  const own = fights.flatMap(({ rules: [one, other], over, why }) =>
    one === name ? [{ over, why, rival: other }] : other === name ? [{ over, why, rival: one }] : [],
  );
  if (own.length === 0) return null;
  const each = own.map(({ rival, over, why }) => `It fights with ${rival} over ${over}: ${why}`);
  return { reason: 'fights', why: each.join('. ') };
}

/** Bids of an earlier rule at odds with it count as busy. */
export function viewBeside(rule: Rule, selected: Selections, view: RuleView): RuleView {
  const rules = [...selected.keys()];
  const others = rules.slice(0, rules.indexOf(rule)).filter((other) => whyAtOdds(other, rule) !== null);
  return viewWithout(
    others.flatMap((other) => selected.get(other) ?? []),
    view,
  );
}

/** Two rules at odds over a bid. `why` is a clause. */
export type Conflict = {
  readonly rules: readonly [string, string];
  readonly over: string;
  readonly why: string;
};

export const conflictSentence = ({ rules: [one, other], over, why }: Conflict): string =>
  `The rules ${one} and ${other} both change ${over}, and ${why}.`;

/** A rule that only warns is at odds with none. Other kinds share bids: some only pause, a schedule resumes only its own pauses, a ladder leaves paused bids alone. */
function whyAtOdds(a: Rule, b: Rule): string | null {
  if ([a, b].some((rule) => kindOf(rule).warns(rule))) return null;
  return kindOf(a).atOdds[b.kind] ?? kindOf(b).atOdds[a.kind] ?? null;
}

/** Whether a filter will find the bids to be placed: their names begin as the copied one. A whole name or a pause set won't. */
function findsPlaced(rule: Rule, { like, names }: Placing, found: ReadonlySet<string>): boolean {
  const bids = kindOf(rule).bids(rule);
  if (bids === null || bids.kind === 'set' || /name\s*:?=/i.test(bids.text)) return false;
  // Once placed, their own rule says which of them it may still change.
  return found.has(like) && !names.some((name) => found.has(name));
}

/** The pairs of rules at odds, each with one bid as an example. */
export function conflictsOf(selected: Selections, { bids }: Pick<RuleView, 'bids'>): readonly Conflict[] {
  const nameOf = (fid: string): string => bids.get(fid)?.name ?? fid;
  const all = [...selected].map(([rule, fids]) => ({ rule, fids: new Set(fids) }));
  return all.flatMap((a, n) =>
    all.slice(n + 1).flatMap((b): readonly Conflict[] => {
      const why = whyAtOdds(a.rule, b.rule);
      if (why === null) return [];
      const found = { rules: [a.rule.name, b.rule.name], why } as const;
      const shared = [...a.fids].find((fid) => b.fids.has(fid));
      if (shared !== undefined) return [{ ...found, over: nameOf(shared) }];
      const placing = kindOf(a.rule).places(a.rule) ?? kindOf(b.rule).places(b.rule);
      if (placing === null) return [];
      const finds = [a, b].some(({ rule, fids }) => findsPlaced(rule, placing, new Set([...fids].map(nameOf))));
      return finds ? [{ ...found, over: `bids like ${placing.like}` }] : [];
    }),
  );
}
