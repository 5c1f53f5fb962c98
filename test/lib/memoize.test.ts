import { expect, test } from 'vitest';
import { memoizeLast, recentTexts } from '../../src/lib/memoize.ts';

test('the last result is returned again while the arguments are the same', () => {
  let asked = 0;
  const sum = memoizeLast((a: number, b: number) => {
    asked += 1;
    return a + b;
  });
  expect([sum(1, 2), sum(1, 2), sum(2, 2), sum(1, 2)]).toEqual([3, 3, 4, 3]);
  expect(asked).toBe(3);
});

test('a text in steady use stays cached, however many others come and go; others are dropped', () => {
  const asked: string[] = [];
  const length = recentTexts((text) => {
    asked.push(text);
    return text.length;
  }, 10);
  for (let n = 0; n < 100; n++) {
    expect(length('often')).toBe(5);
    length(`once ${n}`);
  }
  length('once 0');
  expect(asked.filter((text) => text === 'often')).toHaveLength(1);
  expect(asked.filter((text) => text === 'once 0')).toHaveLength(2);
});
