import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openTimed, type Program } from './timed.ts';

export const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** @throws for a missing build. */
export function requireBuild(programs: readonly string[] = [program]): void {
  for (const path of programs) {
    if (!existsSync(path)) throw new Error(`There is no ${path} to measure: run \`npm run build\` first.`);
  }
}

export const accountOn = (address: string): Readonly<Record<string, string>> => ({
  SPOTDECK_BASE_URL: address,
  SPOTDECK_PROJECT: 'proj_bench',
  SPOTDECK_TOKEN: 'bench',
});

/** Starts a program, and quits it once it shows a text, so that it keeps its compile cache. */
export async function warmUp(start: Program, shows: string): Promise<void> {
  const timed = openTimed(start);
  await timed.until('', shows);
  await timed.quit();
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const refreshedConsole = (program: string, address: string, refresh: number): Program => ({
  command: process.execPath,
  args: [program, '--refresh', String(refresh), '--refresh-hidden', String(Math.max(10, refresh)), '--reach', 'off'],
  env: accountOn(address),
});
