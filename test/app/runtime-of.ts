import { onTestFinished } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createJournals, journalsHere } from '../../src/app/journals.ts';
import { withProfile } from '../../src/app/profile-runtimes.ts';
import { programs } from '../../src/app/programs.ts';
import { createRuntime, type Reports, type RuntimeParts } from '../../src/app/runtime.ts';
import type { ReloadableConfig } from '../../src/config/profile-config.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { serveMarket } from '../../src/market/server.ts';
import { parseVariants } from '../../src/market/variants.ts';
import { pauseBid } from '../../src/resources/bids/writes.ts';
import { asciiGlyphs, unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { visibleLists } from '../../src/store/panes/on-screen.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { openWire } from '../faults/wire.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { newPath } from '../journal/snapshots.ts';
import { type HandClock, handClock, NOON } from '../store/hand-clock.ts';
import { bid, connected } from '../store/made.ts';
import { profileOf } from './profile-of.ts';

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

type Given = {
  /** A reading of the interface: `filters=refused`. */
  readonly reading?: string;
  readonly profile?: Partial<ReloadableConfig>;
  readonly readOnly?: boolean;
  readonly parts?: (store: StoreApi<ConsoleState>, clock: HandClock) => Partial<RuntimeParts>;
};

/** A runtime at a market behind a wire, which ends with the test; by default that of a console. */
export async function openRuntime(
  program: RuntimeParts['program'],
  { reading = '', profile: differs = {}, readOnly = false, parts: more = () => ({}) }: Given = {},
) {
  const variants = reading === '' ? {} : { variants: parseVariants(reading) };
  const market = await serveMarket({ speed: 0, ...variants }, () => NOON);
  const wire = await openWire(market.origin);
  const clock = handClock();
  const own = profileOf('one', market, newPath());
  const profile = {
    ...own,
    connected: { ...own.connected, readOnly },
    connection: own.connection.then((to) => ({ ...to, baseUrl: wire.origin, readOnly })),
    ...differs,
  };
  const noScreen = startState(loadedFeatures, profile.connected, asciiGlyphs, { columns: 0, rows: 0 }, NOON);
  const store = program.screen
    ? storeOf(profile)
    : createStore<ConsoleState>(() => ({ ...noScreen, reads: program.reads }));
  const parts = partsOf(store, clock, { program, ...more(store, clock) });
  const runtime = createRuntime(profile, parts);
  onTestFinished(async () => {
    await runtime.stop('ended');
    await parts.journals.close();
    await wire[Symbol.asyncDispose]();
    await market.stop();
  });
  return { runtime, store, clock, wire };
}

/** Starts the runtime of a program, sends a write, and returns what may have left it. */
export async function sentBy(program: RuntimeParts['program'], { readOnly = false, rehearses = false } = {}) {
  const { runtime, store, wire } = await openRuntime(program, { readOnly, parts: () => ({ rehearses }) });
  await runtime.start();
  await runtime.remote.send([pauseBid(bid('bid_1').row)]);
  return {
    writes: wire.asked.filter(({ method }) => method !== 'GET').length,
    journal: runtime.journal(),
    visible: [...visibleLists(store.getState())],
  };
}
