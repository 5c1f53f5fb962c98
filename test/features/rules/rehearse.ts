import { expect } from 'vitest';
import type { Home, Variables } from '../../driver/environment.ts';
import { openProgram, type ProgramEnd } from '../../driver/running.ts';
import { soon } from '../../driver/time.ts';

/** Runs `spotdeck autopilot --dry-run` until it has printed so many whole lines, and ends it with SIGTERM. */
export async function rehearse(
  lines: number,
  home: Pick<Home, 'folder' | 'env'>,
  env: Variables,
  ...args: readonly string[]
): Promise<ProgramEnd> {
  const autopilot = openProgram(['autopilot', '--dry-run', ...args], home, env);
  await soon(() => expect(autopilot.out().split('\n').length).toBeGreaterThan(lines));
  const [code] = await autopilot.end('SIGTERM');
  return { code, out: autopilot.out(), err: autopilot.errors() };
}
