import { onTestFinished } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Program } from '../../src/app/programs.ts';
import { createRuntime } from '../../src/app/runtime.ts';
import { serveMarket } from '../../src/market/server.ts';
import { pauseBid } from '../../src/resources/bids/writes.ts';
import { asciiGlyphs } from '../../src/resources/glyphs.ts';
import { visibleLists } from '../../src/store/panes/on-screen.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { openWire } from '../faults/wire.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { newPath } from '../journal/snapshots.ts';
import { handClock, NOON } from '../store/hand-clock.ts';
import { bid } from '../store/made.ts';
import { profileOf } from './profile-of.ts';
import { partsOf } from './runtime-of.ts';

/** Starts the runtime of a program at a market behind a wire, sends a write, and returns what may have left it. */
export async function sentBy(program: Program, { readOnly = false, rehearses = false } = {}) {
  const market = await serveMarket({ speed: 0 }, () => NOON);
  const wire = await openWire(market.origin);
  const clock = handClock();
  const own = profileOf('one', market, newPath());
  const connected = { ...own.connected, readOnly };
  const connection = own.connection.then((to) => ({ ...to, baseUrl: wire.origin, readOnly }));
  const start = startState(loadedFeatures, connected, asciiGlyphs, { columns: 0, rows: 0 }, NOON);
  const store = createStore<ConsoleState>(() => ({ ...start, reads: program.reads }));
  const parts = partsOf(store, clock, { program, rehearses });
  const runtime = createRuntime({ ...own, connected, connection }, parts);
  onTestFinished(async () => {
    await runtime.stop('ended');
    await parts.journals.close();
    await wire[Symbol.asyncDispose]();
    await market.stop();
  });
  await runtime.start();
  await runtime.remote.send([pauseBid(bid('bid_1').row)]);
  return {
    writes: wire.asked.filter(({ method }) => method !== 'GET').length,
    journal: runtime.journal(),
    visible: [...visibleLists(store.getState())],
  };
}
