import { readTime } from '../../contract/fields.ts';
import { firstWhere } from '../../lib/intervals.ts';
import type { PriceEntry } from '../engine/history.ts';
import { CENT } from '../engine/spot-price.ts';
import type { Pool, World } from '../engine/world.ts';
import { invalid, notFound } from '../routes/error-body.ts';

/** Of one bid or instance in an answer: the latest. */
export const MOST_EVENTS = 10_000;

/** Whole cents of millionths of a dollar, rounded up. */
export const centsOf = (micros: bigint): number => Number((micros + CENT - 1n) / CENT);

/** @throws {HttpError} 404 */
export function poolAt({ pools }: World, type: string, region: string | null): Pool {
  const pool = pools.get(type);
  if (pool === undefined || (region !== null && pool.region !== region)) throw notFound('Instance type', type);
  return pool;
}

/** A time among the parameters, in milliseconds. @throws {HttpError} 422 */
export function timeIn(written: string | null | undefined, name: string): number | null {
  if (written == null) return null;
  const at = readTime(written);
  if (at === null) throw invalid(['query', name], 'Input should be a valid datetime', written, 'datetime_type');
  return at;
}

/** The place of the prices as they were at a time; -1 before the first. */
export const priceEntryAt = (entries: readonly PriceEntry[], at: number): number =>
  firstWhere(entries, (entry) => entry.at > at) - 1;
