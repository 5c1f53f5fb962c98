import type { Clock } from '../../../lib/clock.ts';
import type { ReadingEvent } from '../reading.ts';
import {
  type MachineProblem,
  type MachineTarget,
  NEEDS_OPERATOR,
  type SampleSource,
  type SampleStream,
  type StreamListener,
} from '../source.ts';

/** Shortest time between two turns of a machine, in milliseconds. */
export const TURN_AGAIN_MS = 60_000;

/** A stream of a machine, and its source and interval. */
type OpenStream = {
  readonly target: MachineTarget;
  readonly source: SampleSource;
  readonly everyMs: number;
  /** Ends with its first sample. */
  turn: boolean;
  /** Whether the connection is still being opened. */
  opening: boolean;
  /** Last time on screen, in milliseconds of the steady clock. */
  seenAt: number;
  /** Time of the first sample, of the same clock. */
  sampledAt: number | null;
};

/** Whoever keeps streams open. */
type StreamsHost = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: (event: ReadingEvent) => void;
  /** Called when another connection can be opened. */
  readonly onRoom: () => void;
};

type Streams = {
  readonly open: ReadonlyMap<string, OpenStream>;
  /** Connections that are being opened. */
  readonly opening: () => number;
  readonly begin: (own: Pick<OpenStream, 'target' | 'source' | 'everyMs' | 'turn'>) => void;
  readonly end: (fid: string) => void;
  /** Failures in a row of a machine. */
  readonly failures: (target: MachineTarget) => number;
  /** Whether a machine has no stream and may be tried now. */
  readonly isDue: (target: MachineTarget) => boolean;
  /** Forgets the failures of a machine; of all without a fid. */
  readonly forgive: (fid?: string) => void;
  readonly forgetGone: (exists: (target: MachineTarget) => boolean) => void;
};

/** Opens and ends streams, and remembers which machines failed. */
export function createStreams({ clock, random, onEvent, onRoom }: StreamsHost): Streams {
  const open = new Map<string, OpenStream>();
  const handles = new Map<string, SampleStream>();
  const attempts = new Map<string, Attempts>();

  const attemptsOf = ({ fid, destination }: MachineTarget): Attempts | null => {
    const tried = attempts.get(fid);
    return tried?.target.destination === destination ? tried : null;
  };

  const end = (fid: string): void => {
    open.delete(fid);
    handles.get(fid)?.close();
    handles.delete(fid);
  };

  const listenerOf = (own: OpenStream): StreamListener => {
    const { target } = own;
    const { fid } = target;
    const isCurrent = (): boolean => open.get(fid) === own;
    return {
      opened: (past = []) => {
        own.opening = false;
        if (!isCurrent()) return;
        for (const sample of past) onEvent({ kind: 'sampled', fid, sample });
        onRoom();
      },
      sampled: (sample) => {
        if (!isCurrent()) return;
        own.opening = false;
        own.sampledAt ??= clock.steady();
        onEvent({ kind: 'sampled', fid, sample: own.turn ? { ...sample, againMs: TURN_AGAIN_MS } : sample });
        if (!own.turn) return;
        attempts.delete(fid);
        end(fid);
        onRoom();
      },
      ended: (problem) => {
        if (!isCurrent()) return;
        open.delete(fid);
        handles.delete(fid);
        const now = clock.steady();
        const failure = { target, problem, now, lastedMs: own.sampledAt === null ? 0 : now - own.sampledAt };
        attempts.set(fid, attemptsAfter(attemptsOf(target), failure, random()));
        onEvent({ kind: 'failed', fid, problem, at: clock.now() });
        onRoom();
      },
    };
  };

  return {
    open,
    opening: () => [...open.values()].filter(({ opening }) => opening).length,
    begin: ({ target, source, everyMs, turn }) => {
      const own = { target, source, everyMs, turn, opening: true, seenAt: clock.steady(), sampledAt: null };
      open.set(target.fid, own);
      const handle = source.open(target, everyMs, listenerOf(own));
      // The source may have brought the sample of a turn, or failed, before it returned.
      if (open.get(target.fid) === own) handles.set(target.fid, handle);
      else handle.close();
    },
    end,
    failures: (target) => attemptsOf(target)?.failures ?? 0,
    isDue: (target) => !open.has(target.fid) && (attemptsOf(target)?.due ?? 0) <= clock.steady(),
    forgive: (fid) => {
      if (fid === undefined) attempts.clear();
      else attempts.delete(fid);
    },
    forgetGone: (exists) => {
      for (const [fid, { target }] of attempts) if (!exists(target)) attempts.delete(fid);
    },
  };
}

/** Shortest and longest wait before a machine that failed is tried again, in milliseconds; it doubles with each failure. */
const FIRST_AGAIN_MS = 5000;
const LAST_AGAIN_MS = 120_000;
/** A stream that lasted this long, in milliseconds, was no failure to connect: the wait begins anew. */
const LASTED_MS = 60_000;

/** The failures of a machine in a row, and when it may be tried again, in milliseconds of the steady clock; never without the operator. */
type Attempts = { readonly target: MachineTarget; readonly failures: number; readonly due: number };

/** The stream that failed: how long it brought samples, in milliseconds, and why it ended. */
type Failure = {
  readonly target: MachineTarget;
  readonly lastedMs: number;
  readonly problem: MachineProblem;
  readonly now: number;
};

/** The attempts after a failure. `random` from 0 to 1 spreads machines that failed together. */
function attemptsAfter(before: Attempts | null, failure: Failure, random: number): Attempts {
  const { target, lastedMs, problem, now } = failure;
  const failures = lastedMs >= LASTED_MS ? 1 : (before?.failures ?? 0) + 1;
  const waitMs = Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + random);
  return { target, failures, due: NEEDS_OPERATOR.includes(problem.kind) ? Number.POSITIVE_INFINITY : now + waitMs };
}
