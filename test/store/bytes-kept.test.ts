import { expect, test } from 'vitest';
import { bytesOf } from '../../src/lib/values.ts';
import { pauseBid } from '../../src/resources/bids/writes.ts';
import { SINGLE_EVENT } from '../../src/resources/rows.ts';
import { addActivities, MAX_ACTIVITY_BYTES } from '../../src/store/activity.ts';
import { MAX_UNDO_BYTES, undoable } from '../../src/store/writes/pending-writes.ts';
import { NOON } from './hand-clock.ts';
import { bid, consoleWith } from './made.ts';

/** Writes that undo the pause of a bid with a long name, until they take so many bytes. */
function undosOf(bytes: number) {
  const one = [pauseBid(bid('a', { name: 'x'.repeat(1_000_000) }).row).undo].flatMap((write) => write ?? []);
  return Array.from({ length: Math.ceil(bytes / bytesOf(one)) }, () => one).flat();
}

test('undo keeps the newest changes within its bytes, and the last one however large it is', () => {
  const start = consoleWith({ bids: [bid('a')] });
  const groups = Array.from({ length: 8 }, () => undosOf(MAX_UNDO_BYTES / 4));
  const many = groups.reduce((state, group) => undoable(state, group, NOON), start);
  expect(many.undo.length).toBeGreaterThan(1);
  expect(many.undo.length).toBeLessThan(5);
  const huge = undoable(many, undosOf(2 * MAX_UNDO_BYTES), NOON);
  expect(huge.undo).toHaveLength(1);
  expect(undoable(huge, undosOf(1), NOON).undo).toHaveLength(1);
});

test('Activity keeps the newest events within its bytes, and no more of a long day than before', () => {
  const row = { ...SINGLE_EVENT, since: null, from: 'here', who: 'operator', outcome: 'done', about: null } as const;
  const events = Array.from({ length: 40 }, (_, n) => ({
    ...row,
    fid: `e${n}`,
    at: NOON + n,
    what: 'x'.repeat(MAX_ACTIVITY_BYTES / 60),
  }));
  const { rows } = addActivities(consoleWith(), events).lists.activity;
  expect(rows.has('e39')).toBe(true);
  expect(rows.has('e0')).toBe(false);
  expect([...rows.values()].reduce((sum, { raw }) => sum + 6 * raw.length, 0)).toBeLessThan(MAX_ACTIVITY_BYTES);
});
