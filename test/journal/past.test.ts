import { expect, onTestFinished, test } from 'vitest';
import { SIMULATED_BY } from '../../src/changes/change-event.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { type Past, writePast } from '../../src/journal/past.ts';
import type { Scope } from '../../src/journal/scope.ts';
import { MINUTE_MS } from '../../src/lib/duration.ts';
import { NOON } from '../store/hand-clock.ts';
import { bid } from '../store/made.ts';
import { openTestJournal } from './open.ts';
import { HERE, noted } from './scope.ts';
import { inShort, newPath, snapshotOf } from './snapshots.ts';

const DEMO: Scope = { service: 'demo /home/me/market.db', project: 'proj_demo' };
const THERE = 'bid_AAAAAAAAAAAAAAAA';
const HERE_BID = 'bid_BBBBBBBBBBBBBBBB';

/** A past of one change, which ends at a time of its own. */
const file = {
  until: 1_000_000,
  fids: [THERE],
  tables: [
    {
      name: 'entries',
      columns: Object.entries({
        ...{ id: 'id', key: 'key', scope: 'scope', at: 'time', since: 'time' },
        ...{ fid: 'fids', bid: 'fids', by: 'same', payload: 'fids' },
      }),
      rows: [
        [
          1,
          '1-0',
          'project',
          1_000_000 - MINUTE_MS,
          null,
          THERE,
          null,
          SIMULATED_BY,
          JSON.stringify({
            ...{ kind: 'seen', list: 'bids', fid: THERE, name: 'sweep', bid: null },
            ...{ change: 'changed', field: 'status', from: 'Open', to: 'Allocated' },
          }),
        ],
      ],
    },
  ],
};
const past: Past = { text: JSON.stringify(file), begunAt: NOON, fids: [HERE_BID] };

function opened(path: string): Journal {
  const journal = openTestJournal(path, () => NOON);
  onTestFinished(() => journal.close());
  return journal;
}

const eventsOf = (journal: Journal, scope: Scope): readonly string[] => journal.after([scope], 0).map(inShort);

test('a past ends when the world began, with the identifiers of that world, and is marked as simulated', () => {
  const journal = opened(newPath());
  expect(writePast(journal.access, DEMO, past)).toBe(true);
  expect(journal.after([DEMO], 0)).toMatchObject([
    { at: NOON - MINUTE_MS, by: SIMULATED_BY, payload: { fid: HERE_BID, name: 'sweep', to: 'Allocated' } },
  ]);
});

test('a file that has anything of a service, an event or one read, gets no past, and keeps what it has', () => {
  const withEvents = (journal: Journal): void => {
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 2000, [bid('a')]));
    journal.record(HERE, 'bids', snapshotOf('bids', NOON - 1000, [bid('a', { status: 'Paused' })]));
  };
  for (const [fill, events] of [
    [withEvents, ['a status: Allocated > Paused']],
    [(journal: Journal) => journal.note(HERE, 'something', NOON, noted('operator', 'done', 'x')), ['done: x']],
    [(journal: Journal) => void journal.record(HERE, 'bids', snapshotOf('bids', NOON - 2000, [bid('a')])), []],
  ] as const) {
    const path = newPath();
    fill(opened(path));
    const journal = opened(path);
    expect(writePast(journal.access, DEMO, past)).toBe(false);
    expect([eventsOf(journal, DEMO), eventsOf(journal, HERE)]).toEqual([[], events]);
  }
});

test('only a market of the demo gets a past, and a service that comes to its file sees nothing of it', () => {
  const path = newPath();
  expect(writePast(opened(path).access, HERE, past)).toBe(false);
  writePast(opened(path).access, DEMO, past);
  const journal = opened(path);
  expect(eventsOf(journal, HERE)).toEqual([]);
  expect(journal.knownSince(HERE, 'bids')).toBeNull();
  expect(journal.samples(HERE, 0)).toEqual([]);
});

test('a demo that has a journal keeps it as it is, and gets no past', () => {
  const journal = opened(newPath());
  journal.record(DEMO, 'bids', snapshotOf('bids', NOON - 2000, [bid('a')]));
  expect(writePast(journal.access, DEMO, past)).toBe(false);
  expect(journal.knownSince(DEMO, 'bids')).toBe(NOON - 2000);
});

test('a past is written once, and a second market of the demo gets its own', () => {
  const journal = opened(newPath());
  const other: Scope = { ...DEMO, service: 'demo /home/me/other.db' };
  expect(writePast(journal.access, DEMO, past)).toBe(true);
  expect(writePast(journal.access, DEMO, past)).toBe(false);
  expect(writePast(journal.access, other, past)).toBe(true);
  expect(eventsOf(journal, DEMO)).toEqual(['sweep status: Open > Allocated']);
  expect(eventsOf(journal, other)).toEqual(['sweep status: Open > Allocated']);
  journal.forget(DEMO.service);
  expect(writePast(journal.access, DEMO, past)).toBe(true);
});

test('a damaged past is none, and one that does not fit the tables leaves nothing behind', () => {
  const journal = opened(newPath());
  const [entries] = file.tables;
  const unknown = { ...file, tables: [entries, { name: 'nothing', columns: [['at', 'time']], rows: [[1]] }] };
  expect(writePast(journal.access, DEMO, { ...past, text: '{"until":' })).toBe(false);
  expect(journal.warning()).toBeNull();
  expect(writePast(journal.access, DEMO, { ...past, text: JSON.stringify(unknown) })).toBe(false);
  expect(eventsOf(journal, DEMO)).toEqual([]);
});
