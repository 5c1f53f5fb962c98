import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { sameThread } from '../../src/journal/same-thread.ts';
import { syncJournal } from '../../src/store/journal-sync.ts';
import { cursorRow, visibleRows } from '../../src/store/lists/visible-rows.ts';
import { cursorMoved, paneFocused, windowOf } from '../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { rowsArrived, timePassed } from '../../src/store/transitions.ts';
import { openTestJournal } from '../journal/open.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith, instance, whole } from './made.ts';

const STATUSES = ['Allocated', 'Open', 'Preempting', 'Paused'];
const names = ['a', 'b', 'c'];

/** What a service shows after some seconds: the status of each bid, and how many instances each has. */
const poll = fc.record({
  seconds: fc.integer({ min: 1, max: 50 }),
  statuses: fc.array(fc.constantFrom(...STATUSES), { minLength: 3, maxLength: 3 }),
  instances: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }),
});

/** A console with a journal, which polls a service at those times; `seen` is called after each poll. */
function watching(start: ConsoleState, seen: (state: ConsoleState) => void) {
  const store = createStore<ConsoleState>(() => start);
  const clock = { now: NOON };
  const journal = openTestJournal(':memory:', () => clock.now);
  const sync = syncJournal({ store, journal: sameThread(journal), service: () => 'here' });
  const change = (next: (state: ConsoleState) => ConsoleState): void => store.setState(next(store.getState()), true);
  let sequence = 0;
  return {
    store,
    poll: ({ seconds, statuses, instances }: { seconds: number; statuses: string[]; instances: number[] }): void => {
      clock.now += seconds * 1000;
      sequence += 1;
      const asked = { at: clock.now, sequence };
      change((state) => timePassed(state, clock.now));
      const bids = names.map((fid, n) => bid(fid, { status: statuses[n] ?? null }));
      const running = names.flatMap((of, n) =>
        Array.from({ length: instances[n] ?? 0 }, (_, at) => instance(`${of}-${at}`, { bid: of })),
      );
      change((state) => rowsArrived(state, 'instances', whole(...running), asked, clock.now));
      change((state) => rowsArrived(state, 'bids', whole(...bids), asked, clock.now));
      seen(store.getState());
    },
    close: (): void => {
      sync.stop();
      journal.close();
    },
  };
}

const start = consoleWith({ bids: names.map((fid) => bid(fid)) });

test('Activity follows the newest event for as long as nobody touches it, whatever groups its events join', () => {
  fc.assert(
    fc.property(fc.array(poll, { maxLength: 40 }), (polls) => {
      const console = watching(start, (state) => {
        const { rows } = visibleRows(state, 'activity');
        expect(cursorRow(state, 'activity')?.row.fid).toBe(rows[0]?.row.fid);
        expect(windowOf(state, 'activity').top).toBe(0);
      });
      for (const each of polls) console.poll(each);
      console.close();
    }),
    { numRuns: 60 },
  );
});

test('the cursor stays on the event that the operator has put it on', () => {
  const console = watching(start, () => undefined);
  const kept = { statuses: ['Allocated', 'Allocated', 'Allocated'], instances: [0, 0, 0] };
  console.poll({ ...kept, seconds: 10, statuses: ['Open', 'Allocated', 'Allocated'] });
  console.poll({ ...kept, seconds: 100, statuses: ['Open', 'Paused', 'Allocated'] });
  console.store.setState(
    paneFocused(cursorMoved(paneFocused(console.store.getState(), 'activity'), 'activity', 1), 'bids'),
    true,
  );
  const at = console.store.getState().views.activity.cursor;
  console.poll({ ...kept, seconds: 100, statuses: ['Open', 'Paused', 'Open'], instances: [3, 0, 0] });
  expect(console.store.getState().views.activity.cursor).toBe(at);
  console.close();
});
