import { hiddenIn } from '../../store/question.ts';
import { askWithHidden, tapCancelled } from '../../store/questions/ask.ts';
import { tapConfirmed } from '../../store/questions/tap.ts';
import { type PaneBinding, transition } from '../keys/binding.ts';

/** Bindings while a first tap waits for its second. Any other key cancels the tap and then has its usual effect. */
export const tapBindings: readonly PaneBinding[] = [
  {
    id: 'tap-again',
    keys: ['y'],
    label: 'Confirm; the key that asked does it too',
    hint: null,
    scope: 'tap',
    confirms: true,
    run: tapConfirmed,
  },
  {
    id: 'tap-all',
    keys: ['*'],
    label: 'Include the marked rows that the filter hides',
    hint: null,
    scope: 'tap',
    when: ({ tapQuestion }) => tapQuestion === null || hiddenIn(tapQuestion.request) !== null,
    run: (controller) => {
      const { tapQuestion } = controller.store.getState();
      if (tapQuestion !== null) askWithHidden(controller, tapQuestion);
    },
  },
  { id: 'let-go', keys: ['Esc'], label: 'Cancel', hint: null, scope: 'tap', run: transition(tapCancelled) },
];
