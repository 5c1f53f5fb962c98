import type { DetailLine } from '../../../resources/resource.ts';
import type { CommonRule } from '../engine/rule.ts';
import { priceText } from '../engine/words.ts';
import type { RuleRow } from '../rule-row.ts';

/** The most that the bids which a rule makes run may cost; null for a rule that only ends costs. */
export const maxCostWords = ({ maxCost }: CommonRule): string | null =>
  maxCost === null ? null : `${priceText(maxCost)} per hour for the bids that it makes run`;

/** The settings of a rule, with its limits. */
export function settingLines({ rule, lines }: Pick<RuleRow, 'rule' | 'lines'>): readonly DetailLine[] {
  const money = maxCostWords(rule);
  return [
    { label: 'Kind', text: rule.kind },
    ...lines,
    { label: 'Writes', text: `at most ${rule.maxWrites} per hour` },
    ...(money === null ? [] : [{ label: 'Money', text: `at most ${money}` }]),
    ...(rule.allow ? [{ label: 'Allowed', text: 'also in a read-only or production profile' }] : []),
  ];
}
