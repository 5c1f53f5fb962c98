import type { OwnValue } from '../../resources/context.ts';
import type { Reach } from './probe.ts';

/** The prober's last result for an instance's present address; null before the first probe. */
export const reachOf: OwnValue<[instance: string], Reach | null> = {
  of: ({ state, lists }, instance) => {
    const found = state.reach.get(instance);
    // A probe of an old address says nothing about the present one.
    return found !== undefined && lists.instances.rows.get(instance)?.row.ssh_destination === found.destination
      ? found.reach
      : null;
  },
  revision: { of: ({ state }) => state.reach },
};

/** The result of a probe in a word or two; null before the first probe. */
export function reachWord(reach: Reach | null): string | null {
  if (reach === null) return null;
  return reach.kind === 'up' ? `up ${reach.ms}ms` : reach.kind.replace('-', ' ');
}
