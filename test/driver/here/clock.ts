import { AsyncResource } from 'node:async_hooks';
import type { Clock } from '../../../src/lib/clock.ts';

type Timer = { readonly due: number; readonly ring: () => void };

/** Stands still until moved. */
export type MovedClock = Clock & {
  /** Sets the time of day, in milliseconds since 1970; intervals stay. */
  readonly setTo: (now: number) => void;
  /** Of `steady`; null without timers. */
  readonly nextDue: () => number | null;
  /** Runs the timers due by then, each in its own context. */
  readonly moveTo: (steady: number) => void;
};

/** A Tuesday, in milliseconds since 1970. */
export const BEGIN = Date.UTC(2026, 11, 1, 9, 30);

export function createMovedClock(): MovedClock {
  let begin = BEGIN;
  let passed = 0;
  const timers = new Set<Timer>();
  const next = (): Timer | null => {
    let first: Timer | null = null;
    // Equal times run in order of creation.
    for (const timer of timers) if (first === null || timer.due < first.due) first = timer;
    return first;
  };
  return {
    now: () => begin + Math.floor(passed),
    steady: () => passed,
    after: (ms, then) => {
      const timer = { due: passed + Math.max(1, ms), ring: AsyncResource.bind(then) };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    setTo: (now) => {
      begin = now - Math.floor(passed);
    },
    nextDue: () => next()?.due ?? null,
    moveTo: (steady) => {
      passed = Math.max(passed, steady);
      for (let timer = next(); timer !== null && timer.due <= passed; timer = next()) {
        timers.delete(timer);
        timer.ring();
      }
    },
  };
}
