import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

test('without options the bench measures the program on loopback, with a walk of as many steps as given', () => {
  expect(parseOptions([])).toEqual({ kind: 'loopback', steps: 1000 });
  expect(parseOptions(['200'])).toEqual({ kind: 'loopback', steps: 200 });
});

test('with a latency it measures the two fleets of 5,000 bids for two minutes', () => {
  expect(parseOptions(['--latency', '80'])).toEqual({
    kind: 'distance',
    latency: 80,
    seconds: 120,
    fleets: ['usual', 'live'],
  });
});

test('one fleet can be measured alone, for a shorter time, on loopback', () => {
  expect(parseOptions(['--fleet', 'huge', '--seconds', '30'])).toEqual({
    kind: 'distance',
    latency: 0,
    seconds: 30,
    fleets: ['huge'],
  });
});

test('a console that reads so many machines can be measured, in as many rounds as given', () => {
  expect(parseOptions(['--machines', '200'])).toEqual({ kind: 'machines', machines: 200, seconds: 30, rounds: 3 });
  expect(parseOptions(['--machines', '20', '--seconds', '5', '--rounds', '1'])).toEqual({
    kind: 'machines',
    machines: 20,
    seconds: 5,
    rounds: 1,
  });
});

test.each([
  [['--latnecy', '80'], /latnecy/],
  [['--latency'], /latency/],
  [['--latency', 'far'], /--latency in whole milliseconds/],
  [['--latency', '80', '--seconds', '0'], /--seconds/],
  [['--fleet', 'tiny'], /usual, live, huge/],
  [['--latency', '80', '200'], /steps/],
  [['--machines', 'many'], /whole numbers from 1/],
  [['--machines', '200', '--fleet', 'huge'], /no --latency and no --fleet/],
  [['--rounds', '3'], /Only --machines/],
  [['0'], /steps/],
])('what it does not know is refused with a sentence: %j', (args, reason) => {
  expect(parseOptions(args)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
});
