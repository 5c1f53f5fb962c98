import { agentWords, type OperatorAction } from './change-event.ts';

export type Actor =
  | { readonly kind: 'here' }
  | { readonly kind: 'other-program' }
  | { readonly kind: 'agent'; readonly words: string };

/** The actor within a sentence. */
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

/** Simulated pasts have no other program. */
export const actorOf = ({ agent }: Pick<OperatorAction, 'agent'>, isElsewhere: boolean): Actor =>
  agent === undefined ? { kind: isElsewhere ? 'other-program' : 'here' } : { kind: 'agent', words: agentWords(agent) };

export const RESTING_VERBS: readonly string[] = ['pause', 'resume', 'cancel'];
