import { hostname } from 'node:os';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import { projectsOf } from '../../store/projects.ts';
import type { NotifyJournal } from './journal.ts';
import type { NotifyEvent } from './notify-event.ts';
import { fitsFilter } from './sending/fits.ts';
import { type Notifications, startNotifications } from './sending/sender.ts';
import { createAddresses } from './sending/url.ts';
import { postWebhook } from './sending/webhook.ts';
import type { NotifySetting } from './setting.ts';
import { takesProfile } from './target.ts';

/** A runtime that sends notifications. */
type Notifying = Pick<RuntimeAccess, 'store' | 'clock' | 'environment'> & {
  readonly journal: NotifyJournal;
  /** Name of the service in the journal. */
  readonly service: string;
  readonly targets: () => readonly NotifySetting[];
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
}: Notifying): Notifications {
  const addresses = createAddresses(environment);
  const { profile } = store.getState().connected;
  return startNotifications({
    journal,
    clock,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    post: postWebhook,
    words: store.getState().features,
    onEvent,
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
