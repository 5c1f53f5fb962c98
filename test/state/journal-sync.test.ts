import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { openJournal } from '../../src/journal/journal.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { syncJournal } from '../../src/state/journal-sync.ts';
import { rowsArrived } from '../../src/state/lists/transitions.ts';
import type { ConsoleState } from '../../src/state/state.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith, whole } from './made.ts';

test('a list that arrived while the journal was being opened is compared with the next one', () => {
  const store = createStore<ConsoleState>(() => consoleWith({ bids: [bid('a')] }));
  const journal = openJournal(':memory:', () => NOON, serviceResources);
  const stop = syncJournal({ store, journal, service: () => 'here' });
  const paused = whole(bid('a', { status: 'Paused' }));
  store.setState(rowsArrived(store.getState(), 'bids', paused, { at: NOON + 1000, sequence: 1 }, NOON + 1000), true);
  const told = [...store.getState().lists.activity.rows.values()].map(({ row }) => row.what);
  expect(told).toEqual([expect.stringContaining('paused')]);
  stop();
  journal.close();
});
