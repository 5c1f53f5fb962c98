import type { World } from '../engine/world.ts';
import { beginPast } from './past.ts';
import { beginRise } from './seed.ts';
import { seedHistory } from './seed-history.ts';
import { seedPrices } from './seed-prices.ts';

/** Gives a new world its history; with extras also the prices before it, and a price that rises. */
export function beginHistory(
  world: World,
  { extras, past }: { readonly extras: boolean; readonly past: string | null },
): void {
  const withHistory: ReadonlySet<string> = extras && past !== null ? beginPast(world, past) : new Set();
  seedHistory(world, withHistory);
  if (!extras) return;
  if (withHistory.size === 0) seedPrices(world);
  beginRise(world);
}
