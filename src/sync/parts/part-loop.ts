import type { Cancel, Clock } from '../../lib/clock.ts';
import { MAX_OPEN } from '../request-schedule.ts';
import type { Part, Plan } from './plan.ts';

/** A slow service gets fewer requests. */
const TIME_SHARE = 0.5;

export type PartLoopParts = {
  readonly clock: Clock;
  readonly isReading: () => boolean;
  readonly plan: () => Plan;
  /** Milliseconds between two turns, and the least. */
  readonly everyMs: (requests: number, tookMs: number) => number;
  readonly leastMs: (requests: number) => number;
  /** `waited`: a request's wait before it was sent, in milliseconds. */
  readonly send: (part: Part, signal: AbortSignal, waited: (ms: number) => void) => Promise<void>;
  /** Called with the requests of the next turn; 0 when nothing is read. */
  readonly expects: (requests: number) => void;
};

export type PartLoop = {
  readonly schedule: () => void;
  readonly again: () => void;
  readonly soon: () => void;
  readonly stop: () => void;
};

export function createPartLoop({ clock, isReading, plan, everyMs, leastMs, send, expects }: PartLoopParts): PartLoop {
  let abort: AbortController | null = null;
  let timer: Cancel | null = null;
  let isAgain = false;
  /** When the next turn is due, and the earliest allowed time. */
  let dueAt = Number.NEGATIVE_INFINITY;
  let allowedAt = Number.NEGATIVE_INFINITY;

  const schedule = (): void => {
    timer?.();
    timer = null;
    if (abort !== null) return;
    if (!isReading()) rests();
    else if (isAgain) void turn();
    else timer = clock.after(Math.max(0, dueAt - clock.steady()), () => void turn());
  };

  const rests = (): void => {
    isAgain = false;
    expects(0);
  };

  const turn = async (): Promise<void> => {
    timer?.();
    timer = null;
    isAgain = false;
    if (!isReading()) {
      rests();
      return;
    }
    const own = new AbortController();
    abort = own;
    const began = clock.steady();
    const { parts, requests } = plan();
    expects(requests);
    /** Milliseconds of the service, without the waits for the budget. */
    let serviceMs = 0;
    const timed = async (part: Part): Promise<void> => {
      const sentAt = clock.steady();
      await send(part, own.signal, (ms) => {
        serviceMs -= ms;
      });
      serviceMs += clock.steady() - sentAt;
    };
    await Promise.all(parts.map(timed));
    if (own.signal.aborted) return;
    abort = null;
    allowedAt = began + Math.max(leastMs(requests), serviceMs / MAX_OPEN / TIME_SHARE);
    dueAt = Math.max(began + everyMs(requests, clock.steady() - began), allowedAt);
    schedule();
  };

  return {
    schedule,
    again: () => {
      isAgain = true;
      schedule();
    },
    soon: () => {
      dueAt = Math.min(dueAt, Math.max(allowedAt, clock.steady()));
      schedule();
    },
    stop: () => {
      timer?.();
      timer = null;
      abort?.abort();
      abort = null;
      rests();
    },
  };
}
