import { expect, test } from 'vitest';
import { program } from './console.ts';
import { parseOptions } from './options.ts';

test('without options the bench measures the program on loopback, with a walk of as many steps as given', () => {
  expect(parseOptions([])).toEqual({ kind: 'loopback', steps: 1000, programs: [program] });
  expect(parseOptions(['200'])).toEqual({ kind: 'loopback', steps: 200, programs: [program] });
});

test('the programs of other checkouts are measured side by side on loopback, too', () => {
  expect(parseOptions(['200', '--program', 'a/dist/cli.js', '--program', 'b/dist/cli.js'])).toEqual({
    kind: 'loopback',
    steps: 200,
    programs: ['a/dist/cli.js', 'b/dist/cli.js'],
  });
});

test('the console can be measured alone, with another fleet, a shorter walk and several programs', () => {
  const alone = { kind: 'console', steps: 1000, fleet: 'live', programs: [program] };
  expect(parseOptions(['--console'])).toEqual(alone);
  expect(parseOptions(['300', '--console', '--fleet', 'huge'])).toEqual({ ...alone, steps: 300, fleet: 'huge' });
  expect(parseOptions(['--console', '--program', 'a/dist/cli.js', '--program', 'b/dist/cli.js'])).toEqual({
    ...alone,
    programs: ['a/dist/cli.js', 'b/dist/cli.js'],
  });
});

/** What a bench of fleets does unless it is told otherwise. */
const DISTANCE = {
  kind: 'distance',
  latencies: [0],
  seconds: 120,
  fleets: ['usual', 'live'],
  programs: [program],
  scenario: null,
  retryAfter: 0,
};

test('with a latency it measures the two fleets of 5,000 bids for two minutes, beside loopback', () => {
  expect(parseOptions(['--latency', '80'])).toEqual({ ...DISTANCE, latencies: [0, 80] });
});

test('several latencies are measured from near to far, and loopback only when it is one of them', () => {
  expect(parseOptions(['--latency', '250,80'])).toEqual({ ...DISTANCE, latencies: [80, 250] });
  expect(parseOptions(['--latency', '0,80,250,80'])).toEqual({ ...DISTANCE, latencies: [0, 80, 250] });
});

test.each(['usual', 'live', 'preempted', 'large', 'huge', 'team', 'small'])(
  'the fleet %s can be measured alone, for a shorter time, on loopback',
  (fleet) => {
    expect(parseOptions(['--fleet', fleet, '--seconds', '30'])).toEqual({ ...DISTANCE, seconds: 30, fleets: [fleet] });
  },
);

test('the programs of other checkouts are measured side by side', () => {
  expect(parseOptions(['--fleet', 'live', '--program', 'a/dist/cli.js', '--program', 'b/dist/cli.js'])).toEqual({
    ...DISTANCE,
    fleets: ['live'],
    programs: ['a/dist/cli.js', 'b/dist/cli.js'],
  });
});

test.each(['scroll', 'jump', 'filter', 'end', '429'])(
  'fleets can be measured while something happens: %s',
  (scenario) => {
    expect(parseOptions(['--while', scenario])).toEqual({ ...DISTANCE, scenario });
  },
);

test('a refused request can say how long to wait', () => {
  expect(parseOptions(['--while', '429', '--retry-after', '1'])).toEqual({
    ...DISTANCE,
    scenario: '429',
    retryAfter: 1,
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
  [['--latency', '80,far'], /--latency in whole milliseconds/],
  [['--fleet', 'tiny'], /usual, live, preempted, large, huge/],
  [['--while', 'asleep'], /scroll, jump, filter, end, 429/],
  [['--while', 'jump', '--retry-after', '1'], /Only --while 429/],
  [['--while', '429', '--retry-after', 'later'], /--retry-after in whole seconds/],
  [['--latency', '80', '200'], /steps/],
  [['--machines', 'many'], /whole numbers from 1/],
  [['--machines', '200', '--fleet', 'huge'], /takes no --fleet/],
  [['--machines', '200', '--program', 'dist/cli.js'], /takes no --program/],
  [['--rounds', '3'], /Only --machines/],
  [['0'], /steps/],
  [['0', '--console'], /steps/],
  [['4000'], /5000 bids: 4000 steps need 5021/],
  [['--console', '--fleet', 'small'], /150 bids: 1000 steps need 2021/],
  [['--console', '--latency', '80'], /--console takes no --latency/],
  [['--console', '--fleet', 'tiny'], /usual, live, preempted, large, huge/],
])('what it does not know is refused with a sentence: %j', (args, reason) => {
  expect(parseOptions(args)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
});

test('starts of the single executable are measured alone, as often as given', () => {
  expect(parseOptions(['--one-file'])).toEqual({ kind: 'one-file', starts: 15 });
  expect(parseOptions(['--one-file', '40'])).toEqual({ kind: 'one-file', starts: 40 });
  expect(parseOptions(['--one-file', '0'])).toEqual({
    kind: 'refused',
    reason: 'Give the number of starts as one whole number from 1.',
  });
  expect(parseOptions(['--one-file', '--fleet', 'live'])).toEqual({
    kind: 'refused',
    reason: '--one-file takes no --fleet.',
  });
});
