import type { FleetSize } from '../service/fleet.ts';

/** A fleet with its targets. */
export type Fleet = FleetSize & {
  readonly title: string;
  readonly byDefault: boolean;
  readonly requestsAMinute: number;
};

const SIZE = { bids: 5000, liveBids: 5000, instances: 10_000 };
const FEW = 5;
const REQUESTS = 600;
const REQUESTS_OF_SMALL = 200;

export const FLEETS = {
  usual: {
    title: '5,000 bids, 500 of them live, and 10,000 instances',
    ...SIZE,
    liveBids: 500,
    preemptingBids: FEW,
    byDefault: true,
    requestsAMinute: REQUESTS,
  },
  live: {
    title: '5,000 live bids and 10,000 instances',
    ...SIZE,
    preemptingBids: FEW,
    byDefault: true,
    requestsAMinute: REQUESTS,
  },
  preempted: {
    title: '5,000 live bids, 350 of them being preempted, and 10,000 instances',
    ...SIZE,
    preemptingBids: 350,
    byDefault: false,
    requestsAMinute: REQUESTS,
  },
  large: {
    title: '5,000 bids, 4,000 of them live, and 20,000 instances',
    ...SIZE,
    liveBids: 4000,
    instances: 20_000,
    preemptingBids: FEW,
    byDefault: false,
    requestsAMinute: REQUESTS,
  },
  huge: {
    title: '5,000 live bids and 100,000 instances',
    ...SIZE,
    instances: 100_000,
    preemptingBids: FEW,
    byDefault: false,
    requestsAMinute: REQUESTS,
  },
  team: {
    title: '400 bids, 300 of them live, and 800 instances',
    bids: 400,
    liveBids: 300,
    instances: 800,
    preemptingBids: FEW,
    volumes: 40,
    sshKeys: 10,
    byDefault: false,
    requestsAMinute: REQUESTS,
  },
  small: {
    title: '150 bids, 100 of them live, 300 instances, 20 volumes and 10 keys',
    bids: 150,
    liveBids: 100,
    instances: 300,
    preemptingBids: FEW,
    volumes: 20,
    sshKeys: 10,
    byDefault: false,
    requestsAMinute: REQUESTS_OF_SMALL,
  },
} as const satisfies Record<string, Fleet>;

export type FleetName = keyof typeof FLEETS;
export const fleetNames: readonly FleetName[] = ['usual', 'live', 'preempted', 'large', 'huge', 'team', 'small'];
