/** Width of a step in which times are counted, in milliseconds. */
const STEP_MS = 25;

/** Many times, in milliseconds: counted in steps, so that millions of them take no memory. */
export type Spread = {
  readonly add: (ms: number) => void;
  readonly count: () => number;
  /** The time that a share of the times, from 0 to 1, does not exceed, rounded up to a step; NaN without times. */
  readonly percentile: (share: number) => number;
  readonly worst: () => number;
};

export function createSpread(): Spread {
  const steps: number[] = [];
  let count = 0;
  let worst = Number.NaN;
  return {
    add: (ms) => {
      const step = Math.max(0, Math.ceil(ms / STEP_MS));
      steps[step] = (steps[step] ?? 0) + 1;
      count += 1;
      worst = count === 1 ? ms : Math.max(worst, ms);
    },
    count: () => count,
    percentile: (share) => {
      let left = Math.ceil(share * count);
      for (const [step, times] of steps.entries()) {
        left -= times ?? 0;
        if (times !== undefined && left <= 0) return Math.min(step * STEP_MS, worst);
      }
      return Number.NaN;
    },
    worst: () => worst,
  };
}
