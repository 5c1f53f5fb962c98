import { CENT } from '../engine/auction.ts';
import type { Pool, World } from '../engine/world.ts';
import { notFound } from '../routes/error-body.ts';

/** Whole cents of millionths of a dollar, rounded up. */
export const centsOf = (micros: bigint): number => Number((micros + CENT - 1n) / CENT);

/** @throws {HttpError} 404 */
export function poolAt({ pools }: World, type: string, region: string | null): Pool {
  const pool = pools.get(type);
  if (pool === undefined || (region !== null && pool.region !== region)) throw notFound('Instance type', type);
  return pool;
}
