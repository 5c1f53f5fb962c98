import type { RuntimeAccess } from '../../../app/runtime-part.ts';
import type { Scope } from '../../../journal/scope.ts';
import type { AddressedTarget } from '../target.ts';
import { createChannel, type Delivering } from './channel.ts';

/** Interval at which the journal is read for new events, in milliseconds. */
const TICK_MS = 1000;
/** Longest time that the end of the program waits for what is left, in milliseconds. */
const LAST_MS = 1000;

/** What is sent, and where. */
export type Sending = Omit<Delivering, 'scope'> &
  Pick<RuntimeAccess, 'scopes'> & {
    /** Targets of the config, which may be read again at any time. */
    readonly targets: () => readonly AddressedTarget[];
  };

/** Sends the events of the journal to the targets of the config while the program runs. `stop` gives what is left at most a second. */
export type Notifications = { readonly stop: () => Promise<void> };

/** Starts to send notifications: one channel for each target and scope. Targets that were changed begin anew. */
export function startNotifications(parts: Sending): Notifications {
  const { journal, clock, targets, scopes } = parts;
  const channels = new Map<
    string,
    { readonly target: AddressedTarget; readonly channel: ReturnType<typeof createChannel> }
  >();
  let cancel = (): void => undefined;
  let stopped = false;

  const follow = (): void => {
    // Another file has its own events, and how far each target has got with them.
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

/** The scopes with those of the lists that belong to no project. */
function scopesOf(scopes: readonly Scope[]): readonly Scope[] {
  const all = scopes.flatMap((scope) => [scope, { ...scope, project: '' }]);
  return [...new Map(all.map((scope) => [JSON.stringify(scope), scope])).values()];
}
