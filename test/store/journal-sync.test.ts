import { describe, expect, onTestFinished, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ListedRow } from '../../src/api/result.ts';
import type { Bid } from '../../src/contract/bid.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { sameThread } from '../../src/journal/same-thread.ts';
import { SINGLE_EVENT } from '../../src/resources/rows.ts';
import { addActivity, MAX_ACTIVITY_ROWS } from '../../src/store/activity.ts';
import { type JournalSync, syncJournal } from '../../src/store/journal-sync.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { partArrived, rowsArrived } from '../../src/store/transitions.ts';
import { openTestJournal } from '../journal/open.ts';
import { HERE, noted } from '../journal/scope.ts';
import { all, newPath } from '../journal/snapshots.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith, whole } from './made.ts';

test('a list that arrived while the journal was being opened is compared with the next one', async () => {
  const store = createStore<ConsoleState>(() => consoleWith({ bids: [bid('a')] }));
  const journal = openTestJournal(':memory:', () => NOON);
  const sync = syncJournal({ store, journal: sameThread(journal), service: () => 'here' });
  await sync.begun;
  const paused = whole(bid('a', { status: 'Paused' }));
  store.setState(rowsArrived(store.getState(), 'bids', paused, { at: NOON + 1000, sequence: 1 }, NOON + 1000), true);
  await sync.settled();
  const told = [...store.getState().lists.activity.rows.values()].map(({ row }) => row.what);
  expect(told).toEqual([expect.stringContaining('paused')]);
  sync.stop();
  journal.close();
});

test('what was done while the journal was being opened stays in Activity, however much the journal has, and is in the journal', async () => {
  const path = newPath();
  const earlier = opened(path);
  const journal = opened(path);
  for (let n = 0; n < MAX_ACTIVITY_ROWS + 1; n++)
    earlier.note(HERE, `old-${n}`, NOON - 60_000 + n, noted('operator', 'done', `Old ${n}`));
  const own = { fid: 'own-1', at: NOON, since: null, from: 'here', who: 'operator', outcome: 'done' } as const;
  const row = { ...SINGLE_EVENT, ...own, what: 'Pause a', about: null };
  const store = createStore<ConsoleState>(() => addActivity(consoleWith({ bids: [bid('a')] }), row));
  const sync = syncJournal({ store, journal: sameThread(journal), service: () => HERE.service });
  await sync.begun;
  const shown = [...store.getState().lists.activity.rows.values()].map(({ row }) => row.what);
  expect(shown).toHaveLength(MAX_ACTIVITY_ROWS);
  expect(shown).toContain('Pause a');
  expect(all(journal).at(-1)).toBe('done: Pause a');
  sync.stop();
});

/** A console that shares a journal with others. */
function consoleOn(journal: Journal, ...rows: readonly ListedRow<Bid>[]) {
  const store: StoreApi<ConsoleState> = createStore<ConsoleState>(() => consoleWith({ bids: rows }));
  let sequence = 0;
  let sync: JournalSync | null = null;
  const change = async (
    ms: number,
    arrive: (start: { at: number; sequence: number }) => ConsoleState,
  ): Promise<void> => {
    sequence += 1;
    store.setState(arrive({ at: NOON + ms, sequence }), true);
    await sync?.settled();
  };
  return {
    follow: async (): Promise<() => void> => {
      sync = syncJournal({ store, journal: sameThread(journal), service: () => HERE.service });
      await sync.begun;
      return sync.stop;
    },
    list: (ms: number, ...rows: readonly ListedRow<Bid>[]): Promise<void> =>
      change(ms, (start) => rowsArrived(store.getState(), 'bids', whole(...rows), start, start.at)),
    part: async (ms: number, ...rows: readonly ListedRow<Bid>[]): Promise<void> => {
      const part = { rows: whole(...rows).rows, gone: [] };
      await change(ms, (start) => partArrived(store.getState(), 'bids', part, start, start.at));
    },
  };
}

/** Opens a journal in memory, or in a file that several consoles share. */
function opened(path = ':memory:'): Journal {
  const journal = openTestJournal(path, () => NOON + 60_000);
  onTestFinished(() => journal.close());
  return journal;
}

const paused = (fid: string): ListedRow<Bid> => bid(fid, { status: 'Paused' });

describe('a part of a list that arrived while the journal was being opened', () => {
  test('does not hide what changed in other rows while no console was open', async () => {
    const path = newPath();
    (await consoleOn(opened(path), bid('a'), bid('b')).follow())();
    const journal = opened(path);
    const later = consoleOn(journal);
    await later.list(1000, paused('a'), paused('b'));
    await later.part(2000, paused('a'));
    onTestFinished(await later.follow());
    await later.list(9000, paused('a'), paused('b'));
    expect(all(journal)).toEqual(['a status: Allocated > Paused', 'b status: Allocated > Paused']);
  });

  test('does not keep the changes of the first minute out of a new journal', async () => {
    const journal = opened();
    const console = consoleOn(journal, bid('a'), bid('b'));
    await console.part(1000, bid('a'));
    onTestFinished(await console.follow());
    await console.part(2000, paused('b'));
    expect(all(journal)).toEqual(['b status: Allocated > Paused']);
  });
});
