import type { Reach } from '../../ssh/probe.ts';

/** What was found at an address, in a word or two; null when nobody has looked. */
export function reachWord(reach: Reach | null): string | null {
  if (reach === null) return null;
  return reach.kind === 'up' ? `up ${reach.ms}ms` : reach.kind.replace('-', ' ');
}
