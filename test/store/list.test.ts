import { expect, test } from 'vitest';
import type { WholeList } from '../../src/api/result.ts';
import { BEHIND_MS } from '../../src/changes/newer.ts';
import type { Bid } from '../../src/contract/bid.ts';
import { HOUR_MS } from '../../src/lib/duration.ts';
import {
  emptyList,
  expireHighlights,
  HIGHLIGHT_MS,
  LEAVING_MS,
  type List,
  mergeRows,
  rowAnswered,
} from '../../src/store/list.ts';
import { NOON } from './hand-clock.ts';
import { bid, whole } from './made.ts';

const poll = (sequence: number, at = NOON) => ({ sequence, at });
const first = mergeRows(emptyList<Bid>(), whole(bid('a'), bid('b')), poll(1), NOON);
const twice = (list: List<Bid>, rows: WholeList<Bid>, sequence: number, now: number): List<Bid> =>
  mergeRows(mergeRows(list, rows, poll(sequence, now), now), rows, poll(sequence + 0.5, now), now);

test('the first list highlights nothing: no row is new or changed', () => {
  expect([...first.rows.keys()]).toEqual(['a', 'b']);
  expect(first).toMatchObject({ addedAt: new Map(), changed: new Map(), removing: new Map(), fetchedAt: NOON });
});

test('unchanged rows keep their identity, so that nothing is redrawn', () => {
  const again = mergeRows(first, whole(bid('a'), bid('b')), poll(2, NOON + 2000), NOON + 2000);
  expect(again.rows).toBe(first.rows);
  expect(again.fetchedAt).toBe(NOON + 2000);
  const next = mergeRows(first, whole(bid('a'), bid('b', { status: 'Paused' })), poll(2), NOON);
  expect(next.rows.get('a')).toBe(first.rows.get('a'));
  expect(next.rows.get('b')?.row.status).toBe('Paused');
});

test('a list in another order is another list', () => {
  const next = mergeRows(first, whole(bid('b'), bid('a')), poll(2), NOON);
  expect([...next.rows.keys()]).toEqual(['b', 'a']);
});

test('added, changed and removed rows are highlighted with their old values, for a short time', () => {
  const next = twice(first, whole(bid('b', { status: 'Preempting' }), bid('c')), 2, NOON + 10);
  expect([...next.rows.keys()]).toEqual(['b', 'c']);
  expect(next.addedAt).toEqual(new Map([['c', NOON + 10]]));
  expect(next.changed.get('b')).toMatchObject({ was: { status: 'Allocated' }, at: NOON + 10 });
  expect(next.removing.get('a')).toMatchObject({ listed: bid('a'), at: NOON + 10 });

  const stillLit = expireHighlights(next, NOON + 10 + HIGHLIGHT_MS - 1, null);
  expect(stillLit).toBe(next);
  const dark = expireHighlights(next, NOON + 10 + HIGHLIGHT_MS, null);
  expect([dark.addedAt.size, dark.changed.size, dark.removing.size]).toEqual([0, 0, 1]);
  expect(expireHighlights(dark, NOON + 10 + LEAVING_MS, null).removing.size).toBe(0);
});

test('a removed row stays visible while the cursor is on it', () => {
  const next = twice(first, whole(bid('b')), 2, NOON);
  expect(expireHighlights(next, NOON + 10 * LEAVING_MS, 'a').removing.has('a')).toBe(true);
});

test('a removed row that comes back is an ordinary row again', () => {
  const gone = twice(first, whole(bid('b')), 2, NOON);
  const back = twice(gone, whole(bid('a'), bid('b')), 3, NOON + 2 * BEHIND_MS);
  expect(back.removing.size).toBe(0);
  expect(back.addedAt.has('a')).toBe(true);
});

test('highlights outlive polls within their time, and end with a later poll', () => {
  const lit = mergeRows(first, whole(bid('a'), bid('b'), bid('c')), poll(2), NOON);
  const soon = mergeRows(lit, whole(bid('a'), bid('b'), bid('c')), poll(3), NOON + HIGHLIGHT_MS - 1);
  const late = mergeRows(lit, whole(bid('a'), bid('b'), bid('c')), poll(3), NOON + HIGHLIGHT_MS);
  expect([soon.addedAt.has('c'), late.addedAt.has('c')]).toEqual([true, false]);
});

test('only a poll requested after the response to a write replaces its row', () => {
  const written = rowAnswered(first, bid('a', { limit_price: '$9.00' }), 5, NOON);
  const stale = mergeRows(written, whole(bid('a'), bid('b')), poll(4), NOON + 100);
  const staleStill = mergeRows(stale, whole(bid('a'), bid('b')), poll(4), NOON + 200);
  for (const list of [stale, staleStill]) expect(list.rows.get('a')?.row.limit_price?.text).toBe('$9.00');
  const later = mergeRows(written, whole(bid('a', { limit_price: '$3.00' }), bid('b')), poll(6), NOON + 100);
  expect(later.rows.get('a')?.row.limit_price?.text).toBe('$3.00');
  expect(later.newer.size).toBe(0);
});

test('a new row is not lost to a poll that was requested before', () => {
  const written = rowAnswered(first, bid('new'), 5, NOON);
  expect(written.addedAt.has('new')).toBe(true);
  const stale = mergeRows(written, whole(bid('a'), bid('b')), poll(4), NOON);
  expect([...stale.rows.keys()]).toEqual(['a', 'b', 'new']);
  expect(stale.removing.size).toBe(0);
  const lists = whole(bid('a'), bid('b'));
  const held = twice(stale, lists, 6, NOON);
  expect(held.rows.has('new'), 'the service may carry it out late').toBe(true);
  const later = mergeRows(held, lists, poll(8, NOON + HOUR_MS), NOON + HOUR_MS);
  expect([...later.rows.keys()]).toEqual(['a', 'b']);
});

test('a response with a removed row brings it back, once', () => {
  const gone = twice(first, whole(bid('b')), 2, NOON);
  const answered = rowAnswered(gone, bid('a', { status: 'Paused' }), 3, NOON);
  expect(answered.rows.has('a')).toBe(true);
  expect(answered.removing.has('a')).toBe(false);
});
