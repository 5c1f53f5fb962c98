import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Client, createClient } from '../../../src/api/client.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import type { Scope } from '../../../src/journal/scope.ts';
import { machineClock } from '../../../src/lib/clock.ts';
import { type RunningMarket, serveMarket } from '../../../src/market/server.ts';
import { unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import type { Write } from '../../../src/resources/write.ts';
import { syncJournal } from '../../../src/store/journal-sync.ts';
import { startState } from '../../../src/store/start-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { timePassed } from '../../../src/store/transitions.ts';
import { createPoller } from '../../../src/sync/poller.ts';
import { createWriting } from '../../../src/sync/write-queue.ts';
import { countRequests } from '../../faults/open-requests.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { openTestJournal } from '../../journal/open.ts';
import { handClock, NOON, quiet } from '../../store/hand-clock.ts';
import { connected } from '../../store/made.ts';
import { followersOn } from '../running.ts';
import { SIZE } from './recorded.ts';

/** Seven pages are too many for whole readings. */
const PACE = { visibleMs: 100, hiddenMs: 500, maxRequests: 6000 };
const PAGE_SIZE = 6;

/** No terminal; lists large against their pages. */
export type LargeMarket = AsyncDisposable & {
  readonly market: RunningMarket;
  readonly store: StoreApi<ConsoleState>;
  readonly now: () => number;
  readonly journal: Journal;
  readonly scope: Scope;
  readonly send: (write: Write) => void;
  /** Advances by steps of the pace; all requests are answered afterwards. */
  readonly pass: (ms: number) => Promise<void>;
};

export async function openLargeMarket(): Promise<LargeMarket> {
  const market = await serveMarket({ speed: 0, instances: 45 }, () => NOON);
  const clock = handClock();
  const requests = countRequests();
  const { origin: baseUrl, token, project } = market;
  const service = createClient(
    { baseUrl, token, allowPlainHttp: true, readOnly: false, timeoutMs: 10_000, pageSize: PAGE_SIZE, maxPages: 1000 },
    { clock: { ...machineClock, now: clock.now } },
  );
  const client: Client = {
    list: (endpoint, asked, how) => requests.follow(service.list(endpoint, asked, requests.waitsIn(how))),
    call: (endpoint, asked, how) => requests.follow(service.call(endpoint, asked, how)),
  };
  const store = createStore<ConsoleState>(() =>
    startState(loadedFeatures, { ...connected, project }, unicodeGlyphs, SIZE, clock.now()),
  );
  const journal = openTestJournal(':memory:', clock.now);
  const scope: Scope = { service: 'stage', project };
  const sync = syncJournal({
    store,
    journal: sameThread(journal),
    service: () => scope.service,
    followers: followersOn(store, { service: scope.service }),
  });
  let sequence = 0;
  const nextSequence = (): number => {
    sequence += 1;
    return sequence;
  };
  const parts = { store, client: () => client, clock, nextSequence };
  const poller = createPoller({ ...parts, pace: () => PACE, random: () => 0.5 });
  const writing = createWriting({ ...parts, poke: poller.poke });
  poller.start();
  return {
    market,
    store,
    now: clock.now,
    journal,
    scope,
    send: (write) => void writing.send([write]),
    pass: async (ms) => {
      for (let passed = 0; passed < ms; passed += PACE.visibleMs) {
        await clock.pass(PACE.visibleMs);
        await quiet();
        while (requests.areOpen()) {
          await requests.ended();
          await quiet();
        }
        store.setState(timePassed(store.getState(), clock.now()), true);
      }
    },
    [Symbol.asyncDispose]: async () => {
      poller.stop();
      sync.stop();
      journal.close();
      await market.stop();
    },
  };
}
