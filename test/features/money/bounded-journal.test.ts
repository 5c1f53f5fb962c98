import { statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { HERE } from '../../journal/scope.ts';
import { inShort, newPath, snapshotOf } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid } from '../../store/made.ts';
import { type FeatureJournal, openFeatureJournal } from './open-journal.ts';
import { spendIn } from './records.ts';

const BIDS = Array.from({ length: 200 }, (_, n) => `bid_${n}`);
const EACH_MS = 2000;
const ROUNDS = 60;

const fileBytes = (path: string): number => statSync(path).size;
/** The bytes of a journal and of its changes that are not carried over yet. */
const bytesOf = (path: string): number => fileBytes(path) + fileBytes(`${path}-wal`);

/** Changes the limit price and the instances of each bid in each round, as a console records it. */
function changeAll(journal: FeatureJournal, n: number): void {
  const at = NOON + n * EACH_MS;
  const previous = n === 0 ? null : at - EACH_MS;
  const rows = BIDS.map((fid) => bid(fid, { limit_price: `$${2 + (n % 7)}.50`, instance_quantity: 1 + (n % 3) }));
  journal.record(HERE, 'bids', snapshotOf('bids', at, rows));
  journal.recordBids(HERE, {
    ...{ at, readTo: at, previous, recordedAt: previous },
    bids: BIDS.map((name) => ({
      traits: { bid: name, name, type: 'h100', region: 'us' },
      standing: {
        ...{ state: 'allocated', quantity: 8, running: 1 + (n % 3) },
        limit: { sign: '$', micros: BigInt(2 + (n % 7)) * 1_000_000n },
      },
    })),
  });
}

function opened(maxBytes: number | null): { readonly journal: FeatureJournal; readonly path: string } {
  const path = newPath();
  const journal = openFeatureJournal(path, () => NOON + ROUNDS * EACH_MS, maxBytes);
  onTestFinished(() => journal.close());
  return { journal, path };
}

const events = (journal: FeatureJournal) => journal.recent([HERE], 100_000).map(inShort);
const costsOf = (journal: FeatureJournal, time: { readonly from: number; readonly to: number }) =>
  spendIn(journal.bidRecords([HERE], time), time).costs;

test('a journal stays below its size while changes go on: the oldest events go, and costs stay the same', () => {
  const all = opened(null);
  const small = opened(5_100_000);
  for (let n = 0; n < ROUNDS; n++) {
    changeAll(all.journal, n);
    changeAll(small.journal, n);
    expect(bytesOf(small.path)).toBeLessThan(5_100_000);
  }
  expect(fileBytes(small.path)).toBeLessThan(0.8 * fileBytes(all.path));
  const kept = events(small.journal);
  expect(kept.length).toBeGreaterThan(1000);
  expect(kept).toEqual(events(all.journal).slice(-kept.length));
  const time = { from: NOON, to: NOON + (ROUNDS - 1) * EACH_MS };
  expect(costsOf(small.journal, time)).toEqual(costsOf(all.journal, time));
});

test('where events alone do not suffice, the oldest steps of costs go, and what is kept of them costs the same', () => {
  const all = opened(null);
  const small = opened(4_700_000);
  for (let n = 0; n < ROUNDS; n++) {
    changeAll(all.journal, n);
    changeAll(small.journal, n);
    expect(bytesOf(small.path)).toBeLessThan(4_700_000);
  }
  expect(events(small.journal).length).toBeGreaterThanOrEqual(1000);
  const [record] = small.journal.bidRecords([HERE], { from: NOON, to: NOON + ROUNDS * EACH_MS });
  const from = record?.observed[0]?.from ?? NOON;
  expect(from).toBeGreaterThan(NOON);
  const time = { from, to: NOON + (ROUNDS - 1) * EACH_MS };
  expect(costsOf(small.journal, time)).toEqual(costsOf(all.journal, time));
});
