import type { Reports } from '../../src/app/runtime.ts';

/** What a program hears that prints nothing. */
export const silent: Reports = {
  request: () => undefined,
  warning: () => undefined,
  moved: () => undefined,
  filterFault: () => undefined,
  journalOpened: () => undefined,
  events: () => undefined,
  said: () => undefined,
};
