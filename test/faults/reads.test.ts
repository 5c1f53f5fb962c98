import { describe, expect, test } from 'vitest';
import { serviceLists } from '../../src/resources/resources.ts';
import { alertsBetween } from '../../src/state/alerts.ts';
import { troubleOf } from '../../src/state/headline.ts';
import { isOfService } from '../../src/state/retry.ts';
import { openStage, type Stage } from './stage.ts';
import { faults } from './table.ts';
import type { FaultRow } from './table-row.ts';
import { expectTruth, shownOf } from './truth.ts';

/** How long a fault lasts by the console's clock. */
const LASTS_MS = 30_000;
/** The longest that a list goes without being asked for, with something to spare for its answer. */
const LONGEST_PAUSE_MS = 61_000;
/** With retries spread in the middle: between one second and 2, 4, 8 and 16. */
const BACK_OFF_MS = [1500, 2500, 4500, 8500];

const striking = (row: FaultRow) => row.only ?? /./;

/** A console with all lists on screen that has just met a fault on every read. */
async function struck(row: FaultRow): Promise<{ stage: Stage; calm: () => Promise<void>; since: number }> {
  const stage = await openStage();
  stage.poller.start();
  await stage.pass(6000);
  expect(stage.header()).toContain('live');
  const calm = await row.apply(stage, { match: ({ path }) => striking(row).test(path) });
  return { stage, calm, since: stage.clock.steady() };
}

/** When lists that are struck were asked for, each time once. */
function timesOf({ tries }: Stage, row: FaultRow, since: number, path = striking(row)): readonly number[] {
  return [...new Set(tries.filter((one) => one.at >= since && path.test(one.path)).map(({ at }) => at))];
}

const waitsOf = (times: readonly number[]): readonly number[] => times.slice(1).map((at, n) => at - (times[n] ?? 0));

function expectOnScreen(stage: Stage, { sees }: FaultRow): void {
  const host = stage.wire.origin.replace('http://', '');
  expect(stage.header()).toContain(sees.header);
  if (sees.pane !== null) expect(stage.panes()).toContain(sees.pane);
  if (sees.hint === null) expect(troubleOf(stage.state())).toBeNull();
  else expect(stage.hint()).toContain(sees.hint.replace('HOST', host));
}

/** Every list has come again since a time, and nothing is wrong any more. */
const isWellSince = (stage: Stage, at: number) => (): boolean =>
  serviceLists.every((name) => {
    const { fault, asOf } = stage.state().lists[name];
    return fault === null && asOf !== null && asOf >= at;
  });

describe('while lists can not be read, the screen says so and keeps their rows, the service is asked less and less, and then all goes on', () => {
  test.each(faults.filter(({ rows }) => rows === 'stay'))('$what', async (row) => {
    const { stage, calm, since } = await struck(row);
    await using _ = stage;
    const before = shownOf(stage.state());
    await stage.pass(LASTS_MS);
    expectOnScreen(stage, row);
    expect(shownOf(stage.state())).toEqual(before);

    const error = stage.state().lists.bids.fault?.error;
    const whole = error !== undefined && isOfService(error);
    const count = stage.tries.filter(({ at, path }) => at >= since && striking(row).test(path)).length;
    expect(count).toBeLessThanOrEqual((whole ? 10 : 25) * (row.requests ?? 1));
    const waits = waitsOf(timesOf(stage, row, since, whole ? /./ : /^\/v2\/spot\/bids/));
    if (row.recovers === 'by itself') expect(waits).toEqual(BACK_OFF_MS);
    // A date is told in whole seconds.
    else if (row.recovers === 'after the wait') expect(waits[0]).toBeGreaterThan((row.waitMs ?? 0) - 1000);
    else expect(waits).toEqual([]);

    const asked = stage.tries.length;
    await calm();
    const calmAt = stage.clock.now();
    if (row.recovers === 'with a token') {
      await stage.pass(LONGEST_PAUSE_MS);
      expect(stage.tries).toHaveLength(asked);
      stage.remote.signIn(stage.market.token);
    }
    await stage.passUntil(isWellSince(stage, calmAt), LONGEST_PAUSE_MS);
    await expectWell(stage);
  });
});

describe('a console that meets a fault at its very start says so instead of showing empty lists, and begins by itself', () => {
  test.each(faults.filter(({ rows }) => rows === 'stay'))('$what', async (row) => {
    await using stage = await openStage();
    const calm = await row.apply(stage, { match: ({ path }) => striking(row).test(path) });
    stage.poller.start();
    await stage.pass(3000);
    expect(stage.header()).toContain(row.recovers === 'with a token' ? 'signed out' : 'no connection');
    expect(stage.panes()).not.toContain('No bids yet');
    expect(stage.panes()).toMatch(row.recovers === 'with a token' ? /token/ : /Next try in|Trying again now/);
    await calm();
    if (row.recovers === 'with a token') stage.remote.signIn(stage.market.token);
    await stage.passUntil(isWellSince(stage, 0), LONGEST_PAUSE_MS);
    await expectWell(stage);
  });
});

describe('what is odd about an answer is shown, the rest of it is used, and nothing stops', () => {
  test.each(faults.filter(({ rows }) => rows === 'live'))('$what', async (row) => {
    const { stage, calm, since } = await struck(row);
    await using _ = stage;
    await stage.pass(12_000);
    expectOnScreen(stage, row);
    expect(isWellSince(stage, since)()).toBe(true);
    const count = stage.tries.filter(({ at, path }) => at >= since && striking(row).test(path)).length;
    expect(count).toBeLessThanOrEqual(serviceLists.length * 3 * (row.requests ?? 1));
    await calm();
    await stage.passUntil(isWellSince(stage, stage.clock.now()), LONGEST_PAUSE_MS);
    await expectWell(stage);
  });
});

/** Nothing is left of a fault: the screen is live and shows what the market has, and nothing was changed there. */
async function expectWell(stage: Stage): Promise<void> {
  expect(stage.header()).toContain('live');
  expect(stage.panes()).not.toMatch(/not refreshed|unreadable|lacks rows|may lack/);
  expect(troubleOf(stage.state())).toBeNull();
  await expectTruth(stage.state(), stage.market);
  expect(stage.wire.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
}

test.each(['502', 'reset-during', 'truncated'])(
  'a list is replaced as a whole or not at all: a fault on its second page (%s) changes no row',
  async (id) => {
    await using stage = await openStage({}, { pageSize: 5 });
    stage.poller.start();
    await stage.pass(6000);
    const before = stage.state().lists.bids.rows;
    stage.market.advance(60_000);
    const row = faults.find((one) => one.id === id);
    await row?.apply(stage, { match: ({ path }) => path.startsWith('/v2/spot/bids') && path.includes('next_cursor') });
    await stage.pass(LASTS_MS);
    expect(stage.state().lists.bids.rows).toBe(before);
    expect(stage.panes()).toContain('not refreshed since');
    expect(stage.state().lists.bids.leaving.size).toBe(0);
  },
);

describe('of rows that move while a list is read', () => {
  const rowOf = (id: string): FaultRow => {
    const row = faults.find((one) => one.id === id);
    if (row === undefined) throw new Error(`There is no fault ${id}.`);
    return row;
  };

  test('one that was missed is seen going, and is back with the next refresh', async () => {
    const { stage, calm } = await struck(rowOf('row-missed'));
    await using _ = stage;
    const before = stage.state().lists.bids.rows;
    await stage.pass(5000);
    const { rows, leaving } = stage.state().lists.bids;
    const missed = [...before.keys()].filter((fid) => !rows.has(fid));
    expect(missed.length).toBeGreaterThan(0);
    expect([...leaving.keys()].toSorted()).toEqual(missed.toSorted());
    await calm();
    await stage.pass(5000);
    expect([...stage.state().lists.bids.rows.keys()]).toEqual([...before.keys()]);
    expect(stage.state().lists.bids.leaving.size).toBe(0);
  });

  test('one that came twice is there once', async () => {
    const { stage } = await struck(rowOf('rows-twice'));
    await using _ = stage;
    await stage.pass(5000);
    await expectTruth(stage.state(), stage.market);
  });

  test('one that can not be read takes no other with it', async () => {
    const { stage } = await struck(rowOf('wrong-types'));
    await using _ = stage;
    const before = stage.state().lists;
    await stage.pass(5000);
    for (const name of serviceLists) {
      const { rows, unreadable } = stage.state().lists[name];
      expect(unreadable).toHaveLength(1);
      expect([...rows.keys()]).toEqual([...before[name].rows.keys()].slice(1));
    }
  });

  test.each(['wrong-types', 'cursor-loop', 'endless-pages'])(
    'no instance is called lost because its list could not be read well: %s',
    async (id) => {
      const { stage } = await struck(rowOf(id));
      await using _ = stage;
      stage.connect({ pageSize: 5, mostPages: 3 });
      const before = stage.state();
      await stage.pass(5000);
      expect(stage.state().lists.instances.rows.size).toBeLessThan(before.lists.instances.rows.size);
      expect(alertsBetween(before, stage.state())).toEqual([]);
    },
  );
});
