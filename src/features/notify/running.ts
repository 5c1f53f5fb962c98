import type { RunningPart } from '../../command/feature.ts';
import { own } from '../../lib/typed-key.ts';
import { notifyJournal } from './journal.ts';
import { notifyEventAdded, notifyEventShown } from './notices.ts';
import { notifyEventText } from './notify-event.ts';
import { notifyTargets } from './settings.ts';
import { sendNotifications } from './start.ts';

/** Sends notifications of what the journal gets. */
export const running: RunningPart = {
  runtime: {
    sends: ({ store, clock, environment, profile, scope, report }, journal) =>
      sendNotifications({
        store,
        clock,
        environment,
        journal: notifyJournal(journal),
        service: scope().service,
        targets: () => own(profile(), notifyTargets),
        onEvent: (event) =>
          report({
            line: notifyEventText(event),
            added: (state, id) => notifyEventAdded(state, event, id),
            shown: (state, id) => notifyEventShown(state, event, id),
          }),
      }).stop,
  },
};
