import type { Outcome } from '../../api/result.ts';
import type { Controller } from '../controller.ts';
import type { Effect, RequestKind, RequestOf } from '../question.ts';
import type { ConsoleState } from '../state.ts';

/** How a kind of request is decided and done. */
export type QuestionRecord<Kind extends RequestKind> = {
  /** Its effect now, or why it can't be done. */
  readonly now: (state: ConsoleState, request: RequestOf<Kind>) => Outcome<Effect, string>;
  /** Carries out an agreed effect. */
  readonly carryOut: (controller: Controller, request: RequestOf<Kind>, effect: Effect) => void;
};

/** A kind without a record does not compile. */
export type Questions = { readonly [Kind in RequestKind]: QuestionRecord<Kind> };

declare module '../state.ts' {
  interface Features {
    /** Absent in a program without a screen. */
    readonly questions?: Questions;
  }
}

/** @throws in a program without a screen. */
export function recordOf<Kind extends RequestKind>(
  { features }: ConsoleState,
  { kind }: RequestOf<Kind>,
): QuestionRecord<Kind> {
  if (features.questions === undefined) throw new Error('This program asks nothing.');
  return features.questions[kind];
}

/** The effect on the rows as they are now, or why it can't be done. */
export const effectNow = <Kind extends RequestKind>(
  state: ConsoleState,
  request: RequestOf<Kind>,
): Outcome<Effect, string> => recordOf(state, request).now(state, request);
