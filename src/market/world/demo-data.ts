import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.ts';
import type { BidStatus, InstanceStatus, VolumeRecord } from '../engine/model.ts';
import type { Kind, Region } from './hardware.ts';

/** Instances of a reservation instead of a bid. */
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

export const DEMO_VOLUMES: readonly DemoVolume[] = [
  {
    name: 'imagenet',
    region: 'us-central1-a',
    interface: 'File',
    capacityGb: 2000,
    age: 60 * DAY_MS,
    reserved: false,
  },
  {
    name: 'ckpt',
    region: 'us-central1-a',
    interface: 'File',
    capacityGb: 4000,
    age: 58 * DAY_MS,
    reserved: true,
  },
  {
    name: 'corpus-eu',
    region: 'eu-north1-a',
    interface: 'Block',
    capacityGb: 1500,
    age: 21 * DAY_MS,
    reserved: false,
  },
  {
    name: 'eval-sets',
    region: 'eu-north1-a',
    interface: 'File',
    capacityGb: 250,
    age: 14 * DAY_MS,
    reserved: false,
  },
  {
    name: 'renders',
    region: 'us-east1-b',
    interface: 'Block',
    capacityGb: 500,
    age: 2 * DAY_MS,
    reserved: false,
  },
  {
    name: 'scratch',
    region: 'eu-west4-a',
    interface: 'Block',
    capacityGb: 100,
    age: 3 * HOUR_MS,
    reserved: false,
  },
];

/** Public keys whose private keys were discarded when they were made. */
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

/** API keys of the demo. Their secrets never existed, so they are never valid. `expires` is milliseconds from the start. */
export const DEMO_API_KEYS = [
  { name: 'laptop', snippet: 'fkey_Ab3d', age: 84 * DAY_MS, expires: 6 * DAY_MS },
  { name: 'ci', snippet: 'fkey_9xQz', age: 6 * DAY_MS, expires: 84 * DAY_MS },
] as const;

/** A bid of the seed world. `limit` is a share of the base price in percent; `age` is milliseconds. */
export type DemoBid = {
  readonly name: string;
  readonly kind: Kind;
  readonly region: Region;
  readonly quantity: number;
  readonly limit: number;
  readonly status: BidStatus;
  readonly age: number;
  /** Status of its instances, if it has any. */
  readonly instances?: InstanceStatus;
  readonly volumes?: readonly string[];
  readonly keys?: readonly string[];
  readonly script?: string;
};

const RUNS = { status: 'Allocated', instances: 'STATUS_RUNNING' } as const;

const TRAIN = '#!/bin/bash\nset -euo pipefail\ncd /mnt/ckpt\ntorchrun --nproc-per-node 8 train.py --resume latest\n';

const SWEEP = '#!/bin/bash\nwandb agent ml-research/sweep\n';

/**
 * Bids of a believable project: most run, some are close enough to the spot price to be outbid now
 * and then (those between 100 and 120 percent), and there is one bid of each other status.
 */
export const DEMO_BIDS: readonly DemoBid[] = [
  {
    name: 'train-llama',
    kind: '8xh100',
    region: 'us-central1-a',
    quantity: 8,
    limit: 155,
    age: 3 * DAY_MS,
    volumes: ['ckpt', 'imagenet'],
    keys: ['ops', 'laptop'],
    script: TRAIN,
    ...RUNS,
  },
  {
    name: 'pretrain-b200',
    kind: '8xb200',
    region: 'us-east1-b',
    quantity: 4,
    limit: 160,
    age: 26 * HOUR_MS,
    keys: ['ops'],
    script: TRAIN,
    ...RUNS,
  },
  {
    name: 'finetune-mistral',
    kind: '8xh100',
    region: 'eu-north1-a',
    quantity: 4,
    limit: 140,
    age: 9 * HOUR_MS,
    volumes: ['corpus-eu'],
    keys: ['ops', 'laptop'],
    script: TRAIN,
    ...RUNS,
  },
  {
    name: 'sweep-a',
    kind: '4xa100',
    region: 'us-central1-a',
    quantity: 4,
    limit: 109,
    age: 5 * HOUR_MS,
    keys: ['ops'],
    script: SWEEP,
    ...RUNS,
  },
  {
    name: 'sweep-b',
    kind: '4xa100',
    region: 'eu-west4-a',
    quantity: 2,
    limit: 112,
    age: 5 * HOUR_MS - 4 * MINUTE_MS,
    keys: ['ops'],
    script: SWEEP,
    ...RUNS,
  },
  {
    name: 'eval-night',
    kind: '1xl40s',
    region: 'eu-north1-a',
    quantity: 2,
    limit: 110,
    age: 7 * HOUR_MS,
    volumes: ['eval-sets'],
    keys: ['ci'],
    ...RUNS,
  },
  {
    name: 'render',
    kind: '1xl40s',
    region: 'us-east1-b',
    quantity: 3,
    limit: 145,
    age: DAY_MS,
    volumes: ['renders'],
    keys: ['laptop'],
    ...RUNS,
  },
  {
    name: 'notebooks',
    kind: '1xl40s',
    region: 'us-central1-a',
    quantity: 2,
    limit: 200,
    age: 12 * DAY_MS,
    keys: ['laptop'],
    ...RUNS,
  },
  {
    name: 'gpu-ci',
    kind: '1xl40s',
    region: 'eu-north1-a',
    quantity: 1,
    limit: 170,
    age: 20_000,
    keys: ['ci'],
    status: 'Allocated',
    instances: 'STATUS_INITIALIZING',
  },
  {
    name: 'batch-embed',
    kind: '8xa100',
    region: 'eu-west4-a',
    quantity: 3,
    limit: 104,
    age: 2 * HOUR_MS,
    keys: ['ops'],
    status: 'Preempting',
    instances: 'STATUS_PREEMPTING',
  },
  {
    name: 'distill',
    kind: '8xa100',
    region: 'us-central1-a',
    quantity: 2,
    limit: 130,
    age: 2 * DAY_MS,
    volumes: ['ckpt'],
    keys: ['ops'],
    status: 'Paused',
    instances: 'STATUS_PAUSED',
  },
  {
    name: 'train-llama-eu',
    kind: '8xh100',
    region: 'eu-west4-a',
    quantity: 8,
    limit: 62,
    age: 40 * MINUTE_MS,
    keys: ['ops'],
    script: TRAIN,
    status: 'Open',
  },
  {
    name: 'sweep-c',
    kind: '8xa100',
    region: 'us-east1-b',
    quantity: 4,
    limit: 55,
    age: 6 * MINUTE_MS,
    keys: ['ops'],
    script: SWEEP,
    status: 'Open',
  },
  {
    name: 'eval-old',
    kind: '1xl40s',
    region: 'us-central1-a',
    quantity: 1,
    limit: 120,
    age: 8 * HOUR_MS,
    keys: ['ci'],
    status: 'Terminated',
    instances: 'STATUS_TERMINATED',
  },
];
