import type { LeaseEvent } from '../../../journal/lease.ts';
import { withoutPeriod } from '../../../lib/words.ts';
import type { ActionOutcome, RuleAction } from '../engine/decision.ts';
import { priceText } from '../engine/words.ts';

/** Event that the operator sees: the outcome of an action, a rule that holds itself or is hindered, or a change of the lease. `why` is a sentence. */
export type RuleEvent =
  | {
      readonly kind: 'action';
      readonly rule: string;
      readonly action: RuleAction;
      /** `unknown` when the answer was lost: it is looked for in the lists. */
      readonly outcome: ActionOutcome | 'unknown';
      /** Why it was refused, not sent or is not known; null otherwise. */
      readonly why: string | null;
    }
  | { readonly kind: 'held'; readonly rule: string; readonly why: string }
  /** A rule that can't do what it is for, and one that can again. */
  | { readonly kind: 'hindered'; readonly rule: string; readonly why: string }
  | { readonly kind: 'free'; readonly rule: string }
  /** Rules that would fight over a bid, and don't run. */
  | { readonly kind: 'fight'; readonly why: string }
  | LeaseEvent;

/** An event in words: without the name of its rule, and without a final period. */
export function ruleEventText(event: RuleEvent): string {
  switch (event.kind) {
    case 'action':
      return `${outcomeText(event)}: ${event.action.reason}`;
    case 'held':
      return `held itself: ${withoutPeriod(event.why)}`;
    case 'hindered':
      return `can't do its work: ${withoutPeriod(event.why)}`;
    case 'free':
      return 'can do its work again';
    case 'fight':
      return `runs neither rule: ${withoutPeriod(event.why)}`;
    case 'begins':
      return event.after === null
        ? 'runs the rules from now on'
        : `took over the rules from ${event.after}, which no longer responds`;
    case 'waits':
      return `waits: the rules are run by ${event.runs}`;
  }
}

function outcomeText({ action, outcome, why }: Extract<RuleEvent, { kind: 'action' }>): string {
  const [now, past] = actionWords(action);
  const because = why === null ? '' : ` (${withoutPeriod(why)})`;
  switch (outcome) {
    case 'done':
      return past;
    case 'rehearsed':
      return `would ${now}`;
    case 'refused':
      return `could not ${now}${because}`;
    case 'missed':
      return `did not ${now}${because}`;
    case 'unknown':
      return `may have ${past}${because}`;
  }
}

/** An action as `pause train-a` and as `paused train-a`. */
function actionWords(action: RuleAction): readonly [now: string, past: string] {
  const { name } = action;
  switch (action.kind) {
    case 'pause':
      return [`pause ${name}`, `paused ${name}`];
    case 'resume':
      return [`resume ${name}`, `resumed ${name}`];
    case 'cancel':
      return [`cancel ${name}`, `cancelled ${name}`];
    case 'limit': {
      const rest = `the limit price of ${name} to ${priceText(action.limit)}`;
      return [`change ${rest}`, `changed ${rest}`];
    }
    case 'place': {
      const rest = `${name}, ${action.quantity} of ${action.type} in ${action.region} at ${priceText(action.limit)}`;
      return [`place ${rest}`, `placed ${rest}`];
    }
  }
}

/** An action for a narrow column, with the name of its bid at its beginning: `set train-a to $12.50`. */
export const shortAction = (action: RuleAction): string =>
  action.kind === 'limit' ? `set ${action.name} to ${priceText(action.limit)}` : actionWords(action)[0];
