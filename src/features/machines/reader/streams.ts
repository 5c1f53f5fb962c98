import type { Clock } from '../../../lib/clock.ts';
import {
  type MachineProblem,
  type MachineTarget,
  NEEDS_OPERATOR,
  type ReadingEvent,
  type SampleSource,
  type SampleStream,
  type StreamListener,
} from '../reading.ts';

/** Shortest time between turns of a machine, in milliseconds. */
export const TURN_AGAIN_MS = 60_000;

type OpenStream = {
  readonly target: MachineTarget;
  readonly source: SampleSource;
  readonly everyMs: number;
  /** Ends with its first sample. */
  turn: boolean;
  opening: boolean;
  /** Last time on screen, by the steady clock. */
  seenAt: number;
  /** First sample, by the steady clock. */
  sampledAt: number | null;
};

type StreamsHost = {
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvent: (event: ReadingEvent) => void;
  /** Another connection can be opened. */
  readonly onRoom: () => void;
};

type Streams = {
  readonly open: ReadonlyMap<string, OpenStream>;
  readonly opening: () => number;
  readonly begin: (own: Pick<OpenStream, 'target' | 'source' | 'everyMs' | 'turn'>) => void;
  readonly end: (fid: string) => void;
  /** Failures in a row. */
  readonly failures: (target: MachineTarget) => number;
  /** Whether a machine without a stream may be tried now. */
  readonly isDue: (target: MachineTarget) => boolean;
  /** Forgets failures of a machine; of all without a fid. */
  readonly forgive: (fid?: string) => void;
  readonly forgetGone: (exists: (target: MachineTarget) => boolean) => void;
};

/** Opens and ends streams, and remembers failures. */
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
      // The source may have finished before it returned.
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

/** Bounds of the wait after a failure, in milliseconds; it doubles each time. */
const FIRST_AGAIN_MS = 5000;
const LAST_AGAIN_MS = 120_000;
/** A stream lasting this long was no failure to connect, in milliseconds. */
const LASTED_MS = 60_000;

/** Failures in a row; `due` by the steady clock, never without the operator. */
type Attempts = { readonly target: MachineTarget; readonly failures: number; readonly due: number };

/** `lastedMs` is the time with samples. */
type Failure = {
  readonly target: MachineTarget;
  readonly lastedMs: number;
  readonly problem: MachineProblem;
  readonly now: number;
};

/** `random` from 0 to 1 spreads machines failing together. */
function attemptsAfter(before: Attempts | null, failure: Failure, random: number): Attempts {
  const { target, lastedMs, problem, now } = failure;
  const failures = lastedMs >= LASTED_MS ? 1 : (before?.failures ?? 0) + 1;
  const waitMs = Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** Math.min(failures - 1, 10)) * (0.5 + random);
  return { target, failures, due: NEEDS_OPERATOR.includes(problem.kind) ? Number.POSITIVE_INFINITY : now + waitMs };
}
