import type { FleetSize } from '../service/fleet.ts';

/** A fleet to measure with, and the longest time in milliseconds within which its changes are to be on screen; null without a target. */
export type Fleet = FleetSize & {
  readonly title: string;
  /** Whether it is measured without being asked for. */
  readonly byDefault: boolean;
  readonly bidChangeMs: number | null;
  readonly instanceChangeMs: number | null;
  /** Oldest row on screen, at p95. */
  readonly ageMs: number | null;
};

const SIZE = { bids: 5000, instances: 10_000 };

export const FLEETS = {
  usual: {
    title: '5,000 bids, 500 of them live, and 10,000 instances',
    ...SIZE,
    liveBids: 500,
    byDefault: true,
    bidChangeMs: 3000,
    instanceChangeMs: 3000,
    ageMs: null,
  },
  live: {
    title: '5,000 live bids and 10,000 instances',
    ...SIZE,
    liveBids: SIZE.bids,
    byDefault: true,
    bidChangeMs: 8000,
    instanceChangeMs: 3000,
    ageMs: null,
  },
  huge: {
    title: '5,000 live bids and 100,000 instances',
    bids: SIZE.bids,
    liveBids: SIZE.bids,
    instances: 100_000,
    byDefault: false,
    bidChangeMs: null,
    instanceChangeMs: null,
    ageMs: 3000,
  },
} as const satisfies Record<string, Fleet>;

export type FleetName = keyof typeof FLEETS;
export const fleetNames: readonly FleetName[] = ['usual', 'live', 'huge'];
