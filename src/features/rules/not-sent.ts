import type { OperatorAction } from '../../changes/change-event.ts';

/** What stands before the verb of an action that was not sent. */
export const NOT_SENT = { rehearsed: 'would ', missed: 'did not ' } as const;

/** Whether an action of a rule was only rehearsed, or left undone. */
export const wasNotSent = ({ verb }: Pick<OperatorAction, 'verb'>): boolean =>
  Object.values(NOT_SENT).some((words) => verb.startsWith(words));
