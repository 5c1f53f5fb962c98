import { connect } from 'node:net';
import { type Destination, isUnroutable, parseDestination } from '../../contract/ssh-destination.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { nameOrFid } from '../../lib/words.ts';
import { SINGLE_EVENT } from '../../resources/rows.ts';
import { addActivity } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';
import { system } from '../../system/system.ts';
import { type ProbeResult, probeResults, type Reach, reachWord } from './ssh-login.ts';

/** Longest wait for a server's banner, in milliseconds. */
export const PROBE_MS = 3000;
const SSH_PORT = 22;
/** A banner line has at most 255 bytes (RFC 4253, section 4.2); some servers send lines before it. */
const MAX_BYTES = 4096;

/** Connects, reads the server's SSH version, and hangs up within `withinMs`. Never fails. */
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

export type ProbeTarget = { readonly fid: string; readonly destination: string };

const AT_ONCE = 16;
const A_MINUTE = 200;
const MINUTE_MS = 60_000;
/** Bounds of the interval between probes of an address, in milliseconds. It grows while the result stays. */
const FIRST_AGAIN_MS = 10_000;
const LAST_AGAIN_MS = 120_000;

type Probing = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly probe: (destination: Destination) => Promise<Reach>;
  readonly targets: () => readonly ProbeTarget[];
  readonly onResult: (fid: string, found: ProbeResult) => void;
};

type ScheduledProbe = { readonly found: ProbeResult; readonly againMs: number; readonly due: number };

type ProbeScheduler = { readonly start: () => void; readonly stop: () => void };

/**
 * Probes instances on screen: at most 16 at once and 200 a minute, at random intervals, so that many consoles don't
 * connect together.
 */
export function createProbeScheduler({ clock, random, probe, targets, onResult }: Probing): ProbeScheduler {
  const known = new Map<string, ScheduledProbe>();
  const underWay = new Set<string>();
  let begun: readonly number[] = [];
  let timer: Cancel | null = null;
  let running = false;

  const isDue = ({ fid, destination }: ProbeTarget, now: number): boolean => {
    const before = known.get(fid);
    return (
      !underWay.has(fid) && (before === undefined || before.found.destination !== destination || before.due <= now)
    );
  };

  const runProbe = async ({ fid, destination }: ProbeTarget, parsed: Destination): Promise<void> => {
    underWay.add(fid);
    const reach = await probe(parsed);
    underWay.delete(fid);
    if (!running) return;
    const before = known.get(fid);
    const same = before?.found.destination === destination && before.found.reach.kind === reach.kind;
    const againMs = same ? Math.min(LAST_AGAIN_MS, before.againMs * 2) : FIRST_AGAIN_MS;
    const probeResult: ProbeResult = { destination, reach, at: clock.now() };
    known.set(fid, { found: probeResult, againMs, due: clock.steady() + againMs * (0.75 + random() / 2) });
    onResult(fid, probeResult);
  };

  const round = (): void => {
    const now = clock.steady();
    begun = begun.filter((at) => now - at < MINUTE_MS);
    for (const probeTarget of targets()) {
      if (underWay.size >= AT_ONCE || begun.length >= A_MINUTE) break;
      const parsed = parseDestination(probeTarget.destination);
      if (parsed === null || isUnroutable(parsed) || !isDue(probeTarget, now)) continue;
      begun = [...begun, now];
      void runProbe(probeTarget, parsed);
    }
    timer = clock.after(500 + random() * 500, round);
  };

  return {
    start: () => {
      if (running) return;
      running = true;
      round();
    },
    stop: () => {
      running = false;
      timer?.();
    },
  };
}

/** Stores a probe. Activity gets an instance's loss and return. */
export function instanceProbed(state: ConsoleState, fid: string, found: ProbeResult): ConsoleState {
  const before = probeResults(state).get(fid);
  const next = { ...state, reach: new Map(probeResults(state)).set(fid, found) };
  const wasUp = before?.reach.kind === 'up';
  const isUp = found.reach.kind === 'up';
  if (before === undefined || before.destination !== found.destination || wasUp === isUp) return next;
  const name = nameOrFid(state.lists.instances.rows.get(fid)?.row.name ?? null, fid);
  return addActivity(next, {
    ...SINGLE_EVENT,
    fid: `reach-${fid}-${found.at}`,
    at: found.at,
    since: null,
    from: 'here',
    who: 'service',
    outcome: 'seen',
    what: isUp ? `${name} answers to SSH again` : `${name} no longer answers to SSH: ${reachWord(found.reach) ?? ''}`,
    about: { pane: 'instances', fid },
  });
}
