import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { ask } from '../../screen/keymap/key-to-write.ts';
import { type PaneBinding, type Press, transition } from '../../screen/keys/binding.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import type { ConsoleState } from '../../store/state.ts';
import { holdNow, rulesQuestion, stepOfAll, stepOfOne } from './holding.ts';
import { ruleWords } from './pane/rules.ts';
import { rulesToggled } from './rule-rows.ts';

function holding(
  own: Pick<PaneBinding, 'id' | 'label' | 'hint' | 'names' | 'searchWords' | 'formerly'> & { readonly key: string },
  stepOf: (state: ConsoleState) => ReturnType<typeof stepOfOne>,
): PaneBinding {
  const { key, ...words } = own;
  return {
    ...words,
    keys: key === '' ? [] : [key],
    scope: 'rules',
    disabled: (state) => {
      const step = stepOf(state);
      return step.ok ? null : step.error;
    },
    run: (controller: Controller, { name }: Press) => {
      const state = controller.store.getState();
      const keys = state.keyOverrides.get(own.id) ?? [key];
      const step = stepOf(state);
      if (!step.ok) update(controller, (now) => showNotice(now, step.error, 'warn'));
      else if ('hold' in step.value) void holdNow(controller, step.value.hold, step.value.why);
      else ask(controller, step.value.ask, keys.includes(name) ? name : 'y');
    },
  };
}

const ruleBindings: readonly PaneBinding[] = [
  {
    id: 'rules',
    keys: ['A'],
    label: 'Rules: what they do, did last and do next; again: back',
    searchWords: ['schedule', 'cron', 'timer', 'automation', 'automatic', 'night'],
    names: ['rules', 'rule', 'autopilot'],
    hint: null,
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'it has no rules.'),
    run: transition(rulesToggled),
  },
  holding(
    {
      id: 'hold-rule',
      key: 'Space',
      label: 'Hold the rule at once; release one that rehearses, or let a held one go on',
      searchWords: ['hold', 'release'],
      hint: 'hold or release',
    },
    stepOfOne,
  ),
  holding(
    {
      id: 'hold-all-rules',
      key: '',
      formerly: { keys: ['K'] },
      label: 'Hold all rules at once; again: let those go on',
      names: ['hold rules'],
      hint: 'hold all',
    },
    stepOfAll,
  ),
];

export const screen = {
  words: Object.values(ruleWords),
  bindings: ruleBindings,
  questions: { rules: rulesQuestion },
} satisfies ScreenParts;
