import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cursorAt, cursorMoved, pageOf, topFor, windowOf } from '../../../src/store/panes/cursor.ts';
import { bid, consoleWith } from '../made.ts';

const many = (count: number) => Array.from({ length: count }, (_, n) => bid(`bid-${String(n).padStart(4, '0')}`));

test('moving down a long list scrolls when the cursor leaves the window, and a quarter of it stays in view behind the cursor', () => {
  let state = consoleWith({ bids: many(100), size: { columns: 80, rows: 26 } });
  expect(pageOf(state, 'bids')).toBe(20);
  const tops: number[] = [];
  for (let n = 0; n < 45; n += 1) {
    state = cursorMoved(state, 'bids', 1);
    tops.push(windowOf(state, 'bids').top);
  }
  expect([...new Set(tops)]).toEqual([0, 15, 30]);
  const up = cursorMoved(cursorAt(state, 'bids', 30), 'bids', -1);
  expect(windowOf(up, 'bids')).toEqual({ top: 15, page: 20, at: 29 });
});

test('home and end show the first and the last page whole', () => {
  const state = consoleWith({ bids: many(50), size: { columns: 80, rows: 26 } });
  const end = cursorAt(state, 'bids', 9999);
  expect(windowOf(end, 'bids')).toEqual({ top: 30, page: 20, at: 49 });
  expect(windowOf(cursorAt(end, 'bids', -5), 'bids')).toEqual({ top: 0, page: 20, at: 0 });
});

test('the window always holds the cursor and never shows blank rows below while there are rows above', () => {
  const numbers = fc.record({
    top: fc.nat(2000),
    at: fc.nat(999),
    page: fc.integer({ min: 1, max: 100 }),
    more: fc.nat(1000),
  });
  fc.assert(
    fc.property(numbers, ({ top, at, page, more }) => {
      const total = at + 1 + more;
      const next = topFor(top, at, page, total);
      expect(next).toBeLessThanOrEqual(at);
      expect(next + page).toBeGreaterThan(at);
      expect(next).toBeLessThanOrEqual(Math.max(0, total - page));
    }),
  );
});
