import type { Feature } from '../../command/feature.ts';
import { addMoneyCommands } from './command-line.ts';
import { budgetPerDay, budgetPerMonth, priceStrip } from './settings.ts';

/** Costs and prices over time: `$`, `spend`, `price`, and advice on limit prices. */
export const money = {
  name: 'money',
  settings: [budgetPerDay, budgetPerMonth, priceStrip],
  commands: addMoneyCommands,
  checks: async (...asked) => (await import('./check-prices.ts')).checkPrices(...asked),
  panes: async () => (await import('./panes.ts')).moneyPanes,
  actions: async () => (await import('./actions.ts')).moneyActions,
  tables: () => import('./tables.ts').then(({ tables }) => tables),
  records: async () => (await import('./journal.ts')).bidJournal,
  running: () => import('./running.ts').then(({ running }) => running),
  screen: async () => (await import('./screen.ts')).screen,
} satisfies Feature;
