import { describe, expect, test } from 'vitest';
import { isOfService } from '../../src/api/backoff.ts';
import { serviceLists } from '../../src/resources/index.ts';
import { newLosses, preemptingAlert } from '../../src/store/alerts.ts';
import { problemOf } from '../../src/store/header.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { faults } from './table.ts';
import type { FaultRow } from './table-row.ts';
import { expectTruth, shownOf } from './truth.ts';

/** Duration of a fault by the console's clock. */
const LASTS_MS = 30_000;
/** Longest interval between two reads of a list, with a margin for its response. */
const LONGEST_PAUSE_MS = 61_000;
/** Retry intervals with the middle of their jitter: between one second and 2, 4, 8 and 16. */
const BACK_OFF_MS = [1500, 2500, 4500, 8500];

const striking = (row: FaultRow) => row.only ?? /./;

/** Opens a console with all lists on screen, then applies a fault to every read. */
async function struck(row: FaultRow): Promise<{ fixture: Fixture; calm: () => Promise<void>; since: number }> {
  const fixture = await openFixture();
  fixture.poller.start();
  await fixture.pass(6000);
  expect(fixture.header()).toContain('live');
  const calm = await row.apply(fixture, { match: ({ path }) => striking(row).test(path) });
  return { fixture, calm, since: fixture.clock.steady() };
}

/** The times at which affected lists were requested, each once. */
function timesOf({ tries }: Fixture, row: FaultRow, since: number, path = striking(row)): readonly number[] {
  return [...new Set(tries.filter((one) => one.at >= since && path.test(one.path)).map(({ at }) => at))];
}

const waitsOf = (times: readonly number[]): readonly number[] => times.slice(1).map((at, n) => at - (times[n] ?? 0));

function expectOnScreen(fixture: Fixture, { sees }: FaultRow): void {
  const host = fixture.wire.origin.replace('http://', '');
  expect(fixture.header()).toContain(sees.header);
  if (sees.pane !== null) expect(fixture.panes()).toContain(sees.pane);
  if (sees.hint === null) expect(problemOf(fixture.state())).toBeNull();
  else expect(fixture.hint()).toContain(sees.hint.replace('HOST', host));
}

/** Expects that every list has been read since a time, and that no error is left. */
const isWellSince = (fixture: Fixture, at: number) => (): boolean =>
  serviceLists.every((name) => {
    const { failure, fetchedAt } = fixture.state().lists[name];
    return failure === null && fetchedAt !== null && fetchedAt >= at;
  });

describe('while lists can not be read, the screen reports it and keeps their rows, requests become rarer, and then everything recovers', () => {
  test.each(faults.filter(({ rows }) => rows === 'stay'))('$what', async (row) => {
    const { fixture, calm, since } = await struck(row);
    await using _ = fixture;
    const before = shownOf(fixture.state());
    await fixture.pass(LASTS_MS);
    expectOnScreen(fixture, row);
    expect(shownOf(fixture.state())).toEqual(before);

    const error = fixture.state().lists.bids.failure?.error;
    const whole = error !== undefined && isOfService(error);
    const count = fixture.tries.filter(({ at, path }) => at >= since && striking(row).test(path)).length;
    expect(count).toBeLessThanOrEqual((whole ? 10 : 25) * (row.requests ?? 1));
    const waits = waitsOf(timesOf(fixture, row, since, whole ? /./ : /^\/v2\/spot\/bids/));
    const again = row.pagesAgainMs === undefined ? [] : [row.pagesAgainMs];
    if (row.recovers === 'by itself') expect(waits).toEqual([...again, ...BACK_OFF_MS]);
    // A date has whole seconds.
    else if (row.recovers === 'after the wait') expect(waits[0]).toBeGreaterThan((row.waitMs ?? 0) - 1000);
    else expect(waits).toEqual([]);

    const asked = fixture.tries.length;
    await calm();
    const calmAt = fixture.clock.now();
    if (row.recovers === 'with a token') {
      await fixture.pass(LONGEST_PAUSE_MS);
      expect(fixture.tries).toHaveLength(asked);
      fixture.remote.signIn(fixture.market.token);
    }
    await fixture.passUntil(isWellSince(fixture, calmAt), LONGEST_PAUSE_MS);
    await expectWell(fixture);
  });
});

/** A fault of each kind of error. Which error each fault is, is shown above. */
const AT_START = [
  ...['refused', 'nobody-answers', 'reset-during', 'truncated', 'redirect-loop'],
  ...['401', '403', '422', '429-seconds', '502'],
];

describe('a console that meets a fault at its start reports it instead of empty lists, and recovers without a key', () => {
  test.each(faults.filter(({ id }) => AT_START.includes(id)))('$what', async (row) => {
    await using fixture = await openFixture();
    const calm = await row.apply(fixture, { match: ({ path }) => striking(row).test(path) });
    fixture.poller.start();
    await fixture.pass(3000);
    const stopped = row.sees.header.startsWith('no access') ? row.sees.header : 'no connection';
    expect(fixture.header()).toContain(row.recovers === 'with a token' ? 'signed out' : stopped);
    expect(fixture.panes()).not.toContain('No bids yet');
    expect(fixture.panes()).toMatch(row.recovers === 'with a token' ? /token/ : /Next try in|Trying again now/);
    await calm();
    if (row.recovers === 'with a token') fixture.remote.signIn(fixture.market.token);
    await fixture.passUntil(isWellSince(fixture, 0), LONGEST_PAUSE_MS);
    await expectWell(fixture);
  });
});

describe('an odd part of a response is reported, the rest of it is used, and nothing stops', () => {
  test.each(faults.filter(({ rows }) => rows === 'live'))('$what', async (row) => {
    const { fixture, calm, since } = await struck(row);
    await using _ = fixture;
    await fixture.pass(12_000);
    expectOnScreen(fixture, row);
    expect(isWellSince(fixture, since)()).toBe(true);
    const count = fixture.tries.filter(({ at, path }) => at >= since && striking(row).test(path)).length;
    expect(count).toBeLessThanOrEqual(serviceLists.length * 3 * (row.requests ?? 1));
    await calm();
    await fixture.passUntil(isWellSince(fixture, fixture.clock.now()), LONGEST_PAUSE_MS);
    await expectWell(fixture);
  });
});

/** Expects no trace of a fault: the screen is live and shows what the market has, and nothing was changed there. */
async function expectWell(fixture: Fixture): Promise<void> {
  expect(fixture.header()).toContain('live');
  expect(fixture.panes()).not.toMatch(/not refreshed|unreadable|lacks rows|may lack/);
  expect(problemOf(fixture.state())).toBeNull();
  await expectTruth(fixture.state(), fixture.market);
  expect(fixture.wire.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
}

test.each(['502', 'reset-during', 'truncated'])(
  'a list is replaced as a whole or not at all: a fault on its second page (%s) changes no row',
  async (id) => {
    await using fixture = await openFixture({}, { pageSize: 5 });
    fixture.poller.start();
    await fixture.pass(6000);
    const before = fixture.state().lists.bids.rows;
    fixture.market.advance(60_000);
    const row = faults.find((faultRow) => faultRow.id === id);
    await row?.apply(fixture, {
      match: ({ path }) => path.startsWith('/v2/spot/bids') && path.includes('next_cursor'),
    });
    await fixture.pass(LASTS_MS);
    expect(fixture.state().lists.bids.rows).toBe(before);
    expect(fixture.panes()).toContain('not refreshed');
    expect(fixture.state().lists.bids.removing.size).toBe(0);
  },
);

describe('when rows move while a list is read', () => {
  const rowOf = (id: string): FaultRow => {
    const row = faults.find((faultRow) => faultRow.id === id);
    if (row === undefined) throw new Error(`There is no fault ${id}.`);
    return row;
  };

  test('a row that one list misses stays, as old as it is, and is new again with the next refresh', async () => {
    const { fixture, calm } = await struck(rowOf('row-missed'));
    await using _ = fixture;
    const before = fixture.state().lists.bids.rows;
    await fixture.pass(4500);
    const { rows, doubts } = fixture.state().lists.bids;
    expect([...rows.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    expect(doubts.size).toBeGreaterThan(0);
    await calm();
    await fixture.pass(5000);
    expect([...fixture.state().lists.bids.rows.keys()]).toEqual([...before.keys()]);
    expect(fixture.state().lists.bids.doubts.size).toBe(0);
  });

  test('a row that came twice is shown once', async () => {
    const { fixture } = await struck(rowOf('rows-twice'));
    await using _ = fixture;
    await fixture.pass(5000);
    await expectTruth(fixture.state(), fixture.market);
  });

  test('a row with unreadable cells stays, beside all others', async () => {
    const { fixture } = await struck(rowOf('wrong-types'));
    await using _ = fixture;
    const before = fixture.state().lists;
    await fixture.pass(5000);
    for (const name of serviceLists) {
      const { rows, unreadable } = fixture.state().lists[name];
      expect(unreadable).toHaveLength(1);
      expect([...rows.keys()]).toEqual([...before[name].rows.keys()]);
    }
  });

  test.each(['wrong-types', 'cursor-loop', 'endless-pages'])(
    'no instance is called lost because its list could not be read well: %s',
    async (id) => {
      const { fixture } = await struck(rowOf(id));
      await using _ = fixture;
      fixture.connect({ pageSize: 5, maxPages: 3 });
      const before = fixture.state();
      await fixture.pass(5000);
      expect(fixture.state().lists.instances.rows.size).toBeLessThan(before.lists.instances.rows.size);
      expect([preemptingAlert(before, fixture.state()), ...newLosses(before, fixture.state())]).toEqual([null]);
    },
  );
});
