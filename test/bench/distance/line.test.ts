import { expect, test } from 'vitest';
import type { Figures } from './figures.ts';
import { FLEETS } from './fleets.ts';
import { cellsOf, linesOf } from './line.ts';

const figures: Figures = {
  firstFrame: 200,
  firstRow: 100,
  ages: { bids: [100, 200], endedBids: [9000], instances: [100, 300] },
  bidChanges: [500, 700],
  instanceChanges: [400, 600],
  requestsAMinute: 500,
  moves: [10, 12],
  memory: 200 * 2 ** 20,
};

/** Returns the cells of a line of the table of the usual fleet, at 0 and at 80 ms. */
function cells(what: string, far: Partial<Figures>, near: Partial<Figures> = {}): readonly string[] | undefined {
  const lines = linesOf(
    FLEETS.usual,
    [0, 80],
    [
      { ...figures, ...near },
      { ...figures, ...far },
    ],
  );
  return cellsOf([0, 80], lines).find(([cell]) => cell === what);
}

test('the first row may come three round trips after the first frame', () => {
  const what = 'first row after the first frame';
  expect(cells(what, { firstRow: 240 })).toEqual([what, '100 ms', '240 ms', '240 ms', 'met']);
  expect(cells(what, { firstRow: 241 })).toEqual([what, '100 ms', '241 ms', '240 ms', 'missed']);
});

test('a target that is missed at one distance is missed', () => {
  expect(cells('requests', {}, { requestsAMinute: 601 })?.at(-1)).toBe('missed');
});

test('a measure without values misses its target', () => {
  expect(cells('change of a bid in view until on screen, p95', { bidChanges: [] })?.at(-1)).toBe('missed');
});

test('the cursor is to be about as quick at a distance as on loopback', () => {
  expect(cells('cursor move, p95', { moves: [15] })?.at(-1)).toBe('met');
  expect(cells('cursor move, p95', { moves: [16] })?.at(-1)).toBe('missed');
});

test('the ages of ended bids are shown apart, where there are any', () => {
  expect(cells('age of ended bids on screen, worst', {})).toEqual([
    'age of ended bids on screen, worst',
    '9000 ms',
    '9000 ms',
    '',
    '',
  ]);
  const lines = linesOf(FLEETS.live, [0], [figures]);
  expect(lines.some(({ what }) => what.includes('ended'))).toBe(false);
});
