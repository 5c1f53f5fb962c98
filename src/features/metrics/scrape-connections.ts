import type { Socket } from 'node:net';
import type { Clock } from '../../lib/clock.ts';

/** Most connections that have shown the token, and most of them with all that wait for an answer: a few Prometheus servers, and who looks. */
const MOST_ADMITTED = 16;
const MOST_WAITING = 64;
/** Most connections that have not, and most of them of one address once their moment is over. */
const MOST_STRANGERS = 1024;
const MOST_OF_ADDRESS = 8;
/** The moment that every connection has for its request, in milliseconds: a scraper sends it as soon as it is connected. */
const MOMENT_MS = 1000;

type ScrapeConnections = {
  /** Takes a new connection. */
  readonly opened: (socket: Socket) => void;
  /** Takes a connection whose request may be answered: strangers no longer cost it its place. */
  readonly admitted: (socket: Socket) => void;
  /** Takes such a connection once its answer is sent: it may be closed for another one then. */
  readonly answered: (socket: Socket) => void;
};

/**
 * Bounds the number of connections without refusing a new one: for it the oldest one is closed that has not shown the token, of the
 * address that has most of them. Whoever shows the token at once can then not be kept out by those who never do, not even when all of
 * them come from one address.
 */
export function createScrapeConnections({ after }: Pick<Clock, 'after'>): ScrapeConnections {
  /** Connections that have not shown the token, the oldest first, with their address, and how many each address has. */
  const strangers = new Map<Socket, string>();
  const counts = new Map<string, number>();
  /** Connections that have shown it, the one that did so longest ago first. */
  const known = new Set<Socket>();
  const waiting = new Set<Socket>();

  const forget = (socket: Socket): void => {
    const address = strangers.get(socket);
    if (address === undefined) return;
    strangers.delete(socket);
    const left = (counts.get(address) ?? 0) - 1;
    if (left > 0) counts.set(address, left);
    else counts.delete(address);
  };
  const closeOldest = (from: string | null): void => {
    for (const [socket, address] of strangers) {
      if (address !== from) continue;
      forget(socket);
      socket.destroy();
      return;
    }
  };
  const fullest = (): string | null => {
    const [first] = [...counts].sort(([, a], [, b]) => b - a);
    return first?.[0] ?? null;
  };

  const closeLongestAgo = (): void => {
    if (known.size <= MOST_ADMITTED) return;
    const idle = [...known].find((socket) => !waiting.has(socket));
    const [first] = known;
    const closed = idle ?? (known.size > MOST_WAITING ? first : undefined);
    if (closed === undefined) return;
    known.delete(closed);
    closed.destroy();
  };

  return {
    opened: (socket) => {
      const address = socket.remoteAddress ?? '';
      strangers.set(socket, address);
      counts.set(address, (counts.get(address) ?? 0) + 1);
      const cancel = after(MOMENT_MS, () => {
        if (strangers.has(socket) && (counts.get(address) ?? 0) > MOST_OF_ADDRESS) closeOldest(address);
      });
      socket.once('close', () => {
        cancel();
        forget(socket);
        known.delete(socket);
        waiting.delete(socket);
      });
      if (strangers.size > MOST_STRANGERS) closeOldest(fullest());
    },
    admitted: (socket) => {
      forget(socket);
      known.delete(socket);
      known.add(socket);
      waiting.add(socket);
      closeLongestAgo();
    },
    answered: (socket) => {
      waiting.delete(socket);
      closeLongestAgo();
    },
  };
}
