import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { NotifyEvent } from '../../../src/features/notify/sending/progress.ts';
import { startNotifications } from '../../../src/features/notify/sending/sender.ts';
import { postWebhook } from '../../../src/features/notify/sending/webhook.ts';
import type { AddressedTarget } from '../../../src/features/notify/target.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import type { Scope } from '../../../src/journal/scope.ts';
import { EVERYTHING } from '../../../src/resources/filter/parse.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { HERE } from '../../journal/scope.ts';
import { type HandClock, quiet } from '../../store/hand-clock.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';

/** Time after which a hanging receiver is given up in tests, in milliseconds of real time. */
const TIMEOUT_MS = 250;

export function target(origin: string, more: Partial<AddressedTarget> = {}): AddressedTarget {
  const url = async (): Promise<URL> => new URL(`${origin}/services/T0/secret-token`);
  return { name: 'team', format: 'json', filter: EVERYTHING, profiles: [], groupMs: 0, url, ...more };
}

/** A program that sends notifications: with its own connection to the journal, real requests, and time by hand. */
export function programThatNotifies(
  path: string,
  clock: HandClock,
  targets: () => readonly AddressedTarget[],
  { random = () => 0, scopes = [HERE] }: { readonly random?: () => number; readonly scopes?: readonly Scope[] } = {},
) {
  const journal = openFeatureJournal(path, clock.now);
  const events: NotifyEvent[] = [];
  const requests = new Set<Promise<unknown>>();
  const sender = startNotifications({
    journal: sameThread(journal),
    clock,
    random,
    targets,
    scopes: () => scopes,
    newId: randomUUID,
    words: loadedFeatures,
    runs: 'a test',
    post: (url, message, signal) => {
      const request = postWebhook(url, message, signal, TIMEOUT_MS);
      requests.add(request);
      void request.finally(() => requests.delete(request));
      return request;
    },
    about: ({ project }) => ({ profile: 'prod', project: project === '' ? null : project, projectName: null }),
    fits: () => true,
    onEvent: (event) => void events.push(event),
  });
  let closed = false;
  const close = (): void => {
    if (!closed) journal.close();
    closed = true;
  };
  onTestFinished(close);
  /** Resolves when no request is under way. */
  const settled = async (): Promise<void> => {
    for (await quiet(); requests.size > 0; await quiet()) await Promise.all(requests);
  };
  return {
    journal,
    events,
    settled,
    /** Ends without a word: the file is closed under it, as when the process is killed. */
    kill: close,
    stop: async (): Promise<void> => {
      const stopped = sender.stop();
      await settled();
      await stopped;
      close();
    },
  };
}

export type NotifyingProgram = ReturnType<typeof programThatNotifies>;

/** Lets seconds pass, and each request come back in its second. */
export async function seconds(
  clock: HandClock,
  count: number,
  ...programs: readonly NotifyingProgram[]
): Promise<void> {
  for (let n = 0; n < count; n++) {
    await clock.pass(1000);
    for (const { settled } of programs) await settled();
  }
}

let noted = 0;

/** Records an event as another console does. Returns its name. */
export function happens(journal: Pick<FeatureJournal, 'note'>, at: number, scope: Scope = HERE): string {
  noted += 1;
  const what = `Pause train-${noted}`;
  const action = { verb: 'pause', list: 'bids', name: `train-${noted}` } as const;
  journal.note(scope, `write-${noted}`, at, {
    kind: 'noted',
    who: 'operator',
    outcome: 'done',
    what,
    about: null,
    action,
  });
  return what;
}
