import { expect, test } from 'vitest';
import { budgetPerDay, budgetPerMonth } from '../../../src/features/money/settings.ts';
import { refusal } from '../../config/config-text.ts';
import { ownSettings } from '../../config/own-settings.ts';

test.each(['budget_per_day', 'budget_per_month'])(
  '%s is an amount with a currency sign or a code, and nothing else',
  async (key) => {
    const own = ownSettings(budgetPerDay, budgetPerMonth);
    for (const wrong of ['500%', '%500', '5x', '~5', '#5', '0.9c', '１.5', '500 dollars', '500 usd', '-5', '0'])
      expect(await refusal(`${key} = "${wrong}"`, own), wrong).toContain(
        `${key} is invalid. | Allowed: an amount of money above zero`,
      );
    for (const right of ['500', '$500', '€ 4,000', '500 USD', 'USD 500'])
      expect(await refusal(`${key} = "${right}"`, own), right).toBe('it was read');
  },
);
