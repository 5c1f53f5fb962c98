import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createReader } from '../../../scripts/past/market.ts';
import { PAST_MS } from '../../../scripts/past/story.ts';
import { simulatedPast } from '../../../scripts/past.ts';
import { SIMULATED_BY } from '../../../src/changes/change-event.ts';
import { outageOf } from '../../../src/changes/incident.ts';
import { outagesOf, timeOf } from '../../../src/features/digest/changes.ts';
import { digestOf } from '../../../src/features/digest/digest.ts';
import { digestParts } from '../../../src/features/digest/opening.ts';
import type { BidRecords } from '../../../src/features/money/bid-record.ts';
import { bidJournal } from '../../../src/features/money/journal.ts';
import { pairPricesOf } from '../../../src/features/money/prices/rows.ts';
import { spendOver } from '../../../src/features/money/spend.ts';
import { rowEvents } from '../../../src/features/why/journal.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { type Past, writePast } from '../../../src/journal/past.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import type { Scope } from '../../../src/journal/scope.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/duration.ts';
import type { World } from '../../../src/market/engine/world.ts';
import { presentFids, seedWorld } from '../../../src/market/world/seed.ts';
import { openTestJournal } from '../../journal/open.ts';
import { inShort, snapshotOf } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';

const DEMO: Scope = { service: 'demo /home/me/market.db', project: 'proj_demo' };
/** Most time that a start may take longer, in milliseconds, and most bytes in the package and on the disk. */
const MOST_MS = 300;
const MOST_BYTES = 2_000_000;

let text = '';
beforeAll(async () => {
  text = await simulatedPast();
});

const pastOf = (world: World): Past => ({ text, begunAt: world.now, fids: presentFids(world) });

/** The journal of a demo that has just begun. */
function begun(world = seedWorld(NOON, 1, 38), path = ':memory:'): Journal {
  const journal = openTestJournal(path, () => world.now);
  onTestFinished(() => journal.close());
  expect(writePast(journal.access, DEMO, pastOf(world))).toBe(true);
  return journal;
}

function recordsOf(journal: Journal): BidRecords {
  return { records: bidJournal(journal).bidRecords([DEMO], { from: 0, to: NOON }), readAt: NOON };
}

const eventsOf = (journal: Journal) => journal.since(DEMO, 0);
const dollars = (journal: Journal, days: number): number =>
  spendOver(recordsOf(journal), { from: NOON - days * DAY_MS, to: NOON }).costs.reduce(
    (sum, { microMs }) => sum + Number(microMs / BigInt(HOUR_MS)) / 1e6,
    0,
  );

test('the past is the same each time that it is made, and so that of the built program', () => {
  expect(brotliDecompressSync(readFileSync('dist/past.json.br')).toString()).toBe(text);
});

test('it takes less than 300 ms of a start, and less than 2 MB in the package and on the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'past-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'journal.db');
  const empty = openTestJournal(path, () => NOON);
  const cpu = process.cpuUsage();
  expect(writePast(empty.access, DEMO, pastOf(seedWorld(NOON, 1, 38)))).toBe(true);
  const { user, system } = process.cpuUsage(cpu);
  // Time of the processor: others use the machine, too.
  expect((user + system) / 1000).toBeLessThan(MOST_MS);
  empty.close();
  expect(statSync(path).size).toBeLessThan(MOST_BYTES);
  expect(brotliCompressSync(text).length).toBeLessThan(50_000);
});

describe('in the first minute of a demo', () => {
  test('Activity has losses and what came back, of the last 14 days', () => {
    const journal = begun();
    const events = eventsOf(journal);
    expect(events[0]?.at).toBe(NOON - PAST_MS);
    expect(events.every(({ at }) => at <= NOON)).toBe(true);
    const { lines } = rowEvents(journal).readPast([DEMO], null, journal.by).happened;
    const outages = [...lines.values()].flatMap(({ incidents }) =>
      [...incidents.values()].flatMap((one) => outageOf(one) ?? []),
    );
    expect(outages.length).toBeGreaterThan(20);
    expect(outages.filter(({ isBack }) => isBack).length).toBeGreaterThan(20);
  });

  test('7 and 30 days have cost something, and nothing of the last 14 days was unobserved', () => {
    const journal = begun();
    expect(dollars(journal, 7)).toBeGreaterThan(10_000);
    expect(dollars(journal, 30)).toBeGreaterThan(dollars(journal, 7));
    const { gapMs, observedMs } = spendOver(recordsOf(journal), { from: NOON - 14 * DAY_MS, to: NOON });
    expect({ gapMs, observedMs }).toEqual({ gapMs: 0, observedMs: PAST_MS });
  });

  test('prices are known of three types and regions or more', () => {
    const known = pairPricesOf(recordsOf(begun())).filter(({ holding }) => holding.often !== null);
    expect(known.length).toBeGreaterThanOrEqual(3);
  });

  test('the digest of the last 8 hours has lost instances and a cost', async () => {
    const journal = begun();
    const since = [{ project: DEMO.project, from: NOON - 8 * HOUR_MS }];
    const parts = await digestParts(sameThread(journal), DEMO.service, since, NOON);
    const digest = digestOf(parts, spendOver(recordsOf(journal), timeOf(parts)), null);
    expect(digest.bids.flatMap(({ lost }) => lost).length).toBeGreaterThan(3);
    expect(digest.spend?.costs[0]?.microMs ?? 0n).toBeGreaterThan(0n);
    // What went with a bid that was cancelled is no outage.
    expect(digest.bids.flatMap(outagesOf).filter(({ isBack }) => !isBack)).toEqual([]);
  });

  test('the history of a bid has its changes of status and price', () => {
    const world = seedWorld(NOON, 1, 38);
    const journal = begun(world);
    const fid = world.bids.ordered.find(({ name }) => name === 'sweep-a')?.fid ?? '';
    expect(journal.ofRows([{ scope: DEMO, fid }], 0).map(inShort)).toEqual(
      expect.arrayContaining([
        'done: Place sweep-a',
        'sweep-a appeared',
        'done: Change sweep-a',
        'sweep-a limit_price: $4.70 > $4.80',
      ]),
    );
  });
});

describe('the past leads to the rows that a demo begins with', () => {
  test.each([1, 7])('so the first lists of a world of seed %i bring no event', (seed) => {
    const world = seedWorld(NOON, seed, 38);
    const journal = begun(world);
    const before = eventsOf(journal).length;
    const { bids, instances, volumes, sshKeys } = createReader(DEMO.project)(world);
    journal.record(DEMO, 'bids', snapshotOf('bids', NOON + 1, [...bids.rows.values()]));
    journal.record(DEMO, 'instances', snapshotOf('instances', NOON + 1, [...instances.rows.values()]));
    journal.record(DEMO, 'volumes', snapshotOf('volumes', NOON + 1, [...volumes.rows.values()]));
    journal.record(DEMO, 'sshKeys', snapshotOf('sshKeys', NOON + 1, [...sshKeys.rows.values()]));
    expect(eventsOf(journal).slice(before).map(inShort)).toEqual([]);
    expect(journal.warning()).toBeNull();
  });

  test('each of its bids appears within a minute of the time at which it was placed', () => {
    const world = seedWorld(NOON, 1, 38);
    const appeared = new Map(
      eventsOf(begun(world)).flatMap(({ at, payload }) =>
        payload.kind === 'seen' && payload.list === 'bids' && payload.change === 'appeared'
          ? [[payload.fid, at] as const]
          : [],
      ),
    );
    for (const { fid, name, createdAt } of world.bids.ordered) {
      const late = (appeared.get(fid) ?? Number.NaN) - createdAt;
      expect(late, name).toBeGreaterThanOrEqual(0);
      expect(late, name).toBeLessThan(MINUTE_MS);
    }
  });
});

test('each entry is marked as simulated, and the first and the last one say so', () => {
  const events = eventsOf(begun());
  expect(new Set(events.map(({ by }) => by))).toEqual(new Set([SIMULATED_BY]));
  const findings = events.flatMap(({ payload }) =>
    payload.kind === 'noted' && payload.who === 'service' ? [payload.what.split(':')[0]] : [],
  );
  expect(findings).toEqual(['Simulated from here', 'Simulated up to here, live from now on']);
});
