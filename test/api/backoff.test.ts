import { expect, test } from 'vitest';
import { pageRetryAfter } from '../../src/api/backoff.ts';
import type { ServiceError } from '../../src/api/result.ts';

const reset: ServiceError = { kind: 'unreachable', why: 'reset', where: 'market.example', reached: 'no' };
const slowDown = (waitMs: number | null): ServiceError => ({
  kind: 'rate-limited',
  waitMs,
  said: null,
  reached: 'yes',
});

test.each<[string, ServiceError, number, number | null]>([
  ['three to six tenths of a second at first', reset, 1, 450],
  ['twice as long then', reset, 2, 900],
  ['not a sixth time', reset, 5, null],
  ['as long as the service says', slowDown(4000), 1, 4000],
  ['never shorter than without', slowDown(0), 1, 450],
  ['not when the service asks for a long wait, which is for all lists', slowDown(10_001), 1, null],
])('a page of a list is requested again after a wait: %s', (_, error, attempt, waitMs) => {
  expect(pageRetryAfter(error, attempt, 0.5)).toBe(waitMs);
});
