import { SINGLE_EVENT } from '../../resources/local-rows.ts';
import { addActivity } from '../activity.ts';
import type { ConsoleState } from '../state.ts';
import type { RuleEvent } from './rule-event.ts';
import { ruleEventText } from './rule-words.ts';

/**
 * Adds an event of a rule to the activity list. What was sent is there as a write already; `id` is a number that no other event of
 * this program has.
 */
export function ruleEventAdded(state: ConsoleState, event: RuleEvent, id: number): ConsoleState {
  if (!isShown(event)) return state;
  const isRule = event.kind === 'action' || event.kind === 'held';
  const subject = isRule ? `Rule ${event.rule}` : 'This program';
  const fid = event.kind === 'action' && event.action.kind !== 'place' ? event.action.fid : null;
  return addActivity(state, {
    ...SINGLE_EVENT,
    fid: `rule-${id}`,
    at: state.now,
    since: null,
    from: 'here',
    who: 'operator',
    outcome: isBad(event) ? 'refused' : 'done',
    what: `${subject} ${ruleEventText(event)}`,
    about: fid === null ? null : { pane: 'bids', fid },
  });
}

const isBad = (event: RuleEvent): boolean =>
  event.kind === 'held' || event.kind === 'fight' || (event.kind === 'action' && event.outcome === 'missed');

/** Whether an event is one that no write shows: a rehearsal, an action that was not sent, a rule that holds itself, a takeover. */
function isShown(event: RuleEvent): boolean {
  switch (event.kind) {
    case 'action':
      return event.outcome === 'rehearsed' || event.outcome === 'missed';
    case 'held':
    case 'fight':
      return true;
    case 'begins':
      return event.after !== null;
    case 'waits':
      return false;
  }
}
