import { type Destination, isUnroutable, parseDestination } from '../../contract/ssh-destination.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';
import type { Reach } from './probe.ts';

/** An instance to probe: its identifier and its address from the service. */
export type ProbeTarget = { readonly fid: string; readonly destination: string };

/** Last result of probing an address, and its time. */
export type ProbeResult = { readonly destination: string; readonly reach: Reach; readonly at: number };

const AT_ONCE = 16;
const A_MINUTE = 200;
const MINUTE_MS = 60_000;
/** First and longest interval of probes of an address, in milliseconds; it grows while the result stays the same. */
const FIRST_AGAIN_MS = 10_000;
const LAST_AGAIN_MS = 120_000;

/** What is probed, and how. */
type Probing = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly probe: (destination: Destination) => Promise<Reach>;
  /** Instances on screen. */
  readonly targets: () => readonly ProbeTarget[];
  readonly onResult: (fid: string, found: ProbeResult) => void;
};

type ScheduledProbe = { readonly found: ProbeResult; readonly againMs: number; readonly due: number };

export type ProbeScheduler = { readonly start: () => void; readonly stop: () => void };

/**
 * Probes whether the instances on screen answer to SSH: at most 16 at once and 200 a minute, each address
 * at growing, randomly spread intervals, so that many consoles don't connect at the same time.
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
