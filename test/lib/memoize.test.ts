import { expect, test } from 'vitest';
import { memoizeLast, memoizeTexts, recentTexts } from '../../src/lib/memoize.ts';

test('the last result is returned again while the arguments are the same', () => {
  let asked = 0;
  const sum = memoizeLast((a: number, b: number) => {
    asked += 1;
    return a + b;
  });
  expect([sum(1, 2), sum(1, 2), sum(2, 2), sum(1, 2)]).toEqual([3, 3, 4, 3]);
  expect(asked).toBe(3);
});

test('a text in steady use stays cached, however many others come and go', () => {
  const asked: string[] = [];
  const length = memoizeTexts((text) => {
    asked.push(text);
    return text.length;
  }, 10);
  for (let n = 0; n < 100; n++) {
    expect(length('often')).toBe(5);
    length(`once ${n}`);
  }
  expect(asked.filter((text) => text === 'often')).toHaveLength(1);
});

test('texts that were not used for long are dropped', () => {
  const known = recentTexts<number>(10);
  known.set('old', 1);
  for (let n = 0; n < 20; n++) known.set(`new ${n}`, n);
  expect(known.get('old')).toBeUndefined();
  expect(known.get('new 19')).toBe(19);
});
