import { expect, test } from 'vitest';
import { bestOf, cellsBeside, cellsOf, line, valueLine } from './line.ts';

test('a target is one of the ratio to the floor, or of the value with a floor beside it', () => {
  const lines = [
    line('a start', 30, 20, 'ms', 1.3),
    line('a key', 12, null, 'ms', 16),
    valueLine('memory', 150, 100, 'MiB', 160),
    valueLine('a key in bare Ink', 9, 6, 'ms', null),
  ];
  expect(cellsOf(lines)).toEqual([
    ['what', 'measured', 'floor', 'ratio', 'target', ''],
    ['a start', '30 ms', '20', '1.50×', '1.3×', 'missed'],
    ['a key', '12 ms', '', '', '16 ms', 'met'],
    ['memory', '150 MiB', '100', '1.50×', '160 MiB', 'met'],
    ['a key in bare Ink', '9 ms', '6', '1.50×', '', ''],
  ]);
});

test('of several rounds the smallest values count, of the floor too', () => {
  const rounds = [[line('a start', 30, 18, 'ms', 1.3)], [line('a start', 24, 20, 'ms', 1.3)]];
  expect(bestOf(rounds)).toEqual([line('a start', 24, 18, 'ms', 1.3)]);
});

test('beside other programs the last one is judged', () => {
  const before = [valueLine('a key', 20, 4, 'ms', 16)];
  const now = [valueLine('a key', 10, 5, 'ms', 16)];
  expect(cellsBeside(['before', 'now'], [before, now])).toEqual([
    ['what', 'before', 'now', 'ratio', 'floor', 'target', ''],
    ['a key', '20 ms', '10 ms', '0.50×', '5', '16 ms', 'met'],
  ]);
});
