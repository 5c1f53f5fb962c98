import type { ConsoleState } from './state.ts';

/** Why something can't be done with rows that are not a service's: they take no changes. Null while a service is shown. */
export function refusedWithoutService(
  { shownInstead }: Pick<ConsoleState, 'shownInstead'>,
  why: string,
): string | null {
  return shownInstead === null ? null : `${shownInstead}: ${why}`;
}
