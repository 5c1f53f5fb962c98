import type { PoolRecord } from '../engine/model.ts';

const REGIONS = ['us-central1-a', 'us-east1-b', 'eu-north1-a', 'eu-west4-a'] as const;
export type Region = (typeof REGIONS)[number];

/** Base price in cents, and capacity in a region. */
const KINDS = {
  '8xb200': { cents: 2880, capacity: 12 },
  '8xh100': { cents: 1680, capacity: 24 },
  '8xa100': { cents: 880, capacity: 24 },
  '4xa100': { cents: 440, capacity: 32 },
  '1xl40s': { cents: 86, capacity: 64 },
} as const;
export type Kind = keyof typeof KINDS;

/** In percent. */
const DEARNESS: { readonly [Name in Region]: number } = {
  'us-central1-a': 100,
  'us-east1-b': 106,
  'eu-north1-a': 92,
  'eu-west4-a': 110,
};

/** The identifier of an instance type, opaque to clients. */
export function instanceType(kind: Kind, region: Region): string {
  return `${kind}.${region}`;
}

/** All types in all regions, with capacity for about `room` more instances. */
export function pools(room: number): readonly PoolRecord[] {
  const extra = Math.ceil((room * 1.3) / (REGIONS.length * Object.keys(KINDS).length));
  return REGIONS.flatMap((region) =>
    Object.entries(KINDS).map(([kind, { cents, capacity }]) => {
      const base = BigInt(cents * DEARNESS[region]) * 100n;
      return {
        id: `${kind}.${region}`,
        region,
        capacity: capacity + extra,
        base,
        walk: base,
        price: base,
        surge: null,
        unserved: null,
        stale: true,
      };
    }),
  );
}

/** Rounded up to $0.05. */
export function percentOf(base: bigint, percent: number): bigint {
  const step = 50_000n;
  return (((base * BigInt(percent)) / 100n + step - 1n) / step) * step;
}
