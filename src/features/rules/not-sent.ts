import type { OperatorAction } from '../../changes/change-event.ts';

/** Words before the verb of an action that was not sent. */
export const NOT_SENT = { rehearsed: 'would ', missed: 'did not ' } as const;

export const wasNotSent = ({ verb }: Pick<OperatorAction, 'verb'>): boolean =>
  Object.values(NOT_SENT).some((words) => verb.startsWith(words));
