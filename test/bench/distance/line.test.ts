import { expect, test } from 'vitest';
import type { Figures } from './figures.ts';
import { FLEETS } from './fleets.ts';
import { type Column, cellsOf, linesOf } from './line.ts';
import type { Timing } from './timing.ts';

const timings = (...durations: readonly number[]): readonly Timing[] => durations.map((ms, at) => ({ at, ms }));

const figures: Figures = {
  firstFrame: 200,
  firstRow: 100,
  complete: { bids: 1000, instances: 2000 },
  ages: {
    bids: timings(100, 200),
    instances: timings(100, 300),
    ended: timings(9000),
    all: timings(100, 9000),
  },
  changes: { bids: timings(500, 700), instances: timings(400, 600), ended: timings(8000) },
  preemptions: {
    ended: [
      { at: 0, ms: 1000, list: 'bids' },
      { at: 1, ms: 4000, list: 'instances' },
    ],
    begun: timings(7000),
    endDelivered: timings(900),
    allRead: 3000,
  },

  requests: [-500, 0, 59_000],
  seconds: 60,
  moves: [10, 12],
  processor: 0.1,
  memory: 200 * 2 ** 20,
  load: 1,
};

const at = (latency: number, program = 'now'): Column => ({ latency, program });

/** The cells of a line of the table of the usual fleet, at 0 and at 80 ms. */
function cells(what: string, far: Partial<Figures>, near: Partial<Figures> = {}): readonly string[] | undefined {
  const columns = [at(0), at(80)];
  const lines = linesOf(FLEETS.usual, columns, [
    { ...figures, ...near },
    { ...figures, ...far },
  ]);
  return cellsOf(columns, lines).find(([cell]) => cell === what);
}

test('the first row may come three round trips after the first frame', () => {
  const what = 'first row after the first frame';
  expect(cells(what, { firstRow: 240 })).toEqual([what, '100 ms', '240 ms', '240 ms', 'met']);
  expect(cells(what, { firstRow: 241 })).toEqual([what, '100 ms', '241 ms', '240 ms', 'missed']);
});

test('a target that is missed at one distance is missed', () => {
  expect(cells('requests, most in any minute', { requests: Array.from({ length: 601 }, () => 1) })?.slice(1)).toEqual([
    '3',
    '601',
    '600',
    'missed',
  ]);
});

test('requests while the lists load count for the most in a minute, and not for the mean', () => {
  expect(cells('requests, mean', {})?.slice(1, 3)).toEqual(['2 a minute', '2 a minute']);
  expect(cells('requests, most in any minute', {})?.slice(1, 3)).toEqual(['3', '3']);
});

test('a measure without values misses its target, and a line without a target is left out where nothing has a value', () => {
  const changes = { ...figures.changes, bids: [], ended: [] };
  expect(cells('change of a bid in view until on screen, p95', { changes })?.slice(2)).toEqual([
    'none',
    '3000 ms',
    'missed',
  ]);
  expect(cells('change of an ended row in view until on screen, p95', { changes })?.[2]).toBe('none');
  expect(cells('change of an ended row in view until on screen, p95', { changes }, { changes })).toBeUndefined();
});

test('the cursor is to be about as quick at a distance as on loopback, when it moves', () => {
  expect(cells('cursor move, p95', { moves: [15] })?.at(-1)).toBe('met');
  expect(cells('cursor move, p95', { moves: [16] })?.at(-1)).toBe('missed');
  expect(cells('cursor move, p95', { moves: [] })).toBeUndefined();
});

test('of two programs side by side the last one is judged', () => {
  const columns = [at(80, 'before'), at(80, 'now')];
  const slow = { ...figures, changes: { ...figures.changes, bids: timings(9000) } };
  const verdict = (each: readonly Figures[]): readonly string[] | undefined =>
    cellsOf(columns, linesOf(FLEETS.live, columns, each)).find(([what]) =>
      what?.startsWith('change of a bid in view until on screen, p95'),
    );
  expect(verdict([slow, figures])?.slice(1)).toEqual(['9000 ms', '700 ms', '3000 ms', 'met']);
  expect(verdict([figures, slow])?.at(-1)).toBe('missed');
  expect(cellsOf(columns, [])[0]).toEqual(['what', 'before, at 80 ms', 'now, at 80 ms', 'target', '']);
});

test('ends of preemptions are told apart by the list', () => {
  const p95 = (what: string): string | undefined => cells(`${what}, p95`, {})?.[1];
  expect(p95('end of a preemption out of view until known')).toBe('4000 ms');
  expect(p95('that of a bid')).toBe('1000 ms');
  expect(p95('that of an instance')).toBe('4000 ms');
});

test('a small fleet has fewer requests', () => {
  const [line] = linesOf(FLEETS.small, [at(0)], [figures]).filter(({ what }) => what.startsWith('requests, most'));
  expect(line?.target).toBe(200);
});
