import type { RuntimeAccess } from '../../../app/runtime-part.ts';
import type { JournalEvent } from '../../../changes/change-event.ts';
import type { AsyncJournal } from '../../../journal/async-journal.ts';
import { createLease } from '../../../journal/lease.ts';
import type { Scope } from '../../../journal/scope.ts';
import { describeError } from '../../../lib/os-error.ts';
import { withoutPeriod } from '../../../lib/words.ts';
import { notifyJournal, notifyLease, type StoredNotifications } from '../journal.ts';
import type { AddressedTarget } from '../target.ts';
import { composeMessage, type EventWords, type MessageContent } from './message.ts';
import type { NotifyEvent } from './progress.ts';
import * as progress from './progress.ts';
import { createWaiting, isSent, MAX_READ } from './waiting-events.ts';
import type { WebhookAnswer, WebhookMessage } from './webhook.ts';

const TICK_MS = 1000;
/** Longest wait at the end of the program. */
const LAST_MS = 1000;

type Sending = Omit<Delivering, 'scope'> &
  Pick<RuntimeAccess, 'scopes'> & {
    /** May change with the config file. */
    readonly targets: () => readonly AddressedTarget[];
  };

type Notifications = { readonly stop: () => Promise<void> };

/** One channel for each target and scope; a changed target starts over. */
export function startNotifications(parts: Sending): Notifications {
  const { journal, clock, targets, scopes } = parts;
  const channels = new Map<
    string,
    { readonly target: AddressedTarget; readonly channel: ReturnType<typeof createChannel> }
  >();
  let cancel = (): void => undefined;
  let stopped = false;

  const follow = (): void => {
    // Another file has its own events and cursors.
    const { number } = journal.status();
    const wanted = new Map(
      targets().flatMap((target) =>
        scopesOf(scopes()).map((scope) => [JSON.stringify([target.name, scope, number]), { target, scope }]),
      ),
    );
    for (const [key, { target, channel }] of channels) {
      if (wanted.get(key)?.target === target) continue;
      void channel.stop();
      channels.delete(key);
    }
    for (const [key, { target, scope }] of wanted)
      if (!channels.has(key)) channels.set(key, { target, channel: createChannel(target, { ...parts, scope }) });
  };

  const tick = (): void => {
    follow();
    for (const { channel } of channels.values()) channel.tick();
    cancel = clock.after(TICK_MS, tick);
  };
  tick();

  return {
    stop: async () => {
      if (stopped) return;
      stopped = true;
      cancel();
      if (channels.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = clock.after(LAST_MS, resolve);
      const all = [...channels.values()].map(({ channel }) => channel);
      await Promise.race([Promise.all(all.map((channel) => channel.finish())), promise]);
      end();
      await Promise.all(all.map((channel) => channel.stop()));
    },
  };
}

/** Scopes of events, those of lists without a project included. */
function scopesOf(scopes: readonly Scope[]): readonly Scope[] {
  const all = scopes.flatMap((scope) => [scope, { ...scope, project: '' }]);
  return [...new Map(all.map((scope) => [JSON.stringify(scope), scope])).values()];
}

/** How often unwanted events are passed over in the journal. */
const SKIP_MS = 60_000;
/** Entries before a message, for the losses of its incidents. */
const EARLIER = 5000;
/** A full message waits for no more events. */
const FULL = 100;

export type Delivering = Pick<RuntimeAccess, 'clock' | 'random'> & {
  readonly journal: AsyncJournal;
  readonly scope: Scope;
  /** A random UUID. */
  readonly newId: () => string;
  /** This program, for the others. */
  readonly runs: string;
  readonly post: (url: URL, message: WebhookMessage, signal: AbortSignal) => Promise<WebhookAnswer>;
  readonly about: (scope: Scope) => Pick<MessageContent, 'profile' | 'project' | 'projectName'>;
  readonly fits: (event: JournalEvent, target: AddressedTarget) => boolean;
  readonly words: EventWords;
  readonly onEvent: (event: NotifyEvent) => void;
};

/** Sends the events of a scope to a target. A message keeps its range and id in every attempt, by any program; only the holder of the lease sends. */
export function createChannel(target: AddressedTarget, parts: Delivering) {
  const { journal, scope, clock, random, onEvent } = parts;
  const { name } = target;
  // Not the program's: after a change of the config the old channel may still be finishing.
  const holder = parts.newId();
  const stopping = new AbortController();
  const lease = createLease({
    journal,
    clock,
    holder,
    runs: parts.runs,
    onEvent: () => undefined,
    scope: notifyLease(scope, name),
  });
  journal.record(notifyJournal, 'beginNotifications', scope, name);
  const fits = (event: JournalEvent): boolean => parts.fits(event, target);
  const stored = (): Promise<StoredNotifications | null> => journal.ask(notifyJournal, 'notifications', scope, name);
  const waiting = createWaiting({ journal, scope, fits });
  let sending: Promise<void> | null = null;
  let pumping: Promise<boolean> | null = null;
  /** The result of an attempt, not kept yet: nothing is sent before. */
  let unkept: StoredNotifications | null = null;
  let skippedAt = clock.steady();

  const keep = async (next: StoredNotifications): Promise<boolean> => {
    const kept = await journal.act(notifyJournal, 'keepNotifications', scope, name, holder, next);
    unkept = kept === 'not-kept' ? next : null;
    return kept === 'kept';
  };

  /** Keeps the events of the next message. */
  const begin = async (now: StoredNotifications, hurries: boolean): Promise<StoredNotifications | null> => {
    const at = clock.now();
    const { events, leftOut } = waiting.current(at);
    const [first] = events;
    const last = events.at(-1);
    if (first === undefined || last === undefined) return null;
    const isYoung = Math.abs(at - first.at) < target.groupMs && events.length < FULL;
    if (isYoung && !hurries) return null;
    const id = parts.newId();
    const { covers } = composeMessage(parts.words, target.format, messageParts(id, at, events, events, leftOut));
    const until = events[covers - 1]?.id ?? last.id;
    const next = progress.withMessage(now, { id, from: first.id - 1, until, leftOut, at });
    return (await keep(next)) ? next : null;
  };

  const messageParts = (
    id: string,
    at: number,
    events: readonly JournalEvent[],
    around: readonly JournalEvent[],
    leftOut: number,
  ): MessageContent => ({
    id,
    target: name,
    at,
    events,
    around,
    leftOut,
    ...parts.about(scope),
  });

  const eventsBetween = async (after: number, until: number): Promise<readonly JournalEvent[]> => {
    const all: JournalEvent[] = [];
    for (let last = after; last < until; ) {
      const read = await journal.ask(notifyJournal, 'eventsBetween', scope, last, until, MAX_READ);
      all.push(...read.events);
      if (read.isEnd || read.last === last) break;
      last = read.last;
    }
    return all;
  };

  /** Rebuilds the message from the journal, for each attempt. */
  const messageOf = async (message: progress.BegunMessage): Promise<WebhookMessage | null> => {
    const { id, from, until, leftOut, at } = message;
    const events = await eventsBetween(from, until);
    const fitting = events.filter((event) => isSent(event) && fits(event) && event.at >= at - progress.OLDEST_MS);
    if (fitting.length === 0) return null;
    const before = target.format === 'json' ? [] : await eventsBetween(from - EARLIER, from);
    const { body } = composeMessage(
      parts.words,
      target.format,
      messageParts(id, at, fitting, [...before, ...events], leftOut),
    );
    return body === null ? null : { id, body };
  };

  const send = async (before: StoredNotifications, message: WebhookMessage): Promise<void> => {
    const answer = await target.url().then(
      (url) =>
        lease.isSafe() ? parts.post(url, message, stopping.signal) : ({ kind: 'aborted' } satisfies WebhookAnswer),
      (error: unknown) => ({ kind: 'failed', why: withoutPeriod(describeError(error)) }) as const,
    );
    if (answer.kind === 'aborted' || stopping.signal.aborted) return;
    const { kind, next, why } = progress.attempted(before, answer, clock.now(), random());
    await keep(next);
    const wasShown = before.tries >= progress.FAILURES_SHOWN || before.refusals > 0;
    if (kind === 'delivered') {
      if (wasShown) onEvent({ kind: 'recovered', target: name });
    } else if (kind === 'later') {
      if (next.tries === progress.FAILURES_SHOWN) onEvent({ kind: 'failing', target: name, why: why ?? '' });
    } else onEvent({ kind, target: name, why: kind === 'stopped' ? (next.stopped ?? '') : (why ?? '') });
  };

  /** Sends due messages. Returns whether a request is under way. */
  const pump = async (hurries: boolean): Promise<boolean> => {
    if (sending !== null) {
      await lease.hold();
      return true;
    }
    if (unkept !== null && !(await keep(unkept)) && unkept !== null) return false;
    const before = await stored();
    if (before === null) {
      journal.record(notifyJournal, 'beginNotifications', scope, name);
      return false;
    }
    waiting.forgetUntil(before);
    const isRead = await waiting.readOn();
    if (stopping.signal.aborted) return false;
    if (before.stopped !== null || (before.message === null && !waiting.hasAny(clock.now()))) {
      void lease.end();
      const isDue = hurries || clock.steady() - skippedAt >= SKIP_MS;
      if (isDue && waiting.isEmpty() && before.message === null && waiting.scanned() > before.cursor) {
        skippedAt = clock.steady();
        journal.record(notifyJournal, 'skipEvents', scope, name, before.cursor, waiting.scanned());
      }
      return false;
    }
    // How many are left out is known once all are read.
    if (!isRead || progress.waitOf(before, clock.now()) > 0 || !(await lease.hold())) return false;
    // Another program may have sent before it gave up its lease.
    const held = await stored();
    if (held === null || held.stopped !== null || progress.waitOf(held, clock.now()) > 0) return false;
    waiting.forgetUntil(held);
    if (stopping.signal.aborted) return false;
    const now = held.message === null ? await begin(held, hurries) : held;
    const message = now === null ? null : progress.begunIn(now);
    if (now === null || message === null) return false;
    const body = await messageOf(message);
    if (stopping.signal.aborted) return false;
    if (body === null) {
      await keep(progress.withoutMessage(now));
      return false;
    }
    sending = send(now, body).finally(() => {
      sending = null;
    });
    return true;
  };

  return {
    tick: (): void => {
      pumping ??= pump(false).finally(() => {
        pumping = null;
      });
    },
    /** Sends all waiting events, at once. */
    finish: async (): Promise<void> => {
      await pumping;
      while (!stopping.signal.aborted && (await pump(true))) await sending;
    },
    /** Gives up the request under way and the lease. */
    stop: (): Promise<void> => {
      stopping.abort();
      return lease.end();
    },
  };
}
