import { withoutPeriod } from '../../../lib/words.ts';
import type { ConnectionState } from '../../../store/state.ts';
import type { Hindrance } from '../engine/hindrance.ts';
import type { RuleView } from '../engine/view.ts';
import type { StoredRule } from '../journal/rules.ts';
import { kindOf, type Rule } from '../kinds.ts';
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

/** Two rules that want different things of one bid: `over` is that bid, and `why` a part of a sentence. */
export type Conflict = {
  readonly rules: readonly [string, string];
  readonly over: string;
  readonly why: string;
};

/** A conflict in one sentence that names both rules. */
export const conflictSentence = ({ rules: [one, other], over, why }: Conflict): string =>
  `The rules ${one} and ${other} both change ${over}, and ${why}.`;

/**
 * Why two rules can not share a bid; null when they can. Kinds that say nothing of each other can: rules that only pause share
 * with all others, a schedule resumes nothing that another rule has paused, and a ladder leaves paused bids alone. What one of them does
 * is never undone by the other.
 */
const whyAtOdds = (a: Rule, b: Rule): string | null => kindOf(a).atOdds[b.kind] ?? kindOf(b).atOdds[a.kind] ?? null;

/**
 * Whether a rule will change the bids that another one is going to place: its filter finds the bid that they are like, whose name theirs
 * begin with. A filter by the whole name finds that bid alone, and the bids of a pause set are those that are in it now.
 */
function findsPlaced(
  rule: Rule,
  { like, names: placed }: { readonly like: string; readonly names: readonly string[] },
  fids: ReadonlySet<string>,
  nameOf: (fid: string) => string,
): boolean {
  const bids = kindOf(rule).bids(rule);
  if (bids === null || bids.kind === 'set' || /name\s*:?=/i.test(bids.text)) return false;
  const names = new Set([...fids].map(nameOf));
  // Once they are placed, the rule that has placed them says itself which of them it may still change.
  return names.has(like) && !placed.some((name) => names.has(name));
}

const NONE: ReadonlySet<string> = new Set();

/** The pairs of rules that would fight over a bid, each with one bid as an example. */
export function conflictsOf(
  rules: readonly Rule[],
  selectedBy: (rule: Rule) => readonly string[],
  nameOf: (fid: string) => string,
): readonly Conflict[] {
  const selected = new Map(rules.map((rule) => [rule, new Set(selectedBy(rule))]));
  return rules.flatMap((a, n) =>
    rules.slice(n + 1).flatMap((b): readonly Conflict[] => {
      const why = whyAtOdds(a, b);
      if (why === null) return [];
      const [own, other] = [selected.get(a) ?? NONE, selected.get(b) ?? NONE];
      const shared = [...own].find((fid) => other.has(fid));
      const found = { rules: [a.name, b.name], why } as const;
      if (shared !== undefined) return [{ ...found, over: nameOf(shared) }];
      const placing = kindOf(a).places(a) ?? kindOf(b).places(b);
      const finds =
        placing !== null && (findsPlaced(a, placing, own, nameOf) || findsPlaced(b, placing, other, nameOf));
      return finds ? [{ ...found, over: `bids like ${placing.like}` }] : [];
    }),
  );
}
