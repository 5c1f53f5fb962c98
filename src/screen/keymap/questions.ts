import { topDialog } from '../../store/dialogs/dialog-stack.ts';
import { isTooSmall } from '../../store/panes/layout.ts';
import { hiddenIn, type OpenQuestion } from '../../store/question.ts';
import { askWithHidden, tapCancelled } from '../../store/questions/ask.ts';
import { tapConfirmed } from '../../store/questions/tap.ts';
import type { ConsoleState } from '../../store/state.ts';
import { dialogOf } from '../dialogs/screen.ts';
import { type PaneBinding, transition } from '../keys/binding.ts';

/** Time that a first tap waits for its second, in milliseconds. */
export const TAP_MS = 5000;
/**
 * Time after a second tap in which the same key must not come again, in milliseconds: a key that is held down repeats faster than this
 * on nearly every keyboard, and nobody taps three times.
 */
export const HELD_MS = 150;
/** Time without a tick of the clock after which the program counts as having been stopped or suspended, in milliseconds. */
export const STOPPED_MS = 5000;

/** The first tap that waits for its second where the keys go now: over the panes, or over a page. */
export function openTap(state: ConsoleState): OpenQuestion | null {
  const own = topDialog(state);
  return own === undefined || dialogOf(state, own).page !== undefined ? state.tapQuestion : null;
}

/** The open question, identified by its object in the state; null when none is open or none can be seen. */
export function questionOf(state: ConsoleState): object | null {
  if (isTooSmall(state.size)) return null;
  const own = topDialog(state);
  return (own === undefined ? null : dialogOf(state, own).question?.(own)) ?? openTap(state);
}

/** Whether a key could answer the open question now. */
export function isAnswerable(state: ConsoleState): boolean {
  return state.answerable !== null && state.answerable === questionOf(state);
}

/**
 * Whether nobody could see the screen since the last tick of the clock: the program was stopped, or the machine asleep. A recording has a
 * time of its own, and nothing to confirm.
 */
export const wasStopped = ({ shownInstead, now }: Pick<ConsoleState, 'shownInstead' | 'now'>, at: number): boolean =>
  shownInstead === null && at - now > STOPPED_MS;

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
