import { type EventKind, kindKey, notedKind } from '../../../changes/event-kind.ts';
import type { LeaseEvent } from '../../../journal/lease.ts';
import { withoutPeriod } from '../../../lib/words.ts';
import { type ActivityRow, SINGLE_EVENT } from '../../../resources/rows.ts';
import { addActivity, showAlert, showNotice } from '../../../store/activity.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { type ActionOutcome, fidOf, type RuleAction } from '../engine/decision.ts';
import { priceText } from '../engine/rule.ts';
import { NOT_SENT } from '../not-sent.ts';

/** What an operator sees of rules. `why` is a sentence. */
export type RuleEvent =
  | {
      readonly kind: 'action';
      readonly rule: string;
      readonly action: RuleAction;
      /** `unknown`: the answer was lost, and lists will show. */
      readonly outcome: ActionOutcome | 'unknown';
      /** Why it was refused, not sent or is unknown. */
      readonly why: string | null;
    }
  | { readonly kind: 'held'; readonly rule: string; readonly why: string }
  /** It can't do its work, and can again. */
  | { readonly kind: 'hindered'; readonly rule: string; readonly why: string }
  | { readonly kind: 'free'; readonly rule: string }
  /** Rules at odds over a bid don't run. */
  | { readonly kind: 'fight'; readonly why: string }
  | LeaseEvent;

/** Without the name of its rule, and without a period. */
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

/** `pause train-a` and `paused train-a`. */
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

/** For a narrow column, the bid near its beginning: `set train-a to $12.50`. */
export const shortAction = (action: RuleAction): string =>
  action.kind === 'limit' ? `set ${action.name} to ${priceText(action.limit)}` : actionWords(action)[0];

/** Adds an event to the activity list, where writes stand already. */
export function ruleEventAdded(state: ConsoleState, event: RuleEvent, id: number): ConsoleState {
  if (!isShown(event)) return state;
  const subject = 'rule' in event ? `Rule ${event.rule}` : 'This program';
  const fid = event.kind === 'action' ? fidOf(event.action) : null;
  return addActivity(state, {
    ...SINGLE_EVENT,
    fid: `rule-${id}`,
    at: state.now,
    since: null,
    from: 'here',
    who: 'operator',
    // Nothing was sent, so nothing is done.
    outcome: isBad(event) ? 'refused' : 'seen',
    what: `${subject} ${ruleEventText(event)}`,
    about: fid === null ? null : { pane: 'bids', fid },
    ...(event.kind === 'action' ? { name: event.action.name, kind: kindOf(event) } : {}),
  });
}

type ActionEvent = Extract<RuleEvent, { kind: 'action' }>;

/** By it the actions of one rule join in one line. */
function kindOf({ rule, action, outcome }: ActionEvent): EventKind {
  const verb = action.kind === 'limit' ? 'change' : action.kind;
  const words = outcome === 'rehearsed' || outcome === 'missed' ? `${NOT_SENT[outcome]}${verb}` : verb;
  return notedKind({ by: 'here', verb: words, list: 'bids', agent: { kind: 'rule', name: rule } });
}

/** The joined line of an action; null when it stands alone. */
function groupLine({ lists: { activity } }: ConsoleState, event: ActionEvent): string | null {
  const key = kindKey(kindOf(event));
  const isOwn = ({ kind }: Pick<ActivityRow, 'kind'>): boolean => kind !== null && kindKey(kind) === key;
  const groups = [...activity.rows.values()].flatMap(({ row }) => (isOwn(row) ? [row] : []));
  return (
    groups.findLast(({ events }) => events.some((one) => isOwn(one) && one.name === event.action.name))?.what ?? null
  );
}

const isBad = (event: RuleEvent): boolean =>
  event.kind === 'held' ||
  event.kind === 'hindered' ||
  event.kind === 'fight' ||
  (event.kind === 'action' && event.outcome === 'missed');

/** Whether no write shows it already. */
const isShown = (event: RuleEvent): boolean =>
  event.kind === 'action'
    ? event.outcome === 'rehearsed' || event.outcome === 'missed'
    : event.kind === 'begins'
      ? event.after !== null
      : event.kind !== 'waits';

/** Shows an event as activity, and as a notice unless a dialog or question is open. */
export function ruleEventShown(state: ConsoleState, event: RuleEvent, id: number): ConsoleState {
  const added = ruleEventAdded(state, event, id);
  if (event.kind === 'begins' || event.kind === 'waits') return added;
  if (event.kind === 'fight') return showAlert(added, event.why);
  const alone = `Rule ${event.rule} ${ruleEventText(event)}`;
  if (event.kind === 'held') return showAlert(added, `${alone}.`);
  if (added.dialogs.length > 0 || added.tapQuestion !== null) return added;
  if (event.kind === 'hindered') return showAlert(added, `${alone}.`);
  if (event.kind === 'free') return showNotice(added, `${alone}.`);
  const text = `${groupLine(added, event) ?? alone}.`;
  return showNotice(added, text, event.outcome === 'done' || event.outcome === 'rehearsed' ? 'plain' : 'warn');
}
