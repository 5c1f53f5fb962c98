import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openTimed, type Program } from './timed.ts';

/** The built program. */
export const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** @throws when there is no program to measure at one of the paths. */
export function requireBuild(programs: readonly string[] = [program]): void {
  for (const path of programs) {
    if (!existsSync(path)) throw new Error(`There is no ${path} to measure: run \`npm run build\` first.`);
  }
}

/** The settings of a console on a service of the bench. */
export const accountOn = (address: string): Readonly<Record<string, string>> => ({
  SPOTDECK_BASE_URL: address,
  SPOTDECK_PROJECT: 'proj_bench',
  SPOTDECK_TOKEN: 'bench',
});

/** Starts a program, waits until it shows a text, and ends it as its operator would, so that it keeps its compile cache. */
export async function warmUp(start: Program, shows: string): Promise<void> {
  const timed = openTimed(start);
  await timed.until('', shows);
  await timed.quit();
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
