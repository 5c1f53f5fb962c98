import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import type { Entry } from '../../screen/keys/entry.ts';
import { update } from '../../store/controller.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { priceBindings } from './bindings.ts';
import { COST_PERIODS, PERIOD_WORDS } from './cost-periods.ts';
import { exposure } from './dialogs/exposure.ts';

/** The entries that open the costs of a period. */
function costEntries(): readonly Entry[] {
  return COST_PERIODS.map((period) => ({
    label: `Max cost: ${PERIOD_WORDS[period]}`,
    note: period === 'now' ? 'per hour' : 'from the journal',
    searchWords: ['spend', 'bill', 'money'],
    run: (controller) => update(controller, (state) => dialogOpened(state, { kind: 'exposure', period, top: 0 })),
  }));
}

export const screen = {
  dialogs: { exposure },
  place: { after: 'sort' },
  bindings: priceBindings,
  paletteEntries: costEntries,
} satisfies ScreenParts;
