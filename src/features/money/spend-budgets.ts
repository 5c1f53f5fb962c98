import { localZone } from '../../lib/calendar.ts';
import { formatMoneyGrouped, type Money, upToCents } from '../../lib/money.ts';
import { own } from '../../lib/typed-key.ts';
import { amountIn, BUDGET_WARNING, budgetUsed, isOverBudget } from '../../resources/bids/exposure.ts';
import { showNotice } from '../../store/activity.ts';
import { keyNamed } from '../../store/key-names.ts';
import type { ConsoleState } from '../../store/state.ts';
import { costSoFar } from './cost-history.ts';
import { bidRecordsOf } from './known-records.ts';
import { budgetPerDay, budgetPerMonth } from './settings.ts';

/** The budgets by the times that they are for, apart from the hour. */
const BUDGETS = { day: budgetPerDay, month: budgetPerMonth } as const;
const BUDGET_TIMES = ['day', 'month'] as const;
type BudgetTime = (typeof BUDGET_TIMES)[number];

/** Whether the operator has set a budget of a day or a month. */
export const hasSpendBudget = (connected: Pick<ConsoleState['connected'], 'own'>): boolean =>
  BUDGET_TIMES.some((time) => own(connected, BUDGETS[time]) !== null);

/** How much of a budget of today or this month is used at most, by what was observed; in whole percent, rounded down. */
type SpendBudget = {
  readonly time: BudgetTime;
  readonly budget: Money;
  readonly cost: Money;
  readonly percent: number;
  readonly level: 'fine' | 'warned' | 'over';
};

/** The use of the budgets per day and per month; none before the journal was read. */
export function spendBudgetsOf(state: ConsoleState): readonly SpendBudget[] {
  const { connected } = state;
  const bidRecords = bidRecordsOf(state);
  if (bidRecords === null || !hasSpendBudget(connected)) return [];
  const costs = costSoFar(bidRecords, localZone(bidRecords.readAt));
  return BUDGET_TIMES.flatMap((time): readonly SpendBudget[] => {
    const budget = own(connected, BUDGETS[time]);
    if (budget === null) return [];
    const cost = amountIn(costs[time], budget.sign);
    const percent = budgetUsed(cost, budget) ?? 0;
    const level = isOverBudget(cost, budget) ? 'over' : percent >= BUDGET_WARNING ? 'warned' : 'fine';
    return [{ time, budget, cost, percent, level }];
  });
}

const LEVELS = ['fine', 'warned', 'over'] as const;
const WORDS: Readonly<Record<BudgetTime, string>> = { day: 'Today', month: 'This month' };

/** The use of a budget in words: `Today: 84 % of the budget of $500.00 per day, $420.00 at most`. */
export function spendBudgetWords({ time, percent, budget, cost }: SpendBudget): string {
  return `${WORDS[time]}: ${percent} % of the budget of ${formatMoneyGrouped(budget)} per ${time}, ${formatMoneyGrouped(upToCents(cost))} at most`;
}

/** Shows a notice when a budget per day or per month comes to its warning level, or goes over, between two states. */
export function budgetsChecked(before: ConsoleState, after: ConsoleState): ConsoleState {
  const earlier = new Map(spendBudgetsOf(before).map((one) => [one.time, one.level]));
  const risen = spendBudgetsOf(after).filter(({ time, level }) => {
    const known = earlier.get(time);
    return known !== undefined && LEVELS.indexOf(level) > LEVELS.indexOf(known);
  });
  // The month's budget is the larger one.
  const worst = risen.at(-1);
  if (worst === undefined) return after;
  const text = `${spendBudgetWords(worst)}. Press ${keyNamed(after, 'exposure', '$')} to see what it went to.`;
  return showNotice(after, text, worst.level === 'over' ? 'bad' : 'warn');
}
