import { firstWhere, type Interval } from '../../lib/intervals.ts';
import type { ChartLine, LineCell } from './band-chart.ts';
import type { BidState, BidSteps } from './bid-record.ts';

/** How the limit price of a bid is drawn in each of its states; null once it has ended. */
const CELLS: { readonly [State in BidState]: Exclude<LineCell, 'line'> | null } = {
  allocated: 'holds',
  open: 'waits',
  preempting: 'waits',
  other: 'waits',
  paused: 'rests',
  ended: null,
};

/** How the limit price of a bid is drawn in one of its states. */
export const lineCellOf = (state: BidState): Exclude<LineCell, 'line'> | null => CELLS[state];

/** Whether somebody looked in a part of a time. */
const isObserved = (observed: readonly Interval[], from: number, until: number): boolean => {
  const first = observed[firstWhere(observed, ({ to }) => to >= from)];
  return first !== undefined && first.from <= until;
};

/**
 * The limit price of a bid, in micros of a currency, as it stood last in each of some equal parts of a time. Null before the bid was first seen,
 * once it has ended, and where nobody looked.
 */
export function limitLine(
  { steps }: Pick<BidSteps, 'steps'>,
  observed: readonly Interval[],
  sign: string,
  { from, to }: Interval,
  parts: number,
): ChartLine {
  return Array.from({ length: parts }, (_, part) => {
    const begin = from + ((to - from) * part) / parts;
    const end = from + ((to - from) * (part + 1)) / parts;
    const step = steps[firstWhere(steps, ({ at }) => at >= end) - 1];
    const cell = step === undefined ? null : lineCellOf(step.state);
    if (cell === null || step?.limit?.sign !== sign || !isObserved(observed, begin, end)) return null;
    return { value: Number(step.limit.micros), cell };
  });
}
