import { describe, expect, test } from 'vitest';
import { retryAfter } from '../../src/api/backoff.ts';
import type { ServiceError } from '../../src/api/result.ts';
import type { ServiceList } from '../../src/contract/lists.ts';
import { serviceLists } from '../../src/resources/index.ts';
import { connectionOf, problemOf } from '../../src/store/header.ts';
import { timePassed } from '../../src/store/transitions.ts';
import { NOON } from '../store/hand-clock.ts';
import { bid, consoleWith, shownFids } from '../store/made.ts';
import { type Answering, atOnce, type PolledService, polled } from './polled.ts';

const unreachable: ServiceError = { kind: 'unreachable', why: 'refused', where: 'market.example', reached: 'no' };
const refused: ServiceError = { kind: 'refused', status: 422, said: 'no', fields: [], reached: 'yes' };
const signedOut: ServiceError = { kind: 'not-signed-in', status: 401, said: null, reached: 'yes' };
const forbidden: ServiceError = { kind: 'not-signed-in', status: 403, said: 'Not yours', reached: 'yes' };
const slowDown = (waitMs: number | null): ServiceError => ({
  kind: 'rate-limited',
  waitMs,
  said: null,
  reached: 'yes',
});

const allFail =
  (error: ServiceError): Answering =>
  (question) =>
    question.fail(error);
const onlyFails =
  (list: ServiceList, error: ServiceError): Answering =>
  (question) =>
    question.list === list ? question.fail(error) : question.answer();
const onlyBidsFail = (error: ServiceError): Answering => onlyFails('bids', error);

async function started(
  answering: Answering,
  start = consoleWith({ bids: [bid('a'), bid('b')] }),
): Promise<PolledService> {
  const service = polled(start, answering);
  service.poller.start();
  await service.clock.pass(0);
  return service;
}

test('a failing list keeps its last good rows and shows since when it fails and when it is polled again', async () => {
  const service = await started(onlyBidsFail(refused));
  await service.clock.pass(1000);
  const { lists } = service.store.getState();
  expect(shownFids(service.store.getState(), 'bids')).toEqual(['a', 'b']);
  expect(lists.bids.failure).toEqual({ error: refused, since: NOON, tryAt: NOON + 1500 });
  expect(lists.bids.fetchedAt).toBe(NOON);
});

test('one failing list is polled less and less often, and the others as always', async () => {
  const service = await started(onlyBidsFail(refused));
  await service.clock.pass(60_000);
  const times = service.times('bids');
  const waits = times.slice(1).map((at, n) => at - (times[n] ?? 0));
  expect(waits).toEqual([1500, 2500, 4500, 8500, 16_500]);
  expect(service.times('instances')).toHaveLength(31);
});

test('the poller never waits longer than a minute, and never gives up', async () => {
  const service = await started(onlyBidsFail(refused));
  await service.clock.pass(3_600_000);
  const times = service.times('bids');
  expect(times.length).toBeGreaterThan(60);
  expect(Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? 0)))).toBeLessThanOrEqual(60_000);
});

test('when a list succeeds again, its error is gone and its interval is the usual one', async () => {
  const service = await started(onlyBidsFail(refused));
  await service.clock.pass(8499);
  service.answering(atOnce);
  await service.clock.pass(10_000);
  expect(service.store.getState().lists.bids.failure).toBeNull();
  // Requests at 0, 1.5 and 4 seconds fail, the one at 8.5 succeeds.
  expect(service.times('bids').slice(-3)).toEqual([12_500, 14_500, 16_500]);
});

test('an unreachable service is probed by one list only until it responds, then all lists go on', async () => {
  const service = await started(allFail(unreachable));
  await service.clock.pass(30_000);
  const since = service.questions.length;
  expect(since).toBeLessThanOrEqual(serviceLists.length + 8);
  expect(connectionOf(timePassed(service.store.getState(), service.clock.now())).text).toContain('stale 30s');
  service.answering(atOnce);
  await service.clock.pass(60_000);
  for (const list of serviceLists) expect(service.store.getState().lists[list].failure).toBeNull();
  for (const list of serviceLists) expect(service.times(list).at(-1)).toBeGreaterThan(80_000);
});

test('no request is sent before the wait that the service requires is over', async () => {
  const service = await started(allFail(slowDown(45_000)));
  expect(problemOf(service.store.getState())?.tryAt).toBe(NOON + 45_000);
  const before = service.questions.length;
  await service.clock.pass(44_999);
  expect(service.questions).toHaveLength(before);
  await service.clock.pass(1);
  expect(service.questions).toHaveLength(before + 1);
});

test("a write during the service's wait does not shorten that wait", async () => {
  const service = await started(allFail(slowDown(45_000)));
  const before = service.questions.length;
  await service.clock.pass(1000);
  service.poller.poke('bids');
  service.poller.poke('instances');
  await service.clock.pass(43_999);
  expect(service.questions).toHaveLength(before);
});

test('the operator can refresh during the wait', async () => {
  const service = await started(allFail(slowDown(45_000)));
  const before = service.questions.length;
  await service.clock.pass(1000);
  service.poller.pokeAll();
  await service.clock.pass(0);
  expect(service.questions).toHaveLength(before + serviceLists.length);
});

describe('signed out', () => {
  test('no request is sent until the operator signs in or refreshes, and the rows stay', async () => {
    const service = await started(allFail(signedOut));
    await service.clock.pass(600_000);
    expect(service.questions).toHaveLength(serviceLists.length);
    expect(shownFids(service.store.getState(), 'bids')).toEqual(['a', 'b']);
    expect(connectionOf(service.store.getState()).text).toContain('signed out');
    expect(service.store.getState().lists.bids.failure?.tryAt).toBeNull();
  });

  test('with a valid token all polls go on as before', async () => {
    const service = await started(allFail(signedOut));
    await service.clock.pass(60_000);
    service.answering(atOnce);
    service.poller.pokeAll();
    await service.clock.pass(4000);
    expect(service.times('bids')).toEqual([0, 60_000, 62_000, 64_000]);
    expect(problemOf(service.store.getState())).toBeNull();
  });
});

describe('a list that is refused alone', () => {
  test.each([
    ['403', forbidden],
    ['401', signedOut],
  ])(
    'with %s the header is live and counts it, the list is tried again ever more seldom, and it heals by itself',
    async (_, error) => {
      const service = await started(atOnce);
      service.answering(onlyFails('volumes', error));
      await service.clock.pass(300_000);
      const { store } = service;
      const shown = timePassed(store.getState(), service.clock.now());
      expect(connectionOf(shown).text).toMatch(/live \ds, no access to 1 list$/);
      expect(problemOf(shown)).toBeNull();
      const times = service.times('volumes').filter((at) => at > 100_000);
      const waits = times.slice(1).map((at, n) => at - (times[n] ?? 0));
      expect(waits.length).toBeGreaterThan(2);
      expect(Math.min(...waits)).toBeGreaterThan(20_000);
      expect(service.times('bids').length).toBeGreaterThan(140);
      service.answering(atOnce);
      await service.clock.pass(61_000);
      expect(store.getState().lists.volumes.failure).toBeNull();
      expect(connectionOf(timePassed(store.getState(), service.clock.now())).text).toMatch(/live \ds$/);
    },
  );

  test('from the start it is the same, also where its pane is the only one', async () => {
    const start = { ...consoleWith({ bids: [bid('a')] }), focus: 'volumes', size: { columns: 80, rows: 24 } } as const;
    const service = await started(onlyFails('volumes', forbidden), start);
    await service.clock.pass(20_000);
    expect(connectionOf(timePassed(service.store.getState(), service.clock.now())).text).toContain(
      'no access to 1 list',
    );
  });

  test('a token that all lists refuse with 401 or 403 is signed out, and a service that forbids all of them gives no access', async () => {
    const some = await started((question) => question.fail(question.list === 'apiKeys' ? signedOut : forbidden));
    await some.clock.pass(30_000);
    expect(connectionOf(some.store.getState()).text).toContain('signed out');
    const all = await started(allFail(forbidden));
    await all.clock.pass(30_000);
    expect(connectionOf(all.store.getState()).text).toContain('no access');
    expect(all.questions.length).toBeGreaterThan(serviceLists.length * 3);
  });
});

test('retries of many consoles are spread at random between one second and the longest wait', () => {
  expect(retryAfter(unreachable, 1, 0)).toBe(1000);
  expect(retryAfter(unreachable, 1, 1)).toBe(2000);
  expect(retryAfter(unreachable, 99, 1)).toBe(60_000);
  expect(retryAfter(slowDown(90_000), 1, 0.5)).toBe(90_000);
  expect(retryAfter({ kind: 'no-token', reached: 'no' }, 1, 0.5)).toBeNull();
});
