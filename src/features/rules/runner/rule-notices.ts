import { showAlert, showNotice } from '../../../store/activity.ts';
import type { ConsoleState } from '../../../store/state.ts';
import { groupLine, ruleEventAdded } from './rule-activity.ts';
import type { RuleEvent } from './rule-event.ts';
import { ruleEventText } from './rule-words.ts';

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
