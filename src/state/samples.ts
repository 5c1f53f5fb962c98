import type { ConsoleState, Sample } from './state.ts';
import { exposureNow, runningNow } from './totals.ts';

/** Samples are this far apart at least, and as many are kept: an hour. */
const APART_MS = 10_000;
const MOST = 360;

/** After lists arrived: what runs now is remembered for the picture in the header. */
export function sampled(state: ConsoleState, now: number): ConsoleState {
  const { bids, instances } = state.lists;
  if (bids.fetchedAt === null || instances.fetchedAt === null) return state;
  const last = state.samples.at(-1);
  if (last !== undefined && now - last.at < APART_MS) return state;
  const [cost] = exposureNow(state);
  const sample: Sample = { at: now, running: runningNow(state), costMicros: Number(cost?.micros ?? 0n) };
  return { ...state, samples: [...state.samples, sample].slice(-MOST) };
}
