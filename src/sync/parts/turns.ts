import type { Pace } from '../../store/defaults.ts';
import {
  endedInView,
  markedRows,
  preemptingRows,
  type RowsToRead,
  rowsAwaited,
  rowsDecidedOn,
  rowsInView,
  rowsNearView,
} from '../../store/targets.ts';
import type { RequestClass } from '../request-schedule.ts';

/** Their time left is short. In milliseconds. */
const PREEMPTING_MS = 7000;

/** Most requests for rows not in view. */
const NEAR_REQUESTS = 6;

export type Turn = {
  readonly name: string;
  readonly of: RequestClass;
  readonly rows: RowsToRead;
  /** Milliseconds between two turns. */
  readonly everyMs: (pace: Pace) => number;
  /** Whether it goes on while the terminal has lost the focus. */
  readonly unattended: boolean;
  /** Share of the requests; with more its turns are further apart. */
  readonly share: number;
  /** Share where slow answers would make rows older than three seconds. */
  readonly shareIfSlow?: number;
  /** Requests from which its rows are left to the rest of the list. */
  readonly most?: number;
  /** Whether parts are read to their end, for rows that were not in them before. */
  readonly toTheEnd: boolean;
};

/** The most urgent first: a row is read in the first turn that has it. */
export const TURNS: readonly Turn[] = [
  {
    name: 'view',
    of: 'view',
    rows: rowsInView,
    everyMs: visible,
    unattended: false,
    share: 0.52,
    shareIfSlow: 0.6,
    toTheEnd: false,
  },
  {
    name: 'pending',
    of: 'pending',
    rows: rowsAwaited,
    everyMs: visible,
    unattended: true,
    share: 0.3,
    toTheEnd: false,
  },
  {
    name: 'decided',
    of: 'pending',
    rows: rowsDecidedOn,
    everyMs: visible,
    unattended: true,
    share: 0.3,
    toTheEnd: false,
  },
  {
    name: 'marked',
    of: 'pending',
    rows: markedRows,
    everyMs: visible,
    unattended: false,
    share: 0.2,
    toTheEnd: false,
  },
  // Parts by status bring newly preempted rows, too.
  {
    name: 'preempting',
    of: 'preempting',
    rows: preemptingRows,
    everyMs: preempting,
    unattended: true,
    share: 0.3,
    toTheEnd: true,
  },
  {
    name: 'ended',
    of: 'near',
    rows: endedInView,
    everyMs: visible,
    unattended: false,
    share: 0.2,
    toTheEnd: false,
  },
  {
    name: 'near',
    of: 'near',
    rows: rowsNearView,
    everyMs: hidden,
    unattended: false,
    share: 0.05,
    most: NEAR_REQUESTS,
    toTheEnd: false,
  },
];

function visible({ visibleMs }: Pace): number {
  return visibleMs;
}

function hidden({ hiddenMs }: Pace): number {
  return hiddenMs;
}

function preempting({ visibleMs }: Pace): number {
  return Math.max(visibleMs, PREEMPTING_MS);
}
