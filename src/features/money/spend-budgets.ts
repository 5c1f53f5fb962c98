import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { inCents, inCurrency, type Sum } from '../../lib/sum.ts';
import { own } from '../../lib/typed-key.ts';
import { BUDGET_WARNING, type BudgetUse, budgetUse, usedPart } from '../../resources/bids/exposure.ts';
import { costInWordsOf } from '../../resources/parts/amounts.ts';
import { showNotice } from '../../store/activity.ts';
import { type ConsoleState, keyNamed } from '../../store/state.ts';
import { spentWordsIn } from './charge-words.ts';
import { moneyOf } from './known-money.ts';
import { budgetPerDay, budgetPerMonth } from './settings.ts';
import type { Spent } from './spend.ts';

const BUDGETS = { day: budgetPerDay, month: budgetPerMonth } as const;
const BUDGET_TIMES = ['day', 'month'] as const;
type BudgetTime = (typeof BUDGET_TIMES)[number];

export const hasSpendBudget = (connected: Pick<ConsoleState['connected'], 'own'>): boolean =>
  BUDGET_TIMES.some((time) => own(connected, BUDGETS[time]) !== null);

/** `not-known`: some cost is unknown, so the budget may be over. */
const LEVELS = ['fine', 'not-known', 'warned', 'over'] as const;

/** Use at most, today or this month. */
type SpendBudget = {
  readonly time: BudgetTime;
  readonly budget: Money;
  readonly cost: Sum<number>;
  readonly spent: Spent;
  readonly level: (typeof LEVELS)[number];
};

const levelOf = ({ percent, standing }: BudgetUse): SpendBudget['level'] =>
  standing === 'over' ? 'over' : percent >= BUDGET_WARNING ? 'warned' : standing === 'within' ? 'fine' : standing;

/** None before the journal was read. */
export function spendBudgetsOf(state: ConsoleState): readonly SpendBudget[] {
  const { connected } = state;
  const costs = moneyOf(state)?.soFar ?? null;
  if (costs === null || !hasSpendBudget(connected)) return [];
  return BUDGET_TIMES.flatMap((time): readonly SpendBudget[] => {
    const budget = own(connected, BUDGETS[time]);
    if (budget === null) return [];
    const { most, spent } = costs[time];
    const cost = inCurrency(most, budget.sign);
    const use = budgetUse(cost, budget);
    return [{ time, budget, cost, spent, level: levelOf(use) }];
  });
}

const WORDS: Readonly<Record<BudgetTime, string>> = { day: 'Today', month: 'This month' };

/** `Today: 84 % of the budget of $500.00 per day, $420.00 at most`, or `$410.00 charged + at most $10.00` at the end */
export function spendBudgetWords({ time, budget, cost, spent }: SpendBudget): string {
  const of = `${WORDS[time]}: ${usedPart(cost, budget)} of the budget of ${formatMoneyGrouped(budget)} per ${time}`;
  const charged = spentWordsIn(spent, budget.sign);
  if (charged !== null && cost.kind === 'known') return `${of}, ${charged}`;
  const amount = costInWordsOf(inCents(cost), budget.sign);
  return cost.kind === 'known' ? `${of}, ${amount} at most` : `${of}, ${amount}: the cost of some bids is not known`;
}

/** Notices a budget's step to its warning level, or over. */
export function budgetsChecked(before: ConsoleState, after: ConsoleState): ConsoleState {
  const earlier = new Map(spendBudgetsOf(before).map((one) => [one.time, one.level]));
  const risen = spendBudgetsOf(after).filter(({ time, level }) => {
    const known = earlier.get(time);
    return known !== undefined && LEVELS.indexOf(level) > LEVELS.indexOf(known);
  });
  // The month's budget is the larger one.
  const worst = risen.at(-1);
  if (worst === undefined) return after;
  const text = `${spendBudgetWords(worst)}. Press ${keyNamed(after, 'money', '$')} to see what it went to.`;
  return showNotice(after, text, worst.level === 'over' ? 'bad' : 'warn');
}
