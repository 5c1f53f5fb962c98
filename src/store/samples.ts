import type { ConsoleState, Sample } from './state.ts';
import { exposureNow, runningNow } from './totals.ts';

/** Shortest interval between two samples, in milliseconds. */
export const INTERVAL_MS = 10_000;
/** An hour. */
const MAX_SAMPLES = 360;

/** Adds a sample for the header's sparklines, after lists arrived. */
export function sampled(state: ConsoleState, now: number): ConsoleState {
  const { bids, instances } = state.lists;
  if (bids.fetchedAt === null || instances.fetchedAt === null) return state;
  const last = state.samples.at(-1);
  if (last !== undefined && now - last.at < INTERVAL_MS) return state;
  const cost = exposureNow(state);
  const costMicros = cost.kind === 'known' ? Number(cost.amounts[0]?.micros ?? 0n) : null;
  const sample: Sample = { at: now, running: runningNow(state), costMicros };
  return { ...state, samples: [...state.samples, sample].slice(-MAX_SAMPLES) };
}
