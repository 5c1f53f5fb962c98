import { rulesKnown, rulesToggled } from '../../../src/features/rules/rule-rows.ts';
import { NO_RULES } from '../../../src/features/rules/rules-state.ts';
import { listOfRules } from '../../../src/features/rules/schemas.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { loadedFeatures } from '../../features-loaded.ts';

const rules = listOfRules(loadedFeatures.panes.bids.columns).parse([
  { name: 'night', kind: 'schedule', bids: 'name:dev', pause: '0 20 * * *', zone: 'UTC', max_cost: '$50' },
]);

export const filled = (state: ConsoleState): ConsoleState =>
  rulesToggled(rulesToggled(rulesKnown(state, { ...NO_RULES, rules })));
