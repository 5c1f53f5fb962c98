import { DAY_MS, HOUR_MS } from '../../lib/duration.ts';
import type { VolumeRecord } from '../engine/model.ts';
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
