import type { Money } from '../lib/money.ts';

/** The operator's budgets; null without one. */
export type Budgets = {
  /** Per hour, of running and open bids. */
  readonly budget: Money | null;
  /** Of a day and of a calendar month, of what bids cost. */
  readonly spendBudgets: { readonly day: Money | null; readonly month: Money | null };
};

export const NO_BUDGETS: Budgets = { budget: null, spendBudgets: { day: null, month: null } };
