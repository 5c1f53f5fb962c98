import { expect, test } from 'vitest';
import { measured, writtenTime } from '../../../src/resources/quantities.ts';

test.each([
  [600_000, '10m'],
  [90_000, '90s'],
  [7_200_000, '2h'],
  [172_800_000, '2d'],
  [1500, '1.5s'],
])('%i milliseconds are written as %s in a filter, which reads them back', (ms, text) => {
  expect(writtenTime(ms)).toBe(text);
  expect(measured('time', text)?.amount).toBe(ms);
});

test('a percentage may have its sign', () => {
  expect([measured('percent', '90'), measured('percent', '90%'), measured('percent', '90GB')]).toEqual([
    { amount: 90, unit: '' },
    { amount: 90, unit: '' },
    null,
  ]);
});
