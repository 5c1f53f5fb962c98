import { withoutPeriod } from '../../../lib/words.ts';
import type { ConnectionState } from '../../../store/state.ts';
import type { Hindrance } from '../engine/hindrance.ts';
import type { RuleView } from '../engine/view.ts';
import type { StoredRule } from '../journal/rules.ts';
import type { Rule } from '../kinds.ts';
import { type Conflict, conflictsOf, whyAtOdds } from './conflicts.ts';
import { whyNotAllowed } from './may-act.ts';
import { selectedBy } from './step-rule.ts';

/** The bids that each rule may change, by fid. */
export type Selections = ReadonlyMap<Rule, readonly string[]>;

/** The bids that each rule may change. One whose memory can't be read selects none: it is held when it runs. */
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

/** The rules that would fight over a bid, and are refused when they begin. */
export const fightsAtStart = (selected: Selections, view: RuleView): readonly Conflict[] =>
  conflictsOf(
    [...selected.keys()],
    (rule) => selected.get(rule) ?? [],
    (fid) => view.bids.get(fid)?.name ?? fid,
  );

/** Why a rule is refused, with each rule that it would fight with; null when it may act and would fight with none. */
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

/** The view of a rule: bids that an earlier rule at odds with it may change are left to that rule, as if they were busy. */
export function viewBeside(rule: Rule, selected: Selections, view: RuleView): RuleView {
  const rules = [...selected.keys()];
  const others = rules.slice(0, rules.indexOf(rule)).filter((other) => whyAtOdds(other, rule) !== null);
  const taken = new Set(others.flatMap((other) => selected.get(other) ?? []));
  if (taken.size === 0) return view;
  const bids = [...view.bids].map(([fid, bid]) => [fid, taken.has(fid) ? { ...bid, isBusy: true } : bid] as const);
  return { ...view, bids: new Map(bids) };
}
