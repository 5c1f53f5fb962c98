import { withoutPeriod } from '../../lib/words.ts';
import { SINGLE_EVENT } from '../../resources/activity-row.ts';
import { addActivity, showAlert, showNotice } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type NotifyEvent, notifyEventText } from './notify-event.ts';
import { NOTIFY_KEY } from './sending/waiting-events.ts';

/** Adds an event of the delivery to the activity list. `id` is a number that no other event of this program has. */
export function notifyEventAdded(state: ConsoleState, event: NotifyEvent, id: number): ConsoleState {
  return addActivity(state, {
    ...SINGLE_EVENT,
    fid: `${NOTIFY_KEY}${id}`,
    at: state.now,
    since: null,
    from: 'here',
    who: 'operator',
    outcome: event.kind === 'recovered' ? 'done' : 'refused',
    what: withoutPeriod(notifyEventText(event)),
    about: null,
  });
}

/** Shows an event of the delivery: in the activity list, and as a notice when it needs the operator. */
export function notifyEventShown(state: ConsoleState, event: NotifyEvent, id: number): ConsoleState {
  const added = notifyEventAdded(state, event, id);
  if (event.kind === 'recovered') return added;
  if (event.kind === 'stopped') return showAlert(added, notifyEventText(event));
  if (added.dialogs.length > 0 || added.tapQuestion !== null) return added;
  return showNotice(added, notifyEventText(event), 'warn');
}
