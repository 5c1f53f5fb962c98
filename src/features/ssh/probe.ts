import { connect } from 'node:net';
import type { Destination } from '../../contract/ssh-destination.ts';
import type { Clock } from '../../lib/clock.ts';
import { system } from '../../system/system.ts';

/** Result of a short probe of an SSH address. */
export type Reach =
  | { readonly kind: 'up'; readonly ms: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'no-banner' }
  | { readonly kind: 'bad-name' }
  | { readonly kind: 'unreachable' };

/** Longest wait for a server's banner, in milliseconds. */
export const PROBE_MS = 3000;
const SSH_PORT = 22;
/** Most bytes that are read. A banner line has at most 255 (RFC 4253, section 4.2); some servers send lines before it. */
const MAX_BYTES = 4096;

/** Connects, reads until the server's SSH version, and hangs up. Never fails, never waits longer than `withinMs`. */
export function probe(
  { host, port }: Destination,
  withinMs = PROBE_MS,
  { steady, after }: Pick<Clock, 'steady' | 'after'> = system().clock,
): Promise<Reach> {
  return new Promise((done) => {
    const began = steady();
    const socket = connect({ host, port: port ?? SSH_PORT });
    let received = '';
    let connected = false;
    const end = (reach: Reach): void => {
      cancel();
      socket.destroy();
      done(reach);
    };
    const cancel = after(withinMs, () => end(connected ? { kind: 'no-banner' } : { kind: 'timeout' }));
    socket.on('connect', () => {
      connected = true;
    });
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (/(?:^|\n)SSH-[12]\.\d/.test(received)) end({ kind: 'up', ms: Math.max(1, Math.round(steady() - began)) });
      else if (received.length > MAX_BYTES) end({ kind: 'no-banner' });
    });
    socket.on('end', () => end({ kind: 'no-banner' }));
    socket.on('error', (error) => end(reachOf(error, connected)));
  });
}

function reachOf(error: Error, connected: boolean): Reach {
  const code = 'code' in error ? error.code : null;
  if (connected) return { kind: 'no-banner' };
  if (code === 'ECONNREFUSED') return { kind: 'refused' };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { kind: 'bad-name' };
  if (code === 'ETIMEDOUT') return { kind: 'timeout' };
  return { kind: 'unreachable' };
}
