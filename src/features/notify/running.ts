import { hostname } from 'node:os';
import type { RunningPart } from '../../command/feature.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { own } from '../../lib/typed-key.ts';
import { withoutPeriod } from '../../lib/words.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import { SINGLE_EVENT } from '../../resources/rows.ts';
import { addActivity, showAlert, showNotice } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type NotifyEvent, notifyEventText } from './sending/progress.ts';
import { startNotifications } from './sending/sender.ts';
import { fitsFilter, NOTIFY_KEY } from './sending/waiting-events.ts';
import { createAddresses, postWebhook } from './sending/webhook.ts';
import { notifyTargets } from './settings.ts';
import { takesProfile } from './target.ts';

/** Sends new events of the journal. A read-only program does it too: nothing goes to the service. */
export const running: RunningPart = {
  runtime: {
    sends: ({ store, clock, random, environment, profile, scopes, report }, journal) => {
      const addresses = createAddresses(environment);
      const connected = () => store.getState().connected;
      const { profile: name } = connected();
      return startNotifications({
        journal,
        clock,
        random,
        newId: () => crypto.randomUUID(),
        post: postWebhook,
        words: store.getState().features,
        onEvent: (event) =>
          report({
            line: notifyEventText(event),
            added: (state, id) => notifyEventAdded(state, event, id),
            shown: (state, id) => notifyEventShown(state, event, id),
          }),
        runs: printableLine(`process ${process.pid} on ${hostname()}`),
        targets: () => addresses(own(profile(), notifyTargets).filter((target) => takesProfile(target, name))),
        scopes,
        about: ({ project }) =>
          project === ''
            ? { profile: name, project: null, projectName: null }
            : { profile: name, project, projectName: aliasOr(project, connected().aliases) },
        fits: (event, target) => fitsFilter(store.getState(), event, target),
      }).stop;
    },
  },
};

function notifyEventAdded(state: ConsoleState, event: NotifyEvent, id: number): ConsoleState {
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

function notifyEventShown(state: ConsoleState, event: NotifyEvent, id: number): ConsoleState {
  const added = notifyEventAdded(state, event, id);
  if (event.kind === 'recovered') return added;
  if (event.kind === 'stopped') return showAlert(added, notifyEventText(event));
  if (added.dialogs.length > 0 || added.tapQuestion !== null) return added;
  return showNotice(added, notifyEventText(event), 'warn');
}
