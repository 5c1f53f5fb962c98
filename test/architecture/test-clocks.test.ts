import { expect, test } from 'vitest';
import { clockFaults } from '../../scripts/test-clocks.ts';

test('a test that reads a wall clock, measures time or has a second try is named with its line', () => {
  const [day, measured] = ['Date.n' + 'ow()', 'performance.n' + 'ow()'];
  const text = `test('x', () => {\n  const began = ${measured};\n  expect(${day}).toBe(1);\n});\ntest('y', { re${'try: 2'} }, () => {});`;
  expect(clockFaults('test/store/some.test.ts', text).map((fault) => fault.split(' ')[0])).toEqual([
    'test/store/some.test.ts:2',
    'test/store/some.test.ts:3',
    'test/store/some.test.ts:5',
  ]);
  expect(clockFaults('test/bench/some.ts', text)).toEqual([]);
});
