import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.ts';
import type { BidStatus, InstanceStatus, VolumeRecord } from '../engine/model.ts';
import type { Kind, Region } from './hardware.ts';

export const DEMO_RESERVED = {
  name: 'serving',
  kind: '8xa100',
  region: 'us-central1-a',
  quantity: 2,
  age: 30 * DAY_MS,
} as const satisfies { name: string; kind: Kind; region: Region; quantity: number; age: number };

type DemoVolume = Pick<VolumeRecord, 'name' | 'interface' | 'capacityGb'> & {
  readonly region: Region;
  readonly age: number;
  readonly reserved: boolean;
};

const volume = (
  name: string,
  region: Region,
  disk: VolumeRecord['interface'],
  capacityGb: number,
  age: number,
  reserved = false,
): DemoVolume => ({ name, region, interface: disk, capacityGb, age, reserved });

export const DEMO_VOLUMES: readonly DemoVolume[] = [
  volume('imagenet', 'us-central1-a', 'File', 2000, 60 * DAY_MS),
  volume('ckpt', 'us-central1-a', 'File', 4000, 58 * DAY_MS, true),
  volume('corpus-eu', 'eu-north1-a', 'Block', 1500, 21 * DAY_MS),
  volume('eval-sets', 'eu-north1-a', 'File', 250, 14 * DAY_MS),
  volume('renders', 'us-east1-b', 'Block', 500, 2 * DAY_MS),
  volume('scratch', 'eu-west4-a', 'Block', 100, 3 * HOUR_MS),
];

/** Public keys of the demo; their private keys were discarded. */
export const DEMO_SSH_KEYS = [
  {
    name: 'ops',
    age: 90 * DAY_MS,
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEIR9Vvg+jFFiGzp1l1scjcH20eGZUJWPK8IieEDgeAq ops@example.net',
  },
  {
    name: 'laptop',
    age: 45 * DAY_MS,
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ3VOa4UWbs2S4Y1pRbk8V3DrbmKbGtIEoMNDQZn6d9v laptop@example.net',
  },
  {
    name: 'ci',
    age: 30 * DAY_MS,
    publicKey:
      'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCVvPo9BnFPGiKmFAlZJ2JuQs+uJDP+7RnFTibxdA77XIAYE0hHWNFztUCLoyLYc3sod/VNonoxysa0RmhIUmUlvqlPd1Aq3ajCvKWtnnk/RwOhGTYbY4n7zRPrephx426rO8wC5eYJlVKRxddizVO+huab+t1UQjAAHYus8UMvhdbneqcXW95F04chnu5UqTrEzVphfXkDZOQLxyoHkXeGSooK+K3GYdEqBNMG7T874dIbLE9/wzYnF1+FTLzn3hfPZYRhY+MQPa+cGSYf4ScJQHjEqfmKhWwWb8e8YPWf/qqeT/zw1WFfesXNJCo+aTST+jpdZ081C/G6BbqzOAk9 ci@example.net',
  },
] as const;

/** Their secrets never existed. `expires`: milliseconds from the start. */
export const DEMO_API_KEYS = [
  { name: 'laptop', snippet: 'fkey_Ab3d', age: 84 * DAY_MS, expires: 6 * DAY_MS },
  { name: 'ci', snippet: 'fkey_9xQz', age: 6 * DAY_MS, expires: 84 * DAY_MS },
] as const;

/** `limit`: percent of the base price. */
export type DemoBid = {
  readonly name: string;
  readonly kind: Kind;
  readonly region: Region;
  readonly quantity: number;
  readonly limit: number;
  readonly status: BidStatus;
  readonly age: number;
  readonly instances?: InstanceStatus;
  readonly volumes?: readonly string[];
  readonly keys: readonly string[];
  readonly script?: string;
};

type Standing = Pick<DemoBid, 'status' | 'instances'>;
const RUNS: Standing = { status: 'Allocated', instances: 'STATUS_RUNNING' };
const BEGINS: Standing = { status: 'Allocated', instances: 'STATUS_INITIALIZING' };
const OUTBID: Standing = { status: 'Preempting', instances: 'STATUS_PREEMPTING' };
const PAUSED: Standing = { status: 'Paused', instances: 'STATUS_PAUSED' };
const OPEN: Standing = { status: 'Open' };
const ENDED: Standing = { status: 'Terminated', instances: 'STATUS_TERMINATED' };

const TRAIN = '#!/bin/bash\nset -euo pipefail\ncd /mnt/ckpt\ntorchrun --nproc-per-node 8 train.py --resume latest\n';

const SWEEP = '#!/bin/bash\nwandb agent ml-research/sweep\n';

const bid = (
  name: string,
  kind: Kind,
  region: Region,
  quantity: number,
  limit: number,
  age: number,
  standing: Standing,
  keys: readonly string[],
  also: Pick<DemoBid, 'volumes' | 'script'> = {},
): DemoBid => ({ name, kind, region, quantity, limit, age, keys, ...standing, ...also });

/** Most run; those between 100 and 120 percent are outbid now and then; one has each other status. */
export const DEMO_BIDS: readonly DemoBid[] = [
  bid('train-llama', '8xh100', 'us-central1-a', 8, 155, 3 * DAY_MS, RUNS, ['ops', 'laptop'], {
    volumes: ['ckpt', 'imagenet'],
    script: TRAIN,
  }),
  bid('pretrain-b200', '8xb200', 'us-east1-b', 4, 160, 26 * HOUR_MS, RUNS, ['ops'], { script: TRAIN }),
  bid('finetune-mistral', '8xh100', 'eu-north1-a', 4, 140, 9 * HOUR_MS, RUNS, ['ops', 'laptop'], {
    volumes: ['corpus-eu'],
    script: TRAIN,
  }),
  bid('sweep-a', '4xa100', 'us-central1-a', 4, 109, 5 * HOUR_MS, RUNS, ['ops'], { script: SWEEP }),
  bid('sweep-b', '4xa100', 'eu-west4-a', 2, 112, 5 * HOUR_MS - 4 * MINUTE_MS, RUNS, ['ops'], { script: SWEEP }),
  bid('eval-night', '1xl40s', 'eu-north1-a', 2, 110, 7 * HOUR_MS, RUNS, ['ci'], { volumes: ['eval-sets'] }),
  bid('render', '1xl40s', 'us-east1-b', 3, 145, DAY_MS, RUNS, ['laptop'], { volumes: ['renders'] }),
  bid('notebooks', '1xl40s', 'us-central1-a', 2, 200, 12 * DAY_MS, RUNS, ['laptop']),
  bid('gpu-ci', '1xl40s', 'eu-north1-a', 1, 170, 20_000, BEGINS, ['ci']),
  bid('batch-embed', '8xa100', 'eu-west4-a', 3, 104, 2 * HOUR_MS, OUTBID, ['ops']),
  bid('distill', '8xa100', 'us-central1-a', 2, 130, 2 * DAY_MS, PAUSED, ['ops'], { volumes: ['ckpt'] }),
  bid('train-llama-eu', '8xh100', 'eu-west4-a', 8, 62, 40 * MINUTE_MS, OPEN, ['ops'], { script: TRAIN }),
  bid('sweep-c', '8xa100', 'us-east1-b', 4, 55, 6 * MINUTE_MS, OPEN, ['ops'], { script: SWEEP }),
  bid('eval-old', '1xl40s', 'us-central1-a', 1, 120, 8 * HOUR_MS, ENDED, ['ci']),
];
