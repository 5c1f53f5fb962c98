import { expect, test } from 'vitest';
import { namesNear, nearest } from '../../src/lib/nearest.ts';
import { counted } from '../../src/lib/words.ts';

test.each([
  [0, '0 profiles'],
  [1, '1 profile'],
  [2, '2 profiles'],
])('%i is written as %s', (count, text) => {
  expect(counted(count, 'profile')).toBe(text);
});

const RUNS = Array.from({ length: 40 }, (_, n) => `run-${String(n).padStart(5, '0')}`);

test('a name with a zero too few finds the one with its number first', () => {
  expect(namesNear('run-0001', RUNS.toReversed(), 10)[0]).toBe('run-00001');
  expect(namesNear('run-12', RUNS, 3)[0]).toBe('run-00012');
  expect(namesNear('RUN-0', RUNS, 3)[0]).toBe('run-00000');
});

test('then come names of a few other letters, then those that contain it, each once and not more than asked for', () => {
  expect(namesNear('trian', ['eval', 'train', 'train', 'train-llama', 'the-trian-of-thought'], 10)).toEqual([
    'train',
    'the-trian-of-thought',
  ]);
  expect(namesNear('train', ['eval-train-large', 'train-b', 'drain'], 10)).toEqual([
    'drain',
    'train-b',
    'eval-train-large',
  ]);
  expect(namesNear('run-0000', RUNS, 4)).toHaveLength(4);
  expect(namesNear('nothing-like-it', RUNS, 10)).toEqual([]);
});

test('a word near nothing means nothing', () => {
  expect(nearest('frobnicate', ['refresh', 'theme'])).toBeNull();
  expect(nearest('Refesh', ['refresh', 'theme'])).toBe('refresh');
});
