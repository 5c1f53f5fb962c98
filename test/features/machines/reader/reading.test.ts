import { expect, test } from 'vitest';
import { type Reading, readingAfter } from '../../../../src/features/machines/reading.ts';
import { sampleOf } from './made-source.ts';

const MINUTE = 60_000;

/** Since how many minutes a machine is idle after samples at rest at these minutes. */
function idleAfter(minutes: readonly number[]): number | null {
  const last = minutes.reduce<Reading | null>(
    (before, at) => readingAfter(before, { kind: 'sampled', fid: 'a', sample: sampleOf(0, at * MINUTE) }, false),
    null,
  );
  return last?.idleSince == null ? null : last.idleSince / MINUTE;
}

test.each([
  ['samples a minute apart, idle since the first', [0, 1, 2, 3], 0],
  ['turns of a large fleet, idle since the first', [0, 14, 28, 42], 0],
  ['three hours without a sample: what it did then is not known, so it is idle since the next', [0, 1, 181, 182], 181],
  ['a clock that was put back for hours, idle since the time it shows now', [300, 301, 10, 11], 10],
])('%s', (_, minutes, since) => {
  expect(idleAfter(minutes)).toBe(since);
});
