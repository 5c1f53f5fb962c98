import { createHash } from 'node:crypto';

/** Equal numbers of instances for each bid. From `liveBids` on, bids and their instances ended long ago. */
export type FleetSize = {
  readonly bids: number;
  readonly liveBids: number;
  readonly instances: number;
  /** Live ones, spread evenly, with all their instances. */
  readonly preemptingBids?: number;
  readonly volumes?: number;
  readonly sshKeys?: number;
  /** Of all instances; without it each has a dead one of its own. */
  readonly address?: string | undefined;
};

/** As answered (sections 2.2 and 2.5), with members for filters and orders. */
export type Row = {
  readonly fid: string;
  readonly name: string;
  readonly created_at: string;
  readonly instance_type: string;
  readonly region: string;
  readonly status: string;
  readonly [member: string]: unknown;
};

const REGIONS = ['eu-north1-a', 'us-central1-b', 'us-east5-a'];
/** Each region has its own identifiers. */
const HARDWARE = ['h100', 'h200', 'b200', 'a100', 'l40s', 'a10'];
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** In cents: a change by one moves no row in the default order. */
const PRICE_STEP = 2;
const [LOWEST_PRICE, HIGHEST_PRICE] = [50, 99_900];
/** Of the newest live and the newest ended bid, in milliseconds. */
const LIVE_AGE_MS = 2 * DAY_MS;
const ENDED_AGE_MS = 60 * DAY_MS;

/** 24 characters, unlike the order of creation. */
function fidOf(kind: string, n: number | string): string {
  const digest = createHash('sha1').update(`${kind} ${n}`).digest('base64url').replaceAll(/[-_]/g, 'x');
  return `${kind}_${digest}`.slice(0, 24);
}

const TYPES = REGIONS.flatMap((region) =>
  HARDWARE.map((hardware) => ({ region, instance_type: fidOf('it', `${region} ${hardware}`) })),
);

function placeOf(n: number): { readonly region: string; readonly instance_type: string } {
  const at = createHash('sha1').update(`place ${n}`).digest().readUInt16BE(0);
  return TYPES[at % TYPES.length] ?? { region: '', instance_type: '' };
}

/** By number, unlike the order of creation. Ended bids take every other place, so that the first screen shows both. */
function limitPrices({ bids, liveBids }: FleetSize): readonly string[] {
  const shuffled = Array.from({ length: bids }, (_, n) => ({ n, key: fidOf('price', n) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ n }) => n);
  const live = shuffled.filter((n) => n < liveBids);
  const ended = shuffled.filter((n) => n >= liveBids);
  const prices: string[] = [];
  for (let place = 0; place < bids; place++) {
    const first = place % 2 === 0 ? live : ended;
    const n = first.pop() ?? live.pop() ?? ended.pop() ?? 0;
    const highest = Math.min(HIGHEST_PRICE, LOWEST_PRICE + PRICE_STEP * bids);
    prices[n] = `$${(Math.max(LOWEST_PRICE, highest - PRICE_STEP * place) / 100).toFixed(2)}`;
  }
  return prices;
}

export const nameOf = (n: number): string => `train-${String(n).padStart(5, '0')}`;
/** `ofEach` for each bid. */
export const instanceName = (n: number, ofEach: number): string =>
  `${nameOf(Math.floor(n / ofEach))}-${String(n % ofEach).padStart(2, '0')}`;

function isPreempting(n: number, { bids, liveBids, preemptingBids = 0 }: FleetSize): boolean {
  const live = Math.min(bids, liveBids);
  return n < live && Math.floor(((n + 1) * preemptingBids) / live) > Math.floor((n * preemptingBids) / live);
}

/** Of both lists in a new fleet. */
export function preemptingNames(size: FleetSize): {
  readonly bids: readonly string[];
  readonly instances: readonly string[];
} {
  const ofEach = size.instances / size.bids;
  const numbers = Array.from({ length: size.bids }, (_, n) => n).filter((n) => isPreempting(n, size));
  return {
    bids: numbers.map(nameOf),
    instances: numbers.flatMap((n) => Array.from({ length: ofEach }, (_, at) => instanceName(n * ofEach + at, ofEach))),
  };
}

/** Newest first, aged at `now`. Names are unique and of one length. */
export function makeFleet(
  size: FleetSize,
  now = Date.now(),
): {
  readonly bids: readonly Row[];
  readonly instances: readonly Row[];
  readonly volumes: readonly unknown[];
  readonly sshKeys: readonly unknown[];
} {
  const { bids, liveBids, instances, address, volumes = 0, sshKeys = 0 } = size;
  const ofEach = instances / bids;
  const prices = limitPrices(size);
  const ageOf = (n: number): number => (n < liveBids ? LIVE_AGE_MS : ENDED_AGE_MS) + n * MINUTE_MS;
  const timeOf = (age: number): string => new Date(now - age).toISOString();
  const stateOf = <State>(n: number, states: { readonly [of in 'running' | 'preempting' | 'ended']: State }): State =>
    n >= liveBids ? states.ended : isPreempting(n, size) ? states.preempting : states.running;
  return {
    bids: Array.from({ length: bids }, (_, n) => ({
      fid: fidOf('bid', n),
      name: nameOf(n),
      project: 'proj_bench',
      created_by: 'user_bench',
      created_at: timeOf(ageOf(n)),
      deactivated_at: n < liveBids ? null : timeOf(ageOf(n) - DAY_MS),
      limit_price: prices[n],
      instance_quantity: ofEach,
      ...placeOf(n),
      instances: Array.from({ length: ofEach }, (_, at) => fidOf('inst', n * ofEach + at)),
      launch_specification: { volumes: [], ssh_keys: ['sshkey_1'], startup_script: null, kubernetes_cluster: null },
      status: stateOf(n, { running: 'Allocated', preempting: 'Preempting', ended: 'Terminated' }),
    })),
    instances: Array.from({ length: instances }, (_, n) => {
      const bid = Math.floor(n / ofEach);
      return {
        fid: fidOf('inst', n),
        name: instanceName(n, ofEach),
        project: 'proj_bench',
        created_at: timeOf(ageOf(bid)),
        ...placeOf(bid),
        bid: fidOf('bid', bid),
        reservation: null,
        ssh_destination: address ?? `203.0.${Math.floor(n / 250) % 250}.${n % 250}`,
        private_ip: `10.0.${Math.floor(n / 250) % 250}.${n % 250}`,
        status: stateOf(bid, {
          running: 'STATUS_RUNNING',
          preempting: 'STATUS_PREEMPTING',
          ended: 'STATUS_TERMINATED',
        }),
      };
    }),
    volumes: Array.from({ length: volumes }, (_, n) => ({
      fid: fidOf('vol', n),
      name: `data-${n}`,
      region: placeOf(n).region,
      created_at: timeOf(ageOf(n)),
      capacity_gb: 500,
      project: 'proj_bench',
      interface: 'Block',
      bids: [],
      reservations: [],
    })),
    sshKeys: Array.from({ length: sshKeys }, (_, n) => ({
      fid: fidOf('sshkey', n),
      name: `key-${n}`,
      project: 'proj_bench',
      public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBench',
      created_at: timeOf(ageOf(n)),
    })),
  };
}
