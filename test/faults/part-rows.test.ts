import { expect, test } from 'vitest';
import { BEHIND_MS } from '../../src/changes/newer.ts';
import { BidFid } from '../../src/contract/fid.ts';
import { connect } from '../api/serving.ts';
import { refuses, rows } from './faults.ts';
import { type Fixture, openFixture } from './fixture.ts';
import type { Fault } from './wire.ts';

/** Pages and requests such that both lists of the demo are read in parts. */
const openLarge = async (maxRequests = 240, readMs = 60_000): Promise<Fixture> => {
  const fixture = await openFixture({}, { pageSize: 2, maxPages: 200 }, { maxRequests });
  fixture.poller.start();
  // Each list was complete several times.
  await fixture.pass(readMs);
  return fixture;
};

const withoutRows = (fids: readonly string[]): Fault =>
  rows((given) => given.filter(({ fid }) => !fids.includes(String(fid))));

/** Takes instances out of the answers from now on: of all, as if they had ended, or of parts only. */
const withoutInstances = (fixture: Fixture, fids: readonly string[], of: 'all' | 'parts' = 'all'): void =>
  fixture.wire.fault(withoutRows(fids), {
    match: ({ path }) => path.includes('/instances') && (of === 'all' || path.includes('bid_fid_in=')),
  });

const running = ({ state }: Fixture) =>
  [...state().lists.instances.rows.values()]
    .map(({ row }) => row)
    .filter(({ bid, status }) => bid !== null && status === 'STATUS_RUNNING');

const eventsOf = ({ journal, scope }: Fixture, fid: string): readonly string[] =>
  journal
    .after([scope], 0)
    .flatMap(({ payload }) => (payload.kind === 'seen' && payload.fid === fid ? [payload.change] : []));

test('a bid that another console pauses is shown with its new status and never leaves the screen', async () => {
  await using fixture = await openLarge(120);
  const [bid] = [...fixture.state().lists.bids.rows.values()].filter(({ row }) => row.status === 'Allocated');
  const fid = bid?.row.fid ?? BidFid.parse('none');
  let missing = 0;
  fixture.store.subscribe(({ lists }) => {
    if (!lists.bids.rows.has(fid)) missing += 1;
  });
  const other = connect(fixture.market.origin, { token: fixture.market.token });
  await other.call('updateBid', { params: { bid_fid: fid }, body: { paused: true } });
  const isPaused = (): boolean => fixture.state().lists.bids.rows.get(fid)?.row.status === 'Paused';
  await fixture.passUntil(isPaused, 30_000);
  expect(isPaused()).toBe(true);
  expect(missing).toBe(0);
  expect(eventsOf(fixture, fid)).toEqual(['changed']);
});

test('an instance that ends leaves the screen once a complete list has confirmed the first such one, and the next one at the latest when no answer that is behind can explain it, each with one event', async () => {
  // Longer than both lists take several times.
  const readMs = 20_000;
  await using fixture = await openLarge(600, readMs);
  const [first, second] = running(fixture).map(({ fid }) => fid);
  const has = (fid = ''): boolean => fixture.state().lists.instances.rows.has(fid);
  withoutInstances(fixture, [first ?? '']);
  await fixture.passUntil(() => !has(first), 300_000);
  expect(has(first)).toBe(false);
  await fixture.pass(readMs);
  withoutInstances(fixture, [first ?? '', second ?? '']);
  await fixture.passUntil(() => !has(second), BEHIND_MS + 30_000);
  expect(has(second)).toBe(false);
  await fixture.pass(readMs);
  expect(eventsOf(fixture, first ?? '')).toEqual(['lost']);
  expect(eventsOf(fixture, second ?? '')).toEqual(['lost']);
});

test('instances that the service leaves out of parts, but not of the complete list, stay on screen, and the filter is given up', async () => {
  await using fixture = await openLarge();
  const hidden = running(fixture)
    .slice(0, 3)
    .map(({ fid }): string => fid);
  let missing = 0;
  fixture.store.subscribe(({ lists }) => {
    if (hidden.some((fid) => !lists.instances.rows.has(fid))) missing += 1;
  });
  withoutInstances(fixture, hidden, 'parts');
  await fixture.passUntil(() => fixture.filterFaults.length > 0, 900_000);
  expect(fixture.filterFaults).toEqual(['instances bid_fid_in not-honoured']);
  await fixture.pass(60_000);
  expect(missing).toBe(0);
  for (const fid of hidden) expect(eventsOf(fixture, fid)).toEqual([]);
});

test('instances that end because another console paused their bid are not called lost, however late the bid is read', async () => {
  await using fixture = await openLarge();
  const [unrelated, ...others] = running(fixture);
  // The complete list has confirmed an ended instance, so that parts are trusted.
  withoutInstances(fixture, [unrelated?.fid ?? '']);
  await fixture.passUntil(() => !fixture.state().lists.instances.rows.has(unrelated?.fid ?? ''), 300_000);
  const bid = others.find((row) => row.bid !== unrelated?.bid)?.bid ?? BidFid.parse('none');
  const fids = others.filter((row) => row.bid === bid).map(({ fid }): string => fid);
  const other = connect(fixture.market.origin, { token: fixture.market.token });
  await other.call('updateBid', { params: { bid_fid: bid }, body: { paused: true } });
  const instancesEnd = withoutRows([unrelated?.fid ?? '', ...fids]);
  const bidsFail = refuses(404, 'no');
  fixture.wire.fault((struck) => (struck.request.path.includes('/bids') ? bidsFail(struck) : instancesEnd(struck)), {
    match: ({ path }) => path.includes('/bids') || path.includes('bid_fid_in='),
  });
  await fixture.pass(30_000);
  withoutInstances(fixture, [unrelated?.fid ?? '', ...fids]);
  await fixture.passUntil(() => fids.every((fid) => !fixture.state().lists.instances.rows.has(fid)), 300_000);
  await fixture.pass(60_000);
  expect(fids.length).toBeGreaterThan(0);
  for (const fid of fids) {
    expect(eventsOf(fixture, fid)).toContain('gone');
    expect(eventsOf(fixture, fid)).not.toContain('lost');
  }
});
