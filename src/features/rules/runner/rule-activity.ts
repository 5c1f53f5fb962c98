import { type EventKind, kindKey, notedKind } from '../../../changes/event-kind.ts';
import { type ActivityRow, SINGLE_EVENT } from '../../../resources/rows.ts';
import { addActivity, showAlert, showNotice } from '../../../store/activity.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { RuleAction } from '../engine/decision.ts';
import { NOT_SENT } from '../not-sent.ts';
import { type RuleEvent, ruleEventText } from './rule-event.ts';

/**
 * Adds an event of a rule to the activity list. What was sent is there as a write already; `id` is a number that no other event of
 * this program has.
 */
export function ruleEventAdded(state: ConsoleState, event: RuleEvent, id: number): ConsoleState {
  if (!isShown(event)) return state;
  const subject = 'rule' in event ? `Rule ${event.rule}` : 'This program';
  const fid = event.kind === 'action' && event.action.kind !== 'place' ? event.action.fid : null;
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

/** Verbs of actions, as those of the writes that carry them out. */
const VERBS = {
  pause: 'pause',
  resume: 'resume',
  cancel: 'cancel',
  limit: 'change',
  place: 'place',
} as const satisfies Readonly<Record<RuleAction['kind'], string>>;

/** The kind by which the actions of one rule join in one line: those that it rehearsed, that were not sent, or that were sent. */
function kindOf({ rule, action, outcome }: ActionEvent): EventKind {
  const verb = VERBS[action.kind];
  const words = outcome === 'rehearsed' || outcome === 'missed' ? `${NOT_SENT[outcome]}${verb}` : verb;
  return notedKind({ by: 'here', verb: words, list: 'bids', agent: { kind: 'rule', name: rule } });
}

/** The line of the group that an action of a rule is in; null when it is the only one of its kind. */
function groupLine({ lists: { activity } }: ConsoleState, event: ActionEvent): string | null {
  const key = kindKey(kindOf(event));
  const groups = [...activity.rows.values()].flatMap(({ row }) => (row.events.length > 0 ? [row] : []));
  const isAction = ({ kind, name }: Pick<ActivityRow, 'kind' | 'name'>): boolean =>
    kind !== null && kindKey(kind) === key && name === event.action.name;
  const own = groups.findLast(({ kind, events }) => kind !== null && kindKey(kind) === key && events.some(isAction));
  return own?.what ?? null;
}

const isBad = (event: RuleEvent): boolean =>
  event.kind === 'held' ||
  event.kind === 'hindered' ||
  event.kind === 'fight' ||
  (event.kind === 'action' && event.outcome === 'missed');

/** Whether an event is one that no write shows: a rehearsal, an action that was not sent, a rule that holds itself or is hindered, a takeover. */
function isShown(event: RuleEvent): boolean {
  switch (event.kind) {
    case 'action':
      return event.outcome === 'rehearsed' || event.outcome === 'missed';
    case 'held':
    case 'hindered':
    case 'free':
    case 'fight':
      return true;
    case 'begins':
      return event.after !== null;
    case 'waits':
      return false;
  }
}

/**
 * Shows an event of a rule that this console runs: in the activity list, and as a notice unless a dialog or a question is open. Actions
 * of one rule within a minute are one line in both.
 * `id` is a number that no other event of this program has.
 */
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
