import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { programs } from '../../src/app/programs.ts';
import { createRuntime } from '../../src/app/runtime.ts';
import type { RuntimePart } from '../../src/app/runtime-part.ts';
import { serveMarket } from '../../src/market/server.ts';
import { asciiGlyphs } from '../../src/resources/glyphs.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { newPath } from '../journal/snapshots.ts';
import { handClock, NOON } from '../store/hand-clock.ts';
import { profileOf } from './profile-of.ts';
import { partsOf } from './runtime-of.ts';

test('what a feature reads stops first, then its work ends, then the journal follows no more, and last it is sent', async () => {
  const said: string[] = [];
  const say = (text: string) => (): void => void said.push(text);
  const part: RuntimePart = {
    reads: () => {
      said.push('reads');
      return { stop: say('reads no more') };
    },
    sends: () => {
      said.push('sends');
      return async () => say('sends no more')();
    },
    follows: () => {
      said.push('follows');
      return { finish: say('follows no more') };
    },
    acts: () => {
      said.push('acts');
      return { stop: say('begins nothing more'), end: async () => say('acts no more')() };
    },
  };
  const market = await serveMarket({ speed: 0 }, () => NOON);
  const clock = handClock();
  const profile = profileOf('one', market, newPath());
  const store = createStore<ConsoleState>(() => ({
    ...startState(loadedFeatures, profile.connected, asciiGlyphs, { columns: 0, rows: 0 }, NOON),
    reads: programs.watch.reads,
  }));
  const parts = partsOf(store, clock, { program: programs.watch, features: [part] });
  const runtime = createRuntime(profile, parts);
  await runtime.start();
  expect(said.splice(0)).toEqual(['reads', 'sends', 'follows', 'acts']);
  await runtime.stop('ended');
  expect(said).toEqual(['begins nothing more', 'reads no more', 'acts no more', 'follows no more', 'sends no more']);
  await parts.journals.close();
  await market.stop();
});
