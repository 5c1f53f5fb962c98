import { ownSetting } from '../../config/own-setting.ts';
import type { Money } from '../../lib/money.ts';

export const budgetPerDay = ownSetting<Money | null>({
  name: 'budgetPerDay',
  flag: '--budget-per-day <amount>',
  environment: 'SPOTDECK_BUDGET_PER_DAY',
  allowed: 'an amount of money above zero, such as 5000, $5000 or "5000 EUR"',
  help: 'Budget per day in your time zone: a warning when what was seen today can have cost 80 % of it.',
  live: true,
  screen: true,
  schema: ({ amount }) => amount(),
  fallback: null,
  after: 'budgetPerHour',
  example: '5000',
});

export const priceStrip = ownSetting<boolean>({
  name: 'priceStrip',
  flag: '--price-strip <true|false>',
  environment: 'SPOTDECK_PRICE_STRIP',
  allowed: 'true or false',
  help: 'Draw the price of the bid under the cursor above Bids, from 60 rows on.',
  live: true,
  screen: true,
  readBy: 'console',
  schema: ({ yes }) => yes(),
  fallback: false,
  after: 'budgetPerHour',
});

export const budgetPerMonth = ownSetting<Money | null>({
  name: 'budgetPerMonth',
  flag: '--budget-per-month <amount>',
  environment: 'SPOTDECK_BUDGET_PER_MONTH',
  allowed: 'an amount of money above zero, such as 100000, $100000 or "100000 EUR"',
  help: 'Budget per calendar month: a warning when what was seen this month can have cost 80 % of it.',
  live: true,
  screen: true,
  schema: ({ amount }) => amount(),
  fallback: null,
  after: 'budgetPerHour',
  example: '100000',
});
