import { describe, expect, test } from 'vitest';
import { parseVariants } from '../../src/market/variants.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { rows } from './faults.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { watchForStaleRows } from './no-stale-rows.ts';
import { expectTruth } from './truth.ts';
import { calm, type Exchange } from './wire.ts';

/** Pages and requests such that both lists of the demo are read in parts. */
const openLarge = (reading = ''): Promise<Fixture> =>
  openFixture({ variants: parseVariants(reading) }, { pageSize: 2, maxPages: 200 }, { maxRequests: 120 });

const isPart = ({ path }: Pick<Exchange, 'path'>): boolean =>
  /[?&](?:status|region|instance_type|bid_fid_in|reservation_fid_in)=/.test(path);
const partsOf = ({ wire }: Fixture): readonly Exchange[] => wire.asked.filter(isPart);

/** Resolves when a state holds, without advancing time. */
const until = ({ store }: Fixture, holds: (state: ConsoleState) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.subscribe((state) => {
      if (!holds(state)) return;
      stop();
      resolve();
    });
  });

describe('a list that is too large for its pace', () => {
  test('is read in parts between complete lists, and ends up as the market has it', async () => {
    await using fixture = await openLarge();
    const expectNoneWentBack = watchForStaleRows(fixture);
    fixture.poller.start();
    await fixture.pass(60_000);
    const paths = partsOf(fixture).map(({ path }) => path);
    expect(paths.some((path) => path.includes('bid_fid_in='))).toBe(true);
    expect(fixture.filterFaults).toEqual([]);
    await fixture.passUntil(() => false, 100_000);
    await expectTruth(fixture.state(), fixture.market);
    expectNoneWentBack();
  });

  test('filters that the service refuses are given up and reported once each, and the lists stay complete', async () => {
    await using fixture = await openLarge('filters=refused');
    fixture.poller.start();
    await fixture.pass(60_000);
    expect(fixture.filterFaults.length).toBeGreaterThan(0);
    expect(new Set(fixture.filterFaults).size).toBe(fixture.filterFaults.length);
    expect(fixture.filterFaults.every((text) => text.endsWith(' refused'))).toBe(true);
    const sent = partsOf(fixture).length;
    await fixture.pass(30_000);
    expect(partsOf(fixture).length).toBe(sent);
    await expectTruth(fixture.state(), fixture.market);
  });

  test('filters that bring nothing never take a row away, and are given up after a complete list', async () => {
    await using fixture = await openLarge('filters=nothing');
    let lost = 0;
    fixture.store.subscribe(({ lists }, before) => {
      for (const name of ['bids', 'instances'] as const)
        if (lists[name].rows.size < before.lists[name].rows.size) lost += 1;
    });
    fixture.poller.start();
    const isGivenUp = (): boolean => fixture.filterFaults.includes('instances bid_fid_in not-honoured');
    await fixture.passUntil(isGivenUp, 600_000);
    expect(isGivenUp()).toBe(true);
    await fixture.pass(30_000);
    expect(lost).toBe(0);
    await expectTruth(fixture.state(), fixture.market);
  });

  test('an answer with rows that the filter does not select is not shown, and the filter is given up', async () => {
    await using fixture = await openLarge();
    const strays = rows((given) =>
      given.map((row) => ({
        ...row,
        status: 'Odd',
        region: 'odd',
        instance_type: 'odd',
        bid: 'odd',
        reservation: 'odd',
      })),
    );
    fixture.wire.fault(strays, { match: isPart });
    fixture.poller.start();
    let odd = 0;
    fixture.store.subscribe(({ lists }) => {
      for (const { row } of [...lists.bids.rows.values(), ...lists.instances.rows.values()])
        if (row.region === 'odd') odd += 1;
    });
    await fixture.pass(120_000);
    expect(odd).toBe(0);
    expect(fixture.filterFaults).toContain('instances bid_fid_in not-honoured');
    expect(new Set(fixture.filterFaults).size).toBe(fixture.filterFaults.length);
  });

  test('a part that is answered with 429 and Retry-After is the last one until that wait is over', async () => {
    await using fixture = await openLarge();
    fixture.poller.start();
    await fixture.pass(30_000);
    let limitedAt: number | null = null;
    fixture.wire.fault(
      ({ response }) => {
        limitedAt ??= fixture.clock.steady();
        response.writeHead(429, { 'retry-after': '20' });
        response.end();
      },
      { match: isPart, times: 1 },
    );
    await fixture.passUntil(() => limitedAt !== null, 60_000);
    const at = limitedAt ?? 0;
    const before = fixture.wire.asked.length;
    await fixture.pass(60_000);
    const next = fixture.wire.asked.slice(before).find(({ began }) => began > at);
    expect(next?.began).toBeGreaterThanOrEqual(at + 20_000);
    expect(partsOf(fixture).some(({ began }) => began > at)).toBe(true);
  });
});

describe('the first rows', () => {
  test('are on screen before the second page is answered, nothing is gone before the list is complete, and they stay when it fails', async () => {
    await using fixture = await openFixture({}, { pageSize: 10 });
    const held: (() => void)[] = [];
    fixture.wire.fault(
      async (struck) => {
        await new Promise<void>((go) => held.push(go));
        if (held.length > 1) struck.reset();
        else await calm(struck);
      },
      { match: ({ path }) => path.includes('/instances') && path.includes('cursor') },
    );
    const shown = until(fixture, ({ lists }) => lists.instances.rows.size > 0);
    fixture.poller.start('instances');
    await fixture.clock.pass(0);
    await shown;
    const { instances } = fixture.state().lists;
    expect(instances.rows.size).toBe(10);
    expect(instances).toMatchObject({ fetchedAt: null, addedAt: new Map(), removing: new Map() });
    expect(fixture.panes()).toContain('so far');
    const [fid = ''] = instances.rows.keys();
    expect(fixture.panes()).toContain(instances.rows.get(fid)?.row.name ?? '');
    const hasFailed = (): boolean => fixture.state().lists.instances.failure !== null;
    fixture.wire.fault(({ reset }) => reset(), { match: ({ path }) => path.includes('cursor') });
    for (const go of held) go();
    // A page whose connection broke is requested again before the list fails.
    await fixture.passUntil(() => hasFailed(), 20_000);
    expect(hasFailed()).toBe(true);
    const after = fixture.state().lists.instances;
    expect(after.fetchedAt).toBeNull();
    for (const [each] of instances.rows) expect(after.rows.has(each)).toBe(true);
    expect(after.removing.size).toBe(0);
    expect(after.observed.changes).toEqual([]);
  });
});
