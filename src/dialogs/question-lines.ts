import { shortDuration } from '../lib/duration.ts';
import { ageOf } from '../state/questions/age.ts';
import type { Effect } from '../state/questions/question.ts';
import type { ConsoleState } from '../state/state.ts';
import { type DialogLine, textLines } from './line.ts';

/** Marks what is no longer as it was when the question was asked. */
export const CHANGED = '(changed)';

/** The notice for an answer to a question that is no longer the one that was shown. */
export const CHANGED_SINCE = 'This has changed since it was asked, so nothing was sent yet. Look at it again.';

/** Returns how old the lists are that a question was computed from; empty while they are current. */
export function ageText(state: ConsoleState, { reads }: Effect): string {
  const age = ageOf(state, reads);
  return age === null ? '' : `as of ${shortDuration(age)} ago`;
}

/** Returns the line that says how old a question's numbers are; none while they are current. */
export function ageLine(state: ConsoleState, effect: Effect, width: number): readonly DialogLine[] {
  const age = ageText(state, effect);
  return age === '' ? [] : textLines(`This is ${age}: the lists could not be refreshed since.`, width, 'warn');
}
