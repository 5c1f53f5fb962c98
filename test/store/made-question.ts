import { type Answer, type Effect, type OpenQuestion, questionAbout } from '../../src/store/question.ts';

/** An open question about cancelling the bid `a`, with an effect that nothing has computed. */
export function madeQuestion(answer: Answer, over: Partial<Effect> = {}): OpenQuestion {
  const effect: Effect = {
    sentence: '',
    title: '',
    lines: [],
    review: [],
    rows: ['a'],
    writes: [],
    answer,
    leftOut: null,
    reads: [],
    ...over,
  };
  const request = {
    kind: 'action',
    pane: 'bids',
    action: 'cancel-bid',
    fids: ['a'],
    hidden: null,
    direct: false,
  } as const;
  return questionAbout(request, effect, null);
}

/** The answer of typing a text. */
export const typing = (expected: string): Answer => ({ by: 'typed', expected, retype: null });
