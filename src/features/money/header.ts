import type { OwnHeader } from '../../store/header-order.ts';
import { spendBudgetsOf } from './spend-budgets.ts';

/** The budgets per day and per month that have reached the warning level, and the costs that a click shows. */
export const header: OwnHeader = {
  budgets: (state) =>
    spendBudgetsOf(state)
      .filter(({ level }) => level !== 'fine')
      .map(({ time, percent, level }) => {
        const of = time === 'day' ? 'DAY' : 'MONTH';
        return {
          short: `${of} ${percent}%`,
          long: `${state.glyphs.warn} ${of} BUDGET ${percent} %`,
          tone: level === 'over' ? 'bad' : 'warn',
        };
      }),
  commands: { cost: 'exposure', committed: 'exposure' },
};
