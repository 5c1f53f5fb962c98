import { agentWords, type OperatorAction } from './change-event.ts';

/** Who did something: the operator in this console, one with another program on this journal, or an agent such as a rule. */
export type Actor =
  | { readonly kind: 'here' }
  | { readonly kind: 'other-program' }
  | { readonly kind: 'agent'; readonly words: string };

/** Who did something, as the middle of a sentence. Everything that names an actor takes it from here. */
export function byWords(by: Actor): string {
  switch (by.kind) {
    case 'here':
      return 'by you';
    case 'other-program':
      return 'by you in another program';
    case 'agent':
      return `by the ${by.words}`;
  }
}

/** Who did what the journal says of an action. A simulated past has no other program. */
export const actorOf = ({ agent }: Pick<OperatorAction, 'agent'>, isElsewhere: boolean): Actor =>
  agent === undefined ? { kind: isElsewhere ? 'other-program' : 'here' } : { kind: 'agent', words: agentWords(agent) };

/** The verbs that put a bid to rest, and back. */
export const RESTING_VERBS: readonly string[] = ['pause', 'resume', 'cancel'];
