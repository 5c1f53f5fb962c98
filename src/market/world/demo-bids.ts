import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.ts';
import type { BidStatus, InstanceStatus } from '../engine/model.ts';
import type { Kind, Region } from './hardware.ts';

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
