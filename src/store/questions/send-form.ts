import { type Controller, update, withRemote } from '../controller.ts';
import { dialogChanged, dialogClosed } from '../dialogs/dialog-stack.ts';
import { formEffect } from '../dialogs/form-state.ts';
import type { Effect } from '../question.ts';
import { liveContextOf } from '../row-context.ts';
import type { QuestionRecord } from './record.ts';

/** Sending a form: its review is computed from the rows as they are now. */
export const sendForm: QuestionRecord<'form'> = {
  now: (state, { form, values }) => {
    const effect = formEffect(form, values, liveContextOf(state));
    return effect.ok ? effect : { ok: false, error: effect.error.map(({ message }) => message).join(' ') };
  },
  carryOut: (controller, _, { writes, review }) => {
    const [only, ...others] = writes;
    if (only === undefined) return;
    if (others.length > 0) {
      // The service may refuse some writes of several: their rows keep the marks, and the operator opens the form for them again.
      update(controller, dialogClosed);
      withRemote(controller, (remote) => remote.send(writes));
      return;
    }
    showSending(controller, review);
    withRemote(controller, (remote) => remote.submit(only));
  },
};

function showSending(controller: Controller, lines: Effect['review']): void {
  update(controller, (state) =>
    dialogChanged(state, 'form', (form) => ({ ...form, step: { kind: 'sending', lines } })),
  );
}
