import { rmSync } from 'node:fs';
import * as z from 'zod';
import { readTextFile, replaceFile, requireOwnFile } from '../lib/regular-file.ts';

/**
 * Where a market that runs on a file is reached, for other consoles of the same user: its address, where they join it and by which
 * key, the token, its process, and the options that it was started with.
 */
const MarketAddress = z.object({
  origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/),
  project: z.string(),
  join: z.object({ port: z.int().min(1).max(65_535), key: z.base64url().min(43) }),
  token: z.string().min(1),
  pid: z.int(),
  options: z.record(z.string(), z.unknown()),
});
export type MarketAddress = z.output<typeof MarketAddress>;

/** The file beside the market's file. Only its owner can read it. */
const addressFile = (marketFile: string): string => `${marketFile}.address`;

/** The address of the market that runs on a file; null when there is none, which says nothing about the market. */
export function readMarketAddress(marketFile: string): MarketAddress | null {
  try {
    // Another user's would lead to another user's market.
    requireOwnFile(addressFile(marketFile));
    return MarketAddress.safeParse(JSON.parse(readTextFile(addressFile(marketFile)))).data ?? null;
  } catch {
    return null;
  }
}

/** Writes the address of the market that this process runs. @throws the system's error. */
export function writeMarketAddress(marketFile: string, address: Omit<MarketAddress, 'pid'>): void {
  replaceFile(addressFile(marketFile), `${JSON.stringify({ ...address, pid: process.pid })}\n`);
}

/** Removes the address when it is the one of this process. */
export function removeMarketAddress(marketFile: string): void {
  if (readMarketAddress(marketFile)?.pid === process.pid) rmSync(addressFile(marketFile), { force: true });
}
