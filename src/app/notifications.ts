import { hostname } from 'node:os';
import type { StoreApi } from 'zustand/vanilla';
import { postWebhook } from '../api/webhook.ts';
import type { NotifySetting } from '../config/notify-setting.ts';
import { createAddresses } from '../config/notify-url.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import { printableLine } from '../lib/sanitize.ts';
import { aliasOr } from '../resources/parts/aliases.ts';
import { fitsFilter } from '../state/notify/fits.ts';
import type { NotifyEvent } from '../state/notify/notify-event.ts';
import { type Notifications, startNotifications } from '../state/notify/sender.ts';
import { takesProfile } from '../state/notify/target.ts';
import { projectsOf } from '../state/projects.ts';
import type { ConsoleState } from '../state/state.ts';
import type { Environment } from '../system/terminal.ts';

type Parts = {
  readonly store: StoreApi<ConsoleState>;
  readonly journal: Journal;
  readonly clock: Clock;
  /** Name of the service in the journal. */
  readonly service: string;
  readonly targets: () => readonly NotifySetting[];
  /** Variables that may hold addresses. */
  readonly environment: Environment;
  readonly onEvent: (event: NotifyEvent) => void;
};

/** Sends notifications of the projects that a program shows. It sends nothing to the service, so a read-only program does it too. */
export function sendNotifications({
  store,
  journal,
  clock,
  service,
  targets,
  environment,
  onEvent,
}: Parts): Notifications {
  const addresses = createAddresses(environment);
  const { profile } = store.getState().connected;
  return startNotifications({
    ...{ journal, clock, random: Math.random, newId: () => crypto.randomUUID(), post: postWebhook, onEvent },
    runs: printableLine(`process ${process.pid} on ${hostname()}`),
    targets: () => addresses(targets().filter((target) => takesProfile(target, profile))),
    scopes: () => projectsOf(store.getState().connected).map((project) => ({ service, project })),
    about: ({ project }) => {
      const { aliases } = store.getState().connected;
      return project === ''
        ? { profile, project: null, projectName: null }
        : { profile, project, projectName: aliasOr(project, aliases) };
    },
    fits: (event, target) => fitsFilter(store.getState(), event, target),
  });
}
