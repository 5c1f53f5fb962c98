import { expect, test } from 'vitest';
import { pause, resume } from '../../src/market/engine/bids.ts';
import { advance } from '../../src/market/engine/clock.ts';
import { changeLimit } from '../../src/market/engine/commands.ts';
import { instancesOf } from '../../src/market/engine/world.ts';
import { bidFor, DOLLAR, fixPrice, MINUTE, quietWorld, SECOND, START, statuses } from './world.ts';

test('a bid at the spot price is allocated within a second, and runs with addresses within a minute', () => {
  const world = quietWorld();
  fixPrice(world, 10n * DOLLAR);
  const bid = bidFor(world, 10n * DOLLAR, 2);
  expect(bid.status).toBe('Open');
  advance(world, START + SECOND);
  expect(bid.status).toBe('Allocated');
  expect(statuses(world, bid)).toEqual(['STATUS_NEW', 'STATUS_NEW']);
  expect(instancesOf(world, bid).map(({ name }) => name)).toEqual(['job-0', 'job-1']);
  const seen = new Set<string>();
  for (let at = 1; at <= 60; at++) {
    advance(world, START + at * SECOND);
    const [first] = instancesOf(world, bid);
    seen.add(first?.status ?? '');
    const early = ['STATUS_NEW', 'STATUS_CONFIRMED', 'STATUS_SCHEDULED'].includes(first?.status ?? '');
    expect(first?.privateIp === null).toBe(early);
    const late = ['STATUS_STARTING', 'STATUS_RUNNING'].includes(first?.status ?? '');
    expect(first?.sshDestination !== null).toBe(late);
  }
  expect([...seen]).toEqual([
    'STATUS_NEW',
    'STATUS_CONFIRMED',
    'STATUS_SCHEDULED',
    'STATUS_INITIALIZING',
    'STATUS_STARTING',
    'STATUS_RUNNING',
  ]);
});

test('a bid below the spot price stays open', () => {
  const world = quietWorld();
  fixPrice(world, 10n * DOLLAR);
  const bid = bidFor(world, 10n * DOLLAR - 1n, 1);
  advance(world, START + 10 * MINUTE);
  expect([bid.status, bid.instances]).toEqual(['Open', []]);
});

test('the highest limits win while capacity lasts, the older bid among equals', () => {
  const world = quietWorld(4);
  fixPrice(world, 10n * DOLLAR);
  const low = bidFor(world, 11n * DOLLAR, 2);
  const high = bidFor(world, 13n * DOLLAR, 2);
  advance(world, START + 5);
  const tied = bidFor(world, 11n * DOLLAR, 2);
  advance(world, START + MINUTE);
  expect([low.status, high.status, tied.status]).toEqual(['Allocated', 'Allocated', 'Open']);
});

test('an outbid bid keeps its instances for five minutes, then waits as open without them', () => {
  const world = quietWorld();
  fixPrice(world, 10n * DOLLAR);
  const bid = bidFor(world, 12n * DOLLAR, 2);
  advance(world, START + MINUTE);
  const had = instancesOf(world, bid);
  fixPrice(world, 13n * DOLLAR);
  advance(world, START + MINUTE + SECOND);
  expect(bid.status).toBe('Preempting');
  expect(statuses(world, bid)).toEqual(['STATUS_PREEMPTING', 'STATUS_PREEMPTING']);
  advance(world, START + 6 * MINUTE);
  expect(bid.status).toBe('Preempting');
  advance(world, START + 6 * MINUTE + SECOND);
  expect([bid.status, bid.instances]).toEqual(['Open', []]);
  expect(had.map(({ status, sshDestination }) => [status, sshDestination])).toEqual([
    ['STATUS_PREEMPTED', null],
    ['STATUS_PREEMPTED', null],
  ]);
});

test('a bid that wins again while it is being preempted keeps its instances', () => {
  const world = quietWorld();
  fixPrice(world, 10n * DOLLAR);
  const bid = bidFor(world, 12n * DOLLAR, 2);
  advance(world, START + MINUTE);
  const before = [...bid.instances];
  fixPrice(world, 13n * DOLLAR);
  advance(world, START + 2 * MINUTE);
  changeLimit(world, bid, 14n * DOLLAR);
  advance(world, START + 2 * MINUTE + SECOND);
  expect([bid.status, bid.instances]).toEqual(['Allocated', before]);
  expect(statuses(world, bid)).toEqual(['STATUS_RUNNING', 'STATUS_RUNNING']);
});

test('a higher bid takes the place of a lower one only when the preemption is over', () => {
  const world = quietWorld(2);
  fixPrice(world, 10n * DOLLAR);
  const low = bidFor(world, 11n * DOLLAR, 2);
  advance(world, START + MINUTE);
  const high = bidFor(world, 20n * DOLLAR, 2);
  advance(world, START + 2 * MINUTE);
  expect([low.status, high.status]).toEqual(['Preempting', 'Open']);
  advance(world, START + 7 * MINUTE);
  expect([low.status, high.status]).toEqual(['Open', 'Allocated']);
});

test('a bid resumed at once is allocated when its instances have stopped', () => {
  const world = quietWorld();
  fixPrice(world, 10n * DOLLAR);
  const bid = bidFor(world, 12n * DOLLAR, 2);
  advance(world, START + MINUTE);
  pause(world, bid);
  resume(world, bid);
  advance(world, START + MINUTE + SECOND);
  expect(bid.status).toBe('Open');
  advance(world, START + 2 * MINUTE);
  expect(bid.status).toBe('Allocated');
});

test('a bid for more than the pool has waits without keeping others out', () => {
  const world = quietWorld(4);
  fixPrice(world, 10n * DOLLAR);
  const huge = bidFor(world, 50n * DOLLAR, 5);
  const small = bidFor(world, 11n * DOLLAR, 4);
  advance(world, START + 5 * MINUTE);
  expect([huge.status, small.status]).toEqual(['Open', 'Allocated']);
});

test('demand that gets nothing drives the spot price up towards its limit, and never beyond', () => {
  const world = quietWorld(2);
  const winner = bidFor(world, 30n * DOLLAR, 2);
  bidFor(world, 20n * DOLLAR, 1);
  advance(world, START + 30 * MINUTE);
  const [only] = [...world.pools.values()];
  expect(winner.status).toBe('Allocated');
  expect(only?.price).toBeGreaterThan(15n * DOLLAR);
  expect(only?.price).toBeLessThan(21n * DOLLAR);
});
