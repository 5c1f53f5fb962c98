import type { Outcome } from '../../api/result.ts';
import type { Controller } from '../controller.ts';
import type { Effect, RequestKind, RequestOf } from '../question.ts';
import type { ConsoleState } from '../state.ts';

/** How one kind of request is decided and done. */
export type QuestionRecord<Kind extends RequestKind> = {
  /** What it would do now, or why it can't be done, as a sentence. */
  readonly now: (state: ConsoleState, request: RequestOf<Kind>) => Outcome<Effect, string>;
  /** Does what the operator has agreed to. */
  readonly carryOut: (controller: Controller, request: RequestOf<Kind>, effect: Effect) => void;
};

/** The records of all kinds of requests: a kind without a record does not compile. */
export type Questions = { readonly [Kind in RequestKind]: QuestionRecord<Kind> };

declare module '../state.ts' {
  interface Features {
    /** Absent in a program without a screen, which asks nothing. */
    readonly questions?: Questions;
  }
}
