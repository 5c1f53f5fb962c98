import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { AsyncJournal } from '../../src/journal/async-journal.ts';
import { createLease, type LeaseEvent, STALE_MS } from '../../src/journal/lease.ts';
import { sameThread } from '../../src/journal/same-thread.ts';
import { DAY_MS } from '../../src/lib/duration.ts';
import { type HandClock, handClock, NOON } from '../store/hand-clock.ts';
import { HERE } from './scope.ts';
import { newPath, opened } from './snapshots.ts';

const SECOND = 1000;

/** A program that may hold the lease: with a clock of its own that may stand still, and its own connection to the file. */
function programOn(path: string, name: string, clock: HandClock) {
  const journal = opened(path, clock.now);
  const events: LeaseEvent[] = [];
  const onEvent = (event: LeaseEvent): void => void events.push(event);
  const lease = createLease({
    journal: sameThread(journal),
    scope: HERE,
    clock,
    holder: name,
    runs: `program ${name}`,
    onEvent,
  });
  return { journal, lease, events };
}

/** Two programs on one file and one clock. */
function two() {
  const [path, clock] = [newPath(), handClock(NOON)];
  return { path, clock, a: programOn(path, 'a', clock), b: programOn(path, 'b', clock) };
}

/** Lets programs renew or watch the lease once a second. */
async function seconds(clock: HandClock, count: number, ...programs: readonly ReturnType<typeof programOn>[]) {
  for (let n = 0; n < count; n++) {
    await clock.pass(SECOND);
    for (const { lease } of programs) await lease.hold();
  }
}

test('one of two programs runs the rules, and the other waits and says who does', async () => {
  const { clock, a, b } = two();
  expect([await a.lease.hold(), await b.lease.hold()]).toEqual([true, false]);
  await seconds(clock, 300, a, b);
  expect([a.lease.isSafe(), b.lease.isSafe()]).toEqual([true, false]);
  expect([a.events, b.events]).toEqual([[{ kind: 'begins', after: null }], [{ kind: 'waits', runs: 'program a' }]]);
});

test('a program that ends gives the rules to the other one at once', async () => {
  const { clock, a, b } = two();
  await seconds(clock, 3, a, b);
  await a.lease.end();
  expect(await b.lease.hold()).toBe(true);
  expect(b.events.at(-1)).toEqual({ kind: 'begins', after: null });
});

test('after a program was killed the other one takes over when it has seen no renewal for 20 seconds, and says after whom', async () => {
  const { clock, a, b } = two();
  await seconds(clock, 60, a, b);
  await seconds(clock, STALE_MS / SECOND - 6, b);
  expect(b.lease.isSafe()).toBe(false);
  await seconds(clock, 7, b);
  expect(b.lease.isSafe()).toBe(true);
  expect(b.events.at(-1)).toEqual({ kind: 'begins', after: 'program a' });
});

test('a program that was stopped for a minute may not act when it goes on, and never both may', async () => {
  const { clock, a, b } = two();
  await seconds(clock, 10, a, b);
  for (let second = 0; second < 60; second++) {
    await seconds(clock, 1, b);
    expect(a.lease.isSafe() && b.lease.isSafe()).toBe(false);
  }
  expect(a.lease.isSafe()).toBe(false);
  await seconds(clock, 60, a, b);
  expect([a.lease.isSafe(), b.lease.isSafe()]).toEqual([false, true]);
  expect(a.events.at(-1)).toEqual({ kind: 'waits', runs: 'program b' });
});

test('a program that finds its lease gone after a time in which another one had it begins again', async () => {
  const { clock, a, b } = two();
  await seconds(clock, 3, a);
  await seconds(clock, 2 * (STALE_MS / SECOND), b);
  await b.lease.end();
  await seconds(clock, 1, a);
  expect(a.events).toEqual([
    { kind: 'begins', after: null },
    { kind: 'begins', after: null },
  ]);
});

test.each([-30 * DAY_MS, -3600_000, 3600_000, 30 * DAY_MS])(
  'a jump of the wall clock by %d ms neither ends a lease nor delays a takeover',
  async (jump) => {
    const { clock, a, b } = two();
    await seconds(clock, 10, a, b);
    clock.jump(jump);
    await seconds(clock, 60, a, b);
    expect([a.lease.isSafe(), b.lease.isSafe()]).toEqual([true, false]);
    clock.jump(-2 * jump);
    await seconds(clock, STALE_MS / SECOND + 2, b);
    expect(b.lease.isSafe()).toBe(true);
  },
);

test('while the file is busy the holder acts for 10 seconds more and nobody takes over; then it renews', async () => {
  const { path, clock, a, b } = two();
  await seconds(clock, 10, a, b);
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  await seconds(clock, 4, a);
  expect(a.lease.isSafe()).toBe(true);
  await seconds(clock, 7, a);
  expect(a.lease.isSafe()).toBe(false);
  await seconds(clock, 3, b);
  expect(b.lease.isSafe()).toBe(false);
  other.exec('ROLLBACK');
  await seconds(clock, 1, a, b);
  expect([a.lease.isSafe(), b.lease.isSafe()]).toEqual([true, false]);
});

/** A lease whose journal carries out its calls when the test says so. */
function late() {
  const [path, clock] = [newPath(), handClock(NOON)];
  const { journal } = programOn(path, 'a', clock);
  const atOnce = sameThread(journal);
  const waiting: PromiseWithResolvers<void>[] = [];
  const wait = (): Promise<void> => {
    const turn = Promise.withResolvers<void>();
    waiting.push(turn);
    return turn.promise;
  };
  const act: AsyncJournal['act'] = async (...call) => {
    await wait();
    return atOnce.act(...call);
  };
  const onEvent = (): void => undefined;
  const lease = createLease({ journal: { ...atOnce, act }, scope: HERE, clock, holder: 'a', runs: 'a', onEvent });
  /** Lets the journal answer what it was asked up to now, and what is asked after that. */
  const answer = async (): Promise<void> => {
    while (waiting.length > 0) {
      waiting.shift()?.resolve();
      await clock.pass(0);
    }
  };
  return { clock, journal, lease, waiting, answer };
}

test('while the journal has yet to answer, a program asks it once, and may not act', async () => {
  const { lease, waiting, answer } = late();
  const both = Promise.all([lease.hold(), lease.hold()]);
  expect([waiting.length, lease.isSafe()]).toEqual([1, false]);
  await answer();
  expect(await both).toEqual([true, true]);
});

test('a renewal that the journal answers late counts from when it was asked for', async () => {
  const { clock, lease, answer } = late();
  const held = lease.hold();
  await clock.pass(STALE_MS / 2);
  await answer();
  expect([await held, lease.isSafe()]).toEqual([false, false]);
});

test('nobody has a lease that was ended while the journal had yet to answer', async () => {
  for (const answered of [0, 1]) {
    const { clock, journal, lease, waiting, answer } = late();
    const held = lease.hold();
    for (let n = 0; n < answered; n++) waiting.shift()?.resolve();
    await clock.pass(0);
    const ended = lease.end();
    expect(lease.isSafe()).toBe(false);
    await answer();
    await ended;
    expect([await held, lease.isSafe(), journal.lease(HERE)]).toEqual([false, false, null]);
  }
});
