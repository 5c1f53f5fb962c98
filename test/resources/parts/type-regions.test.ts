import { expect, test } from 'vitest';
import { instanceTypes, regions } from '../../../src/resources/parts/suggestions.ts';
import { onlyRegionOf } from '../../../src/resources/parts/type-and-region.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith, startedConsole, volume } from '../../store/made.ts';

const context = contextOf(
  consoleWith({
    bids: [
      bid('a', { instance_type: '8xh100', region: 'eu-n1', created_at: '2026-11-02T00:00:00Z', limit_price: '$3.00' }),
      bid('b', { instance_type: '8xh100', region: 'eu-n1', created_at: '2026-11-01T00:00:00Z', limit_price: '$2.00' }),
      bid('c', { instance_type: '8xa100', region: 'us-c3', limit_price: null }),
      bid('d', { instance_type: '8xa100', region: 'us-w1', limit_price: null }),
      bid('e', { instance_type: '1xl40s.us-c3', region: null, limit_price: null }),
    ],
    volumes: [volume('v', { region: 'south-us-c3' })],
  }),
);

test.each([
  ['8xh100', 'eu-n1'],
  ['8xa100', null],
  ['', null],
  ['unheard-of', null],
  ['eu-n1', null],
  ['.eu-n1', null],
  ['8xb200.eu-n1', 'eu-n1'],
  ['8xb200@us-c3', 'us-c3'],
  ['8xb200.south-us-c3', 'south-us-c3'],
  ['8xb200eu-n1', null],
  ['1xl40s.us-c3', 'us-c3'],
])('the only region of the type %j is %j', (type, region) => {
  expect(onlyRegionOf(type, context)).toBe(region);
});

test('before all bids and instances are read, one region of a type may not be its only one', () => {
  const { lists } = consoleWith({ bids: [bid('a')] });
  const early = startedConsole();
  const partly = contextOf({ ...early, lists: { ...early.lists, bids: lists.bids } });
  expect(onlyRegionOf('8xh100', partly)).toBeNull();
});

test('regions where the type is known are suggested first', () => {
  expect(regions(context, '8xa100').map(({ value }) => value)).toEqual(['us-c3', 'us-w1', 'eu-n1', 'south-us-c3']);
  expect(regions(context)[0]?.value).toBe('eu-n1');
});

test('a suggested type says its regions and the price of the last bid for it', () => {
  const notes = Object.fromEntries(instanceTypes(context).map(({ value, note }) => [value, note]));
  expect(notes).toEqual({ '8xa100': 'us-c3, us-w1', '8xh100': 'eu-n1  last bid $3.00', '1xl40s.us-c3': '' });
});
