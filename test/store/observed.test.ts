import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { WholeList } from '../../src/api/result.ts';
import type { Instance } from '../../src/contract/instance.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { rowAnswered } from '../../src/store/list.ts';
import { arrivedSnapshots } from '../../src/store/list-records.ts';
import { type ConsoleState, withList } from '../../src/store/state.ts';
import { rowsArrived } from '../../src/store/transitions.ts';
import { openTestJournal } from '../journal/open.ts';
import { HERE } from '../journal/scope.ts';
import { all } from '../journal/snapshots.ts';
import { NOON } from './hand-clock.ts';
import { apiKey, arrived, bid, consoleWith, instance, whole } from './made.ts';

const DAY = 86_400_000;

/** Rows that come one after the other and stay: when one that is missing counts as gone is told by other tests. */
const someRows = fc.array(
  fc.record({
    status: fc.constantFrom('STATUS_RUNNING', 'STATUS_STARTING', 'STATUS_PREEMPTED'),
    bid: fc.constantFrom('runs', 'rests', null),
  }),
  { minLength: 4, maxLength: 4 },
);
const rowsAt = (turn: number, given: readonly { readonly status: string; readonly bid: string | null }[]) =>
  given.slice(0, turn + 1).map((row, n) => ({ fid: `i-${n}`, ...row }));
const START = consoleWith({ bids: [bid('runs'), bid('rests', { status: 'Paused' })] });

function opened(path = ':memory:'): Journal {
  const journal = openTestJournal(path, () => NOON);
  onTestFinished(() => journal.close());
  return journal;
}

function instances(rows: readonly { readonly fid: string }[], more: Partial<WholeList<Instance>> = {}) {
  return { ...whole(...rows.map((row) => instance(row.fid, row))), ...more };
}

/** Records the lists without their changes, so that the journal compares every row itself. */
function recordWithoutChanges(journal: Journal, { lists, now }: ConsoleState): void {
  for (const name of ['bids', 'instances'] as const)
    for (const [scope, snapshot] of arrivedSnapshots([HERE], name, lists, now))
      journal.record(scope, name, { ...snapshot, covered: null, observed: null });
}

const record = (journal: Journal, { lists, now }: ConsoleState): void => {
  for (const name of ['bids', 'instances'] as const)
    for (const [scope, snapshot] of arrivedSnapshots([HERE], name, lists, now)) journal.record(scope, name, snapshot);
};

test('the journal records the changes found when each list arrived, the same as it would find itself', () => {
  const list = fc.record({
    rows: someRows,
    pages: fc.constantFrom(1, 2),
    cutShort: fc.boolean(),
    unreadable: fc.constantFrom('i-0', 'i-1', null),
  });
  fc.assert(
    fc.property(fc.array(list, { maxLength: 8 }), (lists) => {
      const [kept, anew] = [opened(), opened()];
      let state = START;
      for (const [sequence, { rows: given, pages, cutShort, unreadable }] of lists.entries()) {
        const asked = { at: NOON + sequence, sequence };
        const everything = rowsAt(sequence, given);
        const rows = everything.filter(({ fid }) => fid !== unreadable);
        const hurt = unreadable === null || rows.length === everything.length ? [] : [unreadable];
        const came = instances(rows, {
          pages,
          warnings: cutShort ? ['page-limit'] : [],
          unreadable: hurt.map((fid) => ({ fid, why: '', raw: '' })),
        });
        state = rowsArrived(state, 'instances', came, asked, NOON + sequence);
        record(kept, state);
        recordWithoutChanges(anew, state);
        expect(all(kept).toSorted()).toEqual(all(anew).toSorted());
      }
    }),
  );
});

test('a change of this console is recorded with the next list, though the response showed it at once', () => {
  const journal = opened();
  record(journal, START);
  const lists = START.lists.bids;
  const answered = withList(START, 'bids', rowAnswered(lists, bid('runs', { status: 'Paused' }), 1, NOON));
  const rows = whole(bid('runs', { status: 'Paused' }), bid('rests', { status: 'Paused' }));
  record(journal, rowsArrived(answered, 'bids', rows, { at: NOON + 2, sequence: 2 }, NOON + 2));
  expect(all(journal)).toEqual(['runs status: Allocated > Paused']);
});

test('an API key that expires is a change though its row stays the same', () => {
  const key = apiKey('k', { expires_at: new Date(NOON + 8 * DAY).toISOString() });
  let state = consoleWith({ apiKeys: [key] });
  const found: unknown[] = [];
  for (let day = 1; day < 10; day++) {
    const at = NOON + day * DAY;
    state = arrived(state, 'apiKeys', [key], day, at);
    found.push(...state.lists.apiKeys.observed.changes.map(({ change }) => change.to));
  }
  expect(found).toEqual(['in less than 7 days', 'in less than a day', 'expired']);
});
