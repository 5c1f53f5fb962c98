import { createStore, type StoreApi } from 'zustand/vanilla';
import { createJournals, journalsHere } from '../../src/app/journals.ts';
import { withProfile } from '../../src/app/profile-runtimes.ts';
import { programs } from '../../src/app/programs.ts';
import type { Reports, RuntimeParts } from '../../src/app/runtime.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { NOON } from '../store/hand-clock.ts';
import { connected } from '../store/made.ts';

/** What a program hears that prints nothing. */
export const silent: Reports = {
  request: () => undefined,
  warning: () => undefined,
  filterFault: () => undefined,
  journalOpened: () => undefined,
  events: () => undefined,
  said: () => undefined,
};

/** The store of a console on a large screen. */
export const storeOf = (profile: Parameters<typeof withProfile>[1]): StoreApi<ConsoleState> =>
  createStore<ConsoleState>(() =>
    withProfile(startState(loadedFeatures, connected, unicodeGlyphs, { columns: 200, rows: 50 }, NOON), profile),
  );

/** What a runtime is made of: by default that of a console which prints nothing. The test closes the journals. */
export function partsOf(store: StoreApi<ConsoleState>, clock: Clock, more: Partial<RuntimeParts> = {}): RuntimeParts {
  let turns = 0;
  const nextSequence = (): number => {
    turns += 1;
    return turns;
  };
  return {
    ...{
      program: programs.console,
      store,
      clock,
      journals: createJournals(journalsHere(clock.now, loadedFeatures.tables)),
    },
    ...{ debug: null, random: () => 0.5, features: loadedFeatures.runtime, environment: {}, rehearses: false },
    ...{ reports: silent, nextSequence },
    ...more,
  };
}
