import type { Cancel, Clock } from '../../../lib/clock.ts';
import { SEEN_MS } from '../../../lib/seen-time.ts';
import { HISTORY } from '../reading.ts';
import type { Sample } from '../sample.ts';
import type { SampleSource } from '../source.ts';
import { hardwareOf } from './simulated-hardware.ts';
import { type SimulatedMachine, simulatedSample } from './simulated-sample.ts';
import { roleOf } from './simulated-workloads.ts';

/** Time in which a simulated machine shows the same numbers, in milliseconds: all consoles on one market see the same. */
const STEP_MS = 5000;
/** Time after the start of a source in which a machine brings samples of before it, in milliseconds. */
const NEWCOMER_MS = 60_000;
/** Longest time without a stream, in milliseconds, that a machine fills with samples: a longer one was a pause. */
const LONGEST_GAP_MS = 180_000;
/** Times until a machine that answers late does so, in milliseconds. */
const LATE_MS = 4000;
const LATE_EVERY_MS = 20_000;

/** What is known of an instance whose machine is simulated. Time in milliseconds since 1970. */
export type SimulatedInstance = {
  readonly name: string | null;
  readonly instance_type: string | null;
  readonly created_at: number | null;
};

/** Returns a number that is always the same for a text, and differs much for texts that differ little. */
function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (const letter of text) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (seed ^ (seed >>> 16)) >>> 0;
}

function machineOf(fid: string, { name, instance_type, created_at }: SimulatedInstance): SimulatedMachine {
  const seed = seedOf(fid);
  return {
    seed,
    group: seedOf((name ?? fid).replace(/-\d+$/, '')),
    createdAt: created_at ?? 0,
    hardware: hardwareOf(instance_type ?? ''),
    ...roleOf(name ?? '', seed),
  };
}

const stepOf = (at: number): number => Math.floor(at / STEP_MS) * STEP_MS;

/** Returns the samples of a time range, one for each step in it. */
function samplesBetween(machine: SimulatedMachine, from: number, to: number): readonly Sample[] {
  const first = Math.max(stepOf(from), stepOf(machine.createdAt)) + STEP_MS;
  const steps = Array.from({ length: Math.max(0, (stepOf(to) - first) / STEP_MS) }, (_, n) => first + n * STEP_MS);
  return steps.map((at) => simulatedSample(machine, at));
}

/** Returns what a machine would have said before a time: its history, and the time since which it does nothing. */
function pastOf(machine: SimulatedMachine, now: number): readonly Sample[] {
  const recent = samplesBetween(machine, now - HISTORY * STEP_MS, now);
  const resting = machine.workload.restingSince(machine, stepOf(now));
  const from = recent[0]?.at;
  if (resting === null || from === undefined || resting >= from) return recent;
  const first = stepOf(resting) + STEP_MS;
  // Near enough to each other that the machine counts as idle in between.
  const before = Array.from({ length: Math.ceil((from - first) / SEEN_MS) }, (_, n) => first + n * SEEN_MS);
  return [...before.map((at) => simulatedSample(machine, at)), ...recent];
}

/**
 * Returns a source that makes samples up from the identifier of an instance and the time, for a market without machines. At the
 * start it brings a history, so that a newcomer sees at once what a console shows after an hour. It opens no connection.
 */
export function simulatedSource(
  clock: Clock,
  instanceOf: (fid: string) => SimulatedInstance | undefined,
): SampleSource {
  const startedAt = clock.steady();
  /** Time of the last sample of each machine. */
  const sampledAt = new Map<string, number>();

  const pastFor = (fid: string, machine: SimulatedMachine, now: number): readonly Sample[] => {
    const last = sampledAt.get(fid);
    if (machine.answers !== 'at-once') return [];
    if (last !== undefined) return now - last > LONGEST_GAP_MS ? [] : samplesBetween(machine, last, now);
    return clock.steady() - startedAt > NEWCOMER_MS ? [] : pastOf(machine, now);
  };

  return {
    simulated: true,
    open: ({ fid }, everyMs, { opened, sampled, ended }) => {
      const instance = instanceOf(fid);
      let cancel: Cancel = () => undefined;
      const close = (): void => cancel();
      const after = (ms: number, then: () => void): void => {
        cancel = clock.after(ms, then);
      };
      if (instance === undefined) {
        after(0, () => ended({ kind: 'closed', message: 'The instance is gone.' }));
        return { close };
      }
      const machine = machineOf(fid, instance);
      if (machine.answers === 'no-key') {
        after(400, () => ended({ kind: 'no-key', message: 'Permission denied (publickey).' }));
        return { close };
      }
      const late = machine.answers === 'late';
      const every = late ? Math.max(everyMs, LATE_EVERY_MS) : everyMs;
      const next = (): void => {
        const now = clock.now();
        // All consoles take their samples at the same times, whenever they began.
        after(every - (now % every), next);
        sampledAt.set(fid, now);
        sampled({ ...simulatedSample(machine, stepOf(now)), at: now });
      };
      after(late ? LATE_MS : 0, () => {
        opened(pastFor(fid, machine, clock.now()));
        next();
      });
      return { close };
    },
  };
}
