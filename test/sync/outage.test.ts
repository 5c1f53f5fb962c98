import { describe, expect, test } from 'vitest';
import type { ServiceError } from '../../src/api/result.ts';
import type { ServiceList } from '../../src/contract/lists.ts';
import { serviceLists } from '../../src/resources/index.ts';
import { type HandClock, handClock } from '../store/hand-clock.ts';
import { bid, consoleWith } from '../store/made.ts';
import { type Answering, atOnce, type PolledService, polled } from './polled.ts';

const unreachable: ServiceError = { kind: 'unreachable', why: 'refused', where: 'market.example', reached: 'no' };
const fault: ServiceError = { kind: 'server-fault', status: 500, waitMs: null, said: null, reached: 'yes' };
const late: ServiceError = { kind: 'timeout', afterMs: 15_000, reached: 'no' };
const slowDown: ServiceError = { kind: 'rate-limited', waitMs: null, said: null, reached: 'yes' };

const allFail: Answering = (question) => question.fail(unreachable);
const onlyFails =
  (list: ServiceList, error: ServiceError): Answering =>
  (question) =>
    question.list === list ? question.fail(error) : question.answer();

/** Between two requests of each list, so that none is open. */
const FAILS_AT = 30_500;
const OUTAGE_MS = 120_000;

/** A clock whose timers fire a little early, as those of the machine do. */
function hasty(): HandClock {
  const clock = handClock();
  return { ...clock, after: (ms, then) => clock.after(Math.max(0, ms - 1), then) };
}

/** A service that has worked for half a minute. */
async function working(clock = handClock()): Promise<PolledService> {
  const service = polled(consoleWith({ bids: [bid('a')] }), atOnce, clock);
  service.poller.start();
  await service.clock.pass(FAILS_AT);
  return service;
}

/** The times of the requests for a list since the failure, in milliseconds. */
const since = (service: PolledService, list: ServiceList, from = FAILS_AT): readonly number[] =>
  service.times(list).filter((at) => at >= from);
const waitsOf = (times: readonly number[]): readonly number[] => times.slice(1).map((at, n) => at - (times[n] ?? 0));
/** Longest time between two requests for a list while everything works: lists that change seldom are a little slower. */
const mostMs = (list: ServiceList): number => (list === 'bids' || list === 'instances' ? 2000 : 3000);
const failureOf = (service: PolledService, list: ServiceList) => service.store.getState().lists[list].failure;

describe('in an outage of two minutes', () => {
  test('every list is tried in its turn and has its own error, and there are no more requests than one list would send', async () => {
    const service = await working();
    service.answering(allFail);
    await service.clock.pass(OUTAGE_MS);
    for (const list of serviceLists) {
      expect(since(service, list).length, list).toBeGreaterThan(0);
      expect(failureOf(service, list), list).toMatchObject({ error: unreachable });
    }
    const all = serviceLists.flatMap((list) => since(service, list)).toSorted((one, other) => one - other);
    // One at a time, less and less often.
    expect(waitsOf(all)).toEqual([1500, 2500, 4500, 8500, 16_500, 30_500, 30_500]);
  });

  test('every list is tried though timers fire a little early', async () => {
    const service = await working(hasty());
    service.answering(allFail);
    await service.clock.pass(OUTAGE_MS);
    for (const list of serviceLists) expect(since(service, list).length, list).toBeGreaterThan(0);
  });

  test('and after it all lists are read again at once, each once, and then as always', async () => {
    const service = await working();
    service.answering(allFail);
    await service.clock.pass(OUTAGE_MS);
    service.answering(atOnce);
    await service.clock.pass(60_000);
    const responds = Math.min(...serviceLists.flatMap((list) => since(service, list, FAILS_AT + OUTAGE_MS)));
    for (const list of serviceLists) {
      expect(failureOf(service, list), list).toBeNull();
      const [first = 0, second = 0] = since(service, list, FAILS_AT + OUTAGE_MS);
      expect(first, list).toBe(responds);
      expect(second - first, list).toBeLessThanOrEqual(mostMs(list));
    }
  });

  test('that begins before anything was read it is the same', async () => {
    const service = polled(consoleWith({}), allFail);
    service.poller.start();
    await service.clock.pass(OUTAGE_MS);
    for (const list of serviceLists) expect(since(service, list, 1).length, list).toBeGreaterThan(0);
    service.answering(atOnce);
    await service.clock.pass(60_000);
    for (const list of serviceLists) expect(failureOf(service, list), list).toBeNull();
  });
});

describe('a list that fails alone', () => {
  test.each([
    ['with status 500', fault],
    ['because it is never in time', late],
    ['because it gets 429', slowDown],
    ['because its connection breaks off', unreachable],
  ])('%s does not hold up the others, and is tried less and less often', async (_, error) => {
    const service = await working();
    service.answering(onlyFails('bids', error));
    await service.clock.pass(300_000);
    for (const list of serviceLists.filter((name) => name !== 'bids')) {
      // The first failure may have been of the service; after it nothing waits.
      expect(since(service, list).length, list).toBeGreaterThan(290_000 / mostMs(list));
      expect(Math.max(...waitsOf(since(service, list))), list).toBeLessThanOrEqual(mostMs(list));
      expect(failureOf(service, list), list).toBeNull();
    }
    expect(waitsOf(since(service, 'bids')).slice(0, 7)).toEqual([1500, 1500, 2500, 4500, 8500, 16_500, 30_500]);
    service.answering(atOnce);
    await service.clock.pass(60_000);
    expect(failureOf(service, 'bids')).toBeNull();
    expect(waitsOf(since(service, 'bids')).at(-1)).toBe(2000);
  });

  test('does not hide an outage of the others, and does not end it', async () => {
    const service = await working();
    service.answering(onlyFails('bids', fault));
    await service.clock.pass(60_000);
    service.answering(allFail);
    await service.clock.pass(OUTAGE_MS);
    const during = serviceLists.flatMap((list) => since(service, list, FAILS_AT + 60_000));
    expect(during.length).toBeLessThan(14);
    for (const list of serviceLists) expect(failureOf(service, list)?.error, list).toEqual(unreachable);
    service.answering(atOnce);
    await service.clock.pass(60_000);
    for (const list of serviceLists) expect(failureOf(service, list), list).toBeNull();
  });
});
