import { describe, expect, test } from 'vitest';
import { exposureOf, instancesOf, runningOf } from '../../../src/resources/parts/joins.ts';
import { committedLine, exposureLine } from '../../../src/store/header.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

const bids = [
  bid('a', { limit_price: '$2.50' }),
  bid('b', { limit_price: '$0.10' }),
  bid('c', { limit_price: '€3.00' }),
  bid('d', { limit_price: 'market price' }),
  bid('e', { limit_price: '$999.00' }),
  bid('f', { limit_price: null }),
];
const running = (fid: string, of: string) => instance(fid, { bid: of });
const instances = [
  running('1', 'a'),
  running('2', 'a'),
  running('3', 'b'),
  running('4', 'c'),
  running('5', 'd'),
  running('6', 'f'),
  instance('7', { bid: 'e', status: 'STATUS_STARTING' }),
  instance('8', { bid: null }),
  instance('9', { bid: 'of-another-page' }),
];

describe('the exposure is the cost of running instances at limit prices', () => {
  test('is an exact sum for each currency without waiting bids; what can not be read makes it a lower bound, and is counted', () => {
    const state = consoleWith({ bids, instances });
    expect(exposureLine(state)).toEqual({
      short: '≥$5.10+€3.00/h',
      medium: '≥$5.10 + €3.00/h, 4 unknown',
      long: 'at least $5.10 + €3.00/h, 4 unknown',
    });
    // a, b and c want 4 each, and so does e, none of whose instances runs yet.
    expect(committedLine(state)).toBe('at least $4,006.40 + €12.00 committed');
  });

  test('keeps tenths of a cent over many bids', () => {
    const many = Array.from({ length: 1000 }, (_, n) => bid(`b-${n}`, { limit_price: '$0.001' }).row);
    expect(exposureOf(many, () => ({ count: 1 }))).toMatchObject({
      kind: 'known',
      amounts: [{ sign: '$', micros: 1_000_000n }],
    });
  });

  test('is zero, not unknown, when nothing runs', () => {
    expect(exposureLine(consoleWith({ bids })).long).toBe('$0.00/h at most');
  });
});

describe('the committed cost in the header', () => {
  test('counts open bids with their whole quantity, and neither paused nor ended ones', () => {
    const open = [
      bid('open', { status: 'Open', limit_price: '$1.00' }),
      bid('paused', { status: 'Paused', limit_price: '$1.00' }),
      bid('ended', { status: 'Terminated', limit_price: '$1.00' }),
      bid('unsigned', { status: 'Open', limit_price: '0.50', instance_quantity: 2 }),
    ];
    expect(committedLine(consoleWith({ bids: open }))).toBe('$5.00 committed');
  });

  test('is hidden while it equals the running cost', () => {
    const all = [running('1', 'a'), running('2', 'a'), running('3', 'a'), running('4', 'a')];
    expect(committedLine(consoleWith({ bids: [bid('a')], instances: all }))).toBe('');
  });
});

test('the instances of a bid are those that name it, running or not', () => {
  const context = contextOf(consoleWith({ bids, instances }));
  const { row: a } = bid('a');
  const { row: e } = bid('e');
  expect(instancesOf(a.fid, context).map(({ fid }) => fid)).toEqual(['1', '2']);
  expect([instancesOf(e.fid, context).length, runningOf(e.fid, context)]).toEqual([1, 0]);
});
