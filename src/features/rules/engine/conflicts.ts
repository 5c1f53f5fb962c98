import type { Rule, SpreadRule } from './rule.ts';
import { spreadNames } from './spread-names.ts';

/** Two rules that want different things of one bid: `over` is that bid, and `why` a part of a sentence. */
export type Conflict = {
  readonly rules: readonly [string, string];
  readonly over: string;
  readonly why: string;
};

/** Returns a conflict in one sentence that names both rules. */
export const conflictSentence = ({ rules: [one, other], over, why }: Conflict): string =>
  `The rules ${one} and ${other} both change ${over}, and ${why}.`;

/**
 * Why rules of two kinds can't share a bid. Pairs that are not listed can: `idle` and `budget` only pause, a schedule resumes nothing that
 * another rule has paused, and a ladder leaves paused bids alone. What one of them does is never undone by the other.
 */
const AT_ODDS: readonly { readonly kinds: readonly [Rule['kind'], Rule['kind']]; readonly why: string }[] = [
  { kinds: ['schedule', 'schedule'], why: 'one would pause what the other resumes' },
  { kinds: ['ladder', 'ladder'], why: 'both would change its limit price' },
  { kinds: ['ladder', 'spread'], why: 'one would change the limit price by which the other compares' },
  { kinds: ['schedule', 'spread'], why: 'a paused bid is never filled, so the other would wait for it in a circle' },
];

/** Returns why two rules can not share a bid; null when they can. */
export const whyAtOdds = (a: Rule, b: Rule): string | null =>
  AT_ODDS.find(
    ({ kinds: [one, other] }) => (a.kind === one && b.kind === other) || (a.kind === other && b.kind === one),
  )?.why ?? null;

/**
 * Whether a rule will change the bids that a spread is going to place: its filter finds the bid that they are like, whose name theirs begin
 * with. A filter by the whole name finds that bid alone, and the bids of a pause group are those that are in it now.
 */
function findsPlaced(
  rule: Rule,
  spread: SpreadRule,
  fids: ReadonlySet<string>,
  nameOf: (fid: string) => string,
): boolean {
  if (rule.kind !== 'schedule' && rule.kind !== 'ladder') return false;
  if (rule.bids.kind === 'set' || /name\s*:?=/i.test(rule.bids.text)) return false;
  const names = new Set([...fids].map(nameOf));
  // Once they are placed, the spread itself says which of them it may still change.
  return names.has(spread.like) && !spreadNames(spread, new Set()).some((name) => names.has(name));
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the pairs of rules that would fight over a bid, each with one bid as an example. */
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
      const spread = [a, b].find((rule) => rule.kind === 'spread');
      const finds =
        spread !== undefined && (findsPlaced(a, spread, own, nameOf) || findsPlaced(b, spread, other, nameOf));
      return finds ? [{ ...found, over: `bids like ${spread.like}` }] : [];
    }),
  );
}
