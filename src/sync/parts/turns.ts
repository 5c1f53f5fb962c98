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

/** Time between two readings of rows that are being preempted, in milliseconds: their time left is short. */
const PREEMPTING_MS = 7000;

/** Most requests for rows that nobody looks at yet. */
const NEAR_REQUESTS = 6;

/** Rows of a list that are read again and again in parts, in turns of their own. */
export type Turn = {
  readonly name: string;
  readonly of: RequestClass;
  readonly rows: RowsToRead;
  /** Time between two turns, in milliseconds. */
  readonly everyMs: (pace: Pace) => number;
  /** Whether it goes on, more seldom, while the terminal has lost the focus. */
  readonly unattended: boolean;
  /** Most of the requests that it may take; with more its turns are further apart. */
  readonly share: number;
  /** Most of them where answers are so slow that rows would be older than three seconds. */
  readonly shareIfSlow?: number;
  /** Requests of a turn from which on its rows are left to the rest of the list. */
  readonly most?: number;
  /** Whether parts are read to their end, so that rows come that were not in them before. */
  readonly toTheEnd: boolean;
};

/** The turns of each list, the most urgent first: a row is read in the first one that has it. */
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
  // Parts by the status of preemption bring the rows that are newly preempted, too.
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
