import { memoizeLast } from '../../lib/memoize.ts';
import type { OwnValue, Revision } from '../../resources/context.ts';
import type { Live } from '../../resources/resource.ts';
import { machineSettingsOf } from './machine-settings.ts';
import type { Reading } from './reading.ts';
import { readingsOf } from './readings.ts';

/** What is known of the machines at the time of the drawn rows, which stands still on a frozen screen. */
export type KnownMachines = {
  /** By the fid of the instance. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** The time for which they are shown, in milliseconds since 1970. */
  readonly at: number;
  /** Time for which a machine does nothing before it counts as idle, in milliseconds. */
  readonly idleAfterMs: number;
  /** Share of memory in use, in per cent, above which it is short. */
  readonly memoryAbove: number;
};

/** Time after which what was computed from readings is computed again without new ones, in milliseconds: they grow old. */
const AGAIN_MS = 5000;

const readings = { of: ({ lists }) => readingsOf(lists.machines) } satisfies Revision;

const shownAt: OwnValue<[], number> = {
  of: ({ state, lists }) => (lists === state.frozen ? (lists.machines.fetchedAt ?? state.now) : state.now),
};

const known = memoizeLast(
  (readings: KnownMachines['readings'], at: number, idleAfterMs: number, memoryAbove: number): KnownMachines => ({
    readings,
    at,
    idleAfterMs,
    memoryAbove,
  }),
);

const reads = {
  revision: readings,
  ageing: { of: (source) => Math.floor(shownAt.of(source) / AGAIN_MS) } satisfies OwnValue<[], number>,
};

export const knownMachines: OwnValue<[], KnownMachines> = {
  of: (source) => {
    const { idleAfterMs, memoryAbove } = machineSettingsOf(source.state);
    return known(readings.of(source), shownAt.of(source), idleAfterMs, memoryAbove);
  },
  ...reads,
};

const NO_READINGS: ReadonlyMap<string, Reading> = new Map();

/** The same without the readings: a row that reads it does not depend on those of all machines. */
export const machineLimits: OwnValue<[], Omit<KnownMachines, 'readings'>> = {
  of: knownMachines.of,
  revision: { of: () => NO_READINGS },
  ageing: reads.ageing,
};

const isAnyTried = memoizeLast((all: ReadonlyMap<string, Reading>): boolean => {
  for (const { sample, problem } of all.values()) if (sample !== null || problem !== null) return true;
  return false;
});

/** The columns that are read from the machines. */
export const ofMachines: Live = {
  // Whether any was read, or failed to be.
  isRead: { of: (source) => isAnyTried(readings.of(source)), revision: readings },
  hidden: 'no machine is read',
  note: {
    of: ({ state }) => {
      const { simulated, mode } = machineSettingsOf(state);
      return simulated && mode !== 'off' ? 'GPU simulated' : null;
    },
  },
  when: 'in the console, once machines are read',
  refused: 'is read from the machines, which this command does not do',
  instead: 'spotdeck top reads machines; the console shows them beside bids and instances.',
};

/** What is known of the machine of an instance; null for one that was never read. */
export const machineOf: OwnValue<[instance: string], Reading | null> = {
  of: (source, instance) => readings.of(source).get(instance) ?? null,
  ...reads,
};
