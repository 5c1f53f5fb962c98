import { type PaneBinding, transition } from '../keys/binding.ts';
import { disarmed } from '../state/dialogs/confirmation.ts';
import { hiddenIncluded, tappedAgain } from '../state/second-tap.ts';

/** Bindings while a first tap waits for its second. Any other key cancels the tap and then has its usual effect. */
export const tapBindings: readonly PaneBinding[] = [
  {
    id: 'tap-again',
    keys: ['y'],
    label: 'Confirm; the key that asked does it too',
    hint: null,
    scope: 'tap',
    confirms: true,
    run: tappedAgain,
  },
  {
    id: 'tap-all',
    keys: ['*'],
    label: 'Include the marked rows that the filter hides',
    hint: null,
    scope: 'tap',
    when: ({ armed }) => armed === null || armed.hidden !== null,
    run: hiddenIncluded,
  },
  { id: 'let-go', keys: ['Esc'], label: 'Cancel', hint: null, scope: 'tap', run: transition(disarmed) },
];
