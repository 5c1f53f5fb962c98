import type { OwnValue } from '../../resources/context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Reach } from './probe.ts';
import type { ProbeResult } from './probe-scheduler.ts';

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** The prober's last result for each instance, by fid. */
    readonly reach?: ReadonlyMap<string, ProbeResult>;
  }
}

const NOT_PROBED: ReadonlyMap<string, ProbeResult> = new Map();

/** The prober's last result for each instance, by fid; none before the first probe. */
export const probeResults = ({ reach = NOT_PROBED }: Pick<ConsoleState, 'reach'>): ReadonlyMap<string, ProbeResult> =>
  reach;

/** The prober's last result for an instance's present address; null before the first probe. */
export const reachOf: OwnValue<[instance: string], Reach | null> = {
  of: ({ state, lists }, instance) => {
    const found = probeResults(state).get(instance);
    // A probe of an old address says nothing about the present one.
    return found !== undefined && lists.instances.rows.get(instance)?.row.ssh_destination === found.destination
      ? found.reach
      : null;
  },
  revision: { of: ({ state }) => probeResults(state) },
};

/** The result of a probe in a word or two; null before the first probe. */
export function reachWord(reach: Reach | null): string | null {
  if (reach === null) return null;
  return reach.kind === 'up' ? `up ${reach.ms}ms` : reach.kind.replace('-', ' ');
}
