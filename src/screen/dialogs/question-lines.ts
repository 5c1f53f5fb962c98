import { shortDuration } from '../../lib/duration.ts';
import type { Effect } from '../../store/question.ts';
import { ageOf } from '../../store/questions/age.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type DialogLine, textLines } from './line.ts';

/** Marks what is no longer as it was when the question was asked. */
export const CHANGED = '(changed)';

/** The notice for an answer to a question that is no longer the one that was shown. */
export const CHANGED_SINCE = 'This has changed since it was asked, so nothing was sent yet. Look at it again.';

/** How old the rows are that a question was computed from; empty while they are current. */
export function ageText(state: ConsoleState, effect: Effect): string {
  const age = ageOf(state, effect);
  return age === null ? '' : `as of ${shortDuration(age)} ago`;
}

/** The line that says how old a question's numbers are; none while they are current. */
export function ageLine(state: ConsoleState, effect: Effect, width: number): readonly DialogLine[] {
  const age = ageText(state, effect);
  const isFailing = effect.reads.some((name) => state.lists[name].failure !== null);
  const why = isFailing ? 'the lists could not be refreshed since' : 'not all of its rows were read again since';
  return age === '' ? [] : textLines(`This is ${age}: ${why}.`, width, 'warn');
}
