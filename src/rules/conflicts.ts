import type { Rule } from './rule.ts';

/** Two rules that want different things of one bid. */
export type Conflict = { readonly rules: readonly [string, string]; readonly sentence: string };

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

const whyAtOdds = (a: Rule, b: Rule): string | null =>
  AT_ODDS.find(
    ({ kinds: [one, other] }) => (a.kind === one && b.kind === other) || (a.kind === other && b.kind === one),
  )?.why ?? null;

/** Returns the pairs of rules that would fight over a bid, each with one bid as an example. A sentence ends without a period. */
export function conflictsOf(
  rules: readonly Rule[],
  selectedBy: (rule: Rule) => readonly string[],
  nameOf: (fid: string) => string,
): readonly Conflict[] {
  const selected = new Map(rules.map((rule) => [rule, new Set(selectedBy(rule))]));
  return rules.flatMap((a, n) =>
    rules.slice(n + 1).flatMap((b): readonly Conflict[] => {
      const why = whyAtOdds(a, b);
      const other = selected.get(b);
      const shared = why === null ? undefined : [...(selected.get(a) ?? [])].find((fid) => other?.has(fid) === true);
      if (shared === undefined) return [];
      const sentence = `The rules ${a.name} and ${b.name} both change ${nameOf(shared)}, and ${why}`;
      return [{ rules: [a.name, b.name], sentence }];
    }),
  );
}
