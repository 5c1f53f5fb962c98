import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../../../src/store/lists/place-columns.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { bidColumns } from '../../../store/lists/bid-columns.ts';

const all = columnsOf(loadedFeatures.panes, 'bids', null, false);
const ids = (width: number) =>
  bidColumns(
    all.filter(({ live }) => live === null),
    width,
  ).map(({ id }) => id);

describe('what an operator needs first stays longest', () => {
  test.each([
    [112, ['name', 'status', 'why', 'type', 'region', 'run', 'trend', 'price', 'cost', 'age']],
    [100, ['name', 'status', 'why', 'type', 'region', 'run', 'price', 'cost', 'age']],
    [90, ['name', 'status', 'why', 'type', 'region', 'run', 'price', 'cost']],
    [70, ['name', 'status', 'why', 'run', 'price', 'cost']],
  ])('bids with trends in %i cells', (width, expected) => {
    expect(ids(width)).toEqual(expected);
  });

  test.each([
    [112, ['name', 'status', 'why', 'type', 'region', 'run', 'trend', 'price', 'cost', 'gpu', 'age']],
    [80, ['name', 'status', 'why', 'run', 'price', 'cost', 'gpu']],
    [74, ['name', 'status', 'why', 'run', 'price', 'cost', 'gpu']],
    [72, ['name', 'status', 'why', 'run', 'price', 'cost', 'gpu']],
    [70, ['name', 'status', 'why', 'run', 'price', 'cost']],
    [54, ['name', 'status', 'why', 'run', 'price']],
  ])(
    'the utilization of the machines takes the place of nothing more important: bids in %i cells',
    (width, expected) => {
      expect(bidColumns(all, width).map(({ id }) => id)).toEqual(expected);
    },
  );

  test('a picture that more room shows more of gives way before another column is dropped, and grows again', () => {
    const trend = (width: number) => bidColumns(all, width).find(({ id }) => id === 'trend');
    expect([trend(109)?.width, trend(111)?.width, trend(116)?.width]).toEqual([6, 8, 10]);
  });
});
