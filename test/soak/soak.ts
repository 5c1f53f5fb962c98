import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createStore } from 'zustand/vanilla';
import { type Client, createClient } from '../../src/api/client.ts';
import { sameThread } from '../../src/journal/same-thread.ts';
import { machineClock } from '../../src/lib/clock.ts';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import { themeFor } from '../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../src/screen/ink/pane-lines.ts';
import { DEFAULT_PACE } from '../../src/store/defaults.ts';
import { syncJournal } from '../../src/store/journal-sync.ts';
import { layoutOf, panesOn } from '../../src/store/panes/layout.ts';
import { startState } from '../../src/store/start-state.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { timePassed } from '../../src/store/transitions.ts';
import { createPoller } from '../../src/sync/poller.ts';
import { pause } from '../bench/console.ts';
import { followersOn } from '../features/running.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { openTestJournal } from '../journal/open.ts';
import { handClock, quiet } from '../store/hand-clock.ts';
import { connected } from '../store/made.ts';

/**
 * A working day in fast motion: two hours of polls of 5,000 instances by store, poller, journal and panes, over
 * loopback to a market in a separate process at the same speed. Prints the memory at start, middle and end.
 *
 *   npm run soak            two hours
 *   npm run soak -- 300     five minutes
 */
const SECONDS = Number(process.argv[2] ?? 7200);
const STEP_MS = DEFAULT_PACE.visibleMs;
/** Time that passes while requests are under way, before they are looked at again, in milliseconds. */
const SLICE_MS = 10;
const STEPS = Math.ceil((SECONDS * 1000) / STEP_MS);
const program = new URL('../../dist/cli.js', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'soak-'));
const { env } = process;

const market = spawn(
  process.execPath,
  [program, 'market', '--port', '0', '--db', ':memory:', '--seed', '7', '--instances', '5000', '--speed', '20'],
  { env: { ...env, SPOTDECK_MARKET_TOKEN: 'soak-of-the-console' }, stdio: ['ignore', 'pipe', 'inherit'] },
);
const facts = new Map<string, string>();
for await (const line of createInterface(market.stdout)) {
  const [, label, value] = /^\s*(address|project|token) {2,}(\S+)\s*$/.exec(line) ?? [];
  if (label !== undefined && value !== undefined) facts.set(label, value);
  if (facts.size === 3) break;
}

const clock = handClock(Date.now());
const underWay = new Set<Promise<unknown>>();
let requests = 0;
const real = createClient(
  {
    baseUrl: facts.get('address') ?? '',
    token: facts.get('token') ?? null,
    allowPlainHttp: true,
    readOnly: true,
    timeoutMs: 30_000,
    pageSize: 1000,
    maxPages: 100,
  },
  { clock: { ...machineClock, now: clock.now }, onRequest: () => (requests += 1) },
);
const client: Client = {
  call: real.call,
  list: (name, asked, how) => {
    const answer = real.list(name, asked, how);
    underWay.add(answer);
    void answer.finally(() => underWay.delete(answer));
    return answer;
  },
};
const soaked = { ...connected, profile: 'soak', project: facts.get('project') ?? '', origin: 'soak', readOnly: true };
const store = createStore<ConsoleState>(() =>
  startState(loadedFeatures, soaked, unicodeGlyphs, { columns: 160, rows: 45 }, clock.now()),
);
let turn = 0;
const nextTurn = (): number => {
  turn += 1;
  return turn;
};
const poller = createPoller({
  store,
  client: () => client,
  clock,
  pace: () => DEFAULT_PACE,
  nextSequence: nextTurn,
  random: Math.random,
});
const path = join(folder, 'journal.db');
const journal = openTestJournal(path, clock.now);
const sync = syncJournal({
  store,
  journal: sameThread(journal),
  service: () => 'soak',
  followers: followersOn(store, { service: 'soak' }),
});
const theme = themeFor('256');

/** Waits until no request is under way. A list whose pages wait for their share of the requests needs time to pass meanwhile. */
const settle = async (): Promise<void> => {
  await quiet();
  while (underWay.size > 0) {
    await Promise.race([Promise.allSettled([...underWay]), pause(SLICE_MS)]);
    await clock.pass(SLICE_MS);
  }
};

const collect = globalThis.gc;
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
function report(when: string): void {
  collect?.();
  const { heapUsed, rss } = process.memoryUsage();
  const { lists } = store.getState();
  process.stdout.write(
    `${when.padEnd(7)} heap ${mebibytes(heapUsed)}, resident ${mebibytes(rss)}, ${lists.bids.rows.size} bids, ` +
      `${lists.instances.rows.size} instances, ${requests} requests, journal ${mebibytes(statSync(path).size)}\n`,
  );
}

const began = performance.now();
poller.start();
let drawn = 0;
for (let step = 0; step < STEPS; step++) {
  await clock.pass(STEP_MS);
  await settle();
  store.setState(timePassed(store.getState(), clock.now()), true);
  for (const pane of panesOn(layoutOf(store.getState()))) drawn += paneLines(store.getState(), pane, theme).length;
  if (step === Math.min(30, STEPS - 1)) report('start');
  if (step === Math.floor(STEPS / 2)) report('middle');
}
report('end');
const took = (performance.now() - began) / 1000;
process.stdout.write(
  `${STEPS} rounds of polls, ${SECONDS} s of the console's time, in ${took.toFixed(0)} s (${(SECONDS / took).toFixed(0)}×); ` +
    `${journal.recent([{ service: 'soak', project: soaked.project }], 1_000_000).length} events, ${drawn} lines drawn\n`,
);
poller.stop();
sync.stop();
journal.close();
market.kill('SIGTERM');
await once(market, 'exit');
rmSync(folder, { recursive: true, force: true });
