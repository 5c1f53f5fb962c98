import { memoizeLast } from '../../lib/memoize.ts';
import type { OwnValue, Revision } from '../../resources/context.ts';
import type { Live } from '../../resources/resource.ts';
import { readingsOf } from './machine-row.ts';
import type { Reading } from './reading.ts';
import { machineSettingsOf } from './settings.ts';

/** Machines at the time of the drawn rows, fixed on a frozen screen. */
export type KnownMachines = {
  /** By the fid of the instance. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Time without work before a machine counts as idle, in milliseconds. */
  readonly idleAfterMs: number;
  /** Share of memory in use, in per cent, above which it is short. */
  readonly memoryAbove: number;
};

/** Readings grow old: derived values are computed again after this time, in milliseconds. */
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

/** Without readings: a row reading only limits does not depend on all machines. */
export const machineLimits: OwnValue<[], Omit<KnownMachines, 'readings'>> = {
  of: knownMachines.of,
  revision: { of: () => NO_READINGS },
  ageing: reads.ageing,
};

const isAnyTried = memoizeLast((all: ReadonlyMap<string, Reading>): boolean => {
  for (const { sample, problem } of all.values()) if (sample !== null || problem !== null) return true;
  return false;
});

/** Columns read from machines. */
export const ofMachines: Live = {
  // Whether any machine was tried.
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

export const machineOf: OwnValue<[instance: string], Reading | null> = {
  of: (source, instance) => readings.of(source).get(instance) ?? null,
  ...reads,
};
