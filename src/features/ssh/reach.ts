import type { Reach } from './probe.ts';

/** Returns the result of a probe in a word or two; null before the first probe. */
export function reachWord(reach: Reach | null): string | null {
  if (reach === null) return null;
  return reach.kind === 'up' ? `up ${reach.ms}ms` : reach.kind.replace('-', ' ');
}
