import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BEHIND_MS } from '../../src/changes/newer.ts';
import { type Journal, openJournal } from '../../src/journal/journal.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { arrivedSnapshots } from '../../src/store/list-records.ts';
import type { PollStart } from '../../src/store/row-memory.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { partArrived, rowsArrived } from '../../src/store/transitions.ts';
import { NOON } from '../store/hand-clock.ts';
import { bid, consoleWith, whole } from '../store/made.ts';
import { HERE } from './scope.ts';
import { all, newPath, opened } from './snapshots.ts';

const FIDS = ['a', 'b', 'c', 'd'];
/** Complete lists that show all: what they miss is gone for the console with the second, and for a journal that another one wrote with the next. */
const LISTS_TO_KNOW = 4;
/** Bids of the service by fid, each with the number of its last change as its quantity. */
type Truth = ReadonlyMap<string, number>;
/** A request under way: for the complete list, or for the rows of some fids. */
type Request = { readonly start: PollStart; readonly truth: Truth; readonly fids: readonly string[] | null };
type Console = { state: ConsoleState; readonly journal: Journal; sequence: number; open: readonly Request[] };

const which = fc.constantFrom<0 | 1>(0, 1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('change'), fid: fc.constantFrom(...FIDS) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('remove', 'add'), fid: fc.constantFrom(...FIDS) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('list'), by: which }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('part'), by: which, fids: fc.subarray(FIDS, { minLength: 1 }) }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('arrive'), by: which, nth: fc.nat({ max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('time'), ms: fc.nat({ max: 3 }) }) },
);

const rowsOf = (truth: Truth, fids: readonly string[] = FIDS) =>
  fids.flatMap((fid) => {
    const version = truth.get(fid);
    return version === undefined ? [] : [bid(fid, { instance_quantity: version })];
  });

function recordBids(journal: Journal, { lists, now }: Pick<ConsoleState, 'lists' | 'now'>, at = now): void {
  for (const [scope, snapshot] of arrivedSnapshots([HERE], 'bids', lists, at)) journal.record(scope, 'bids', snapshot);
}

function arrived(console: Console, request: Request, now: number): void {
  const { start, truth, fids } = request;
  console.open = console.open.filter((other) => other !== request);
  const rows = whole(...rowsOf(truth, fids ?? FIDS));
  const gone = (fids ?? []).filter((fid) => !truth.has(fid));
  console.state =
    fids === null
      ? rowsArrived(console.state, 'bids', rows, start, now)
      : partArrived(console.state, 'bids', { rows: rows.rows, gone }, start, now);
  recordBids(console.journal, console.state, now);
}

test('two consoles that read parts and complete lists record each change once, in order, whatever arrives late', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), (steps) => {
      let now = NOON;
      let version = 1;
      let truth: Truth = new Map(FIDS.slice(0, 3).map((fid) => [fid, version]));
      const removed = new Set<string>();
      const path = newPath();
      const consoles = ([0, 1] as const).map((): Console => {
        const journal = openJournal(path, () => now, serviceResources, []);
        return { state: consoleWith(), journal, sequence: 1, open: [] };
      });
      const ask = (console: Console, fids: Request['fids']): Request => {
        console.sequence += 1;
        const request = { start: { at: now, sequence: console.sequence }, truth, fids };
        console.open = [...console.open, request];
        return request;
      };
      const first = truth;
      for (const console of consoles) {
        now += 1;
        arrived(console, ask(console, null), now);
      }
      for (const one of steps) {
        const console = 'by' in one ? consoles[one.by] : undefined;
        switch (one.does) {
          case 'change':
          case 'add':
            version += 1;
            // No row has the identifier of one that was removed.
            if (truth.has(one.fid) || (one.does === 'add' && !removed.has(one.fid)))
              truth = new Map(truth).set(one.fid, version);
            break;
          case 'remove':
            removed.add(one.fid);
            truth = new Map([...truth].filter(([fid]) => fid !== one.fid));
            break;
          case 'time':
            now += one.ms;
            break;
          case 'list':
            // One complete list at a time, as the poller reads them.
            if (console?.open.every(({ fids }) => fids !== null) === true) ask(console, null);
            break;
          case 'part':
            if (console !== undefined) ask(console, one.fids);
            break;
          default: {
            const request = console?.open[one.nth % Math.max(1, console.open.length)];
            if (console !== undefined && request !== undefined) arrived(console, request, now);
          }
        }
      }
      now += 2 * BEHIND_MS;
      for (const console of consoles) {
        for (const request of console.open) arrived(console, request, now);
        for (let list = 0; list < LISTS_TO_KNOW; list += 1) {
          now += 1;
          arrived(console, ask(console, null), now);
        }
      }
      const events = consoles[0]?.journal.after([HERE], 0) ?? [];
      for (const { journal } of consoles) journal.close();
      for (const fid of FIDS) {
        let at = first.get(fid) ?? null;
        let highest = at ?? 0;
        for (const { payload } of events) {
          if (payload.kind !== 'seen' || payload.fid !== fid) continue;
          expect(payload.change === 'appeared', `${fid} appeared`).toBe(at === null);
          if (payload.change === 'gone' || payload.change === 'appeared') {
            at = payload.change === 'gone' ? null : highest;
            continue;
          }
          // An appearance has no quantity: the next change starts from the one that it appeared with.
          expect(Number(payload.from), `${fid} starts where it was`).toBeGreaterThanOrEqual(highest);
          expect(Number(payload.to), `${fid} goes on`).toBeGreaterThan(Number(payload.from));
          highest = Number(payload.to);
          at = highest;
        }
        expect(at === null, `${fid} at the end`).toBe(!truth.has(fid));
        if (at !== null) expect(highest).toBeLessThanOrEqual(truth.get(fid) ?? 0);
      }
    }),
    { numRuns: Number(process.env['SPOTDECK_JOURNAL_RUNS'] ?? 80) },
  );
});

test('a journal of the earlier version is opened, keeps its events and rows, and takes parts of lists', () => {
  const path = newPath();
  const before = openJournal(path, () => NOON, serviceResources, []);
  const rows = [bid('a', { status: 'Open' }), bid('b')];
  const complete = (asked: number, ...given: typeof rows) =>
    rowsArrived(consoleWith(), 'bids', whole(...given), { at: asked, sequence: 2 }, asked);
  recordBids(before, complete(NOON - 20, ...rows));
  recordBids(before, complete(NOON - 10, bid('a', { status: 'Open' }), bid('b', { status: 'Paused' })));
  before.close();
  const file = new DatabaseSync(path);
  file.exec('ALTER TABLE rows DROP COLUMN asked; PRAGMA user_version = 1');
  file.close();

  const journal = opened(path);
  expect(journal.warning()).toBeNull();
  expect(journal.after([HERE], 0)).toMatchObject([{ payload: { fid: 'b', from: 'Allocated', to: 'Paused' } }]);
  const known = complete(NOON - 15, ...rows);
  const part = new Map([['a', bid('a', { status: 'Allocated' })]]);
  const next = partArrived(known, 'bids', { rows: part, gone: [] }, { at: NOON, sequence: 3 }, NOON);
  recordBids(journal, next);
  expect(journal.after([HERE], 0)).toMatchObject([
    { payload: { fid: 'b' } },
    { at: NOON, since: NOON - 10, payload: { fid: 'a', from: 'Open', to: 'Allocated' } },
  ]);
});

test('a console whose answers are behind takes nothing back that another one has recorded, until no replica can be that far behind', () => {
  const path = newPath();
  let now = NOON;
  const [fresh, behind] = [opened(path, () => now), opened(path, () => now)];
  const console = (journal: Journal, status: string, minute: number): void => {
    now = NOON + minute * 60_000;
    const rows = whole(bid('train', { status }));
    const state = rowsArrived(consoleWith(), 'bids', rows, { at: now, sequence: minute + 1 }, now);
    recordBids(journal, state, now);
  };
  console(fresh, 'Open', 0);
  console(fresh, 'Paused', 1);
  console(behind, 'Open', 2);
  console(behind, 'Allocated', 3);
  expect(all(fresh)).toEqual(['train status: Open > Paused', 'train status: Paused > Allocated']);
  console(fresh, 'Paused', 9);
  expect(all(fresh).at(-1)).toBe('train status: Allocated > Paused');
});
