import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canOrder, inOrder, isInOrder, orderFields, orderQuery } from '../../src/resources/service-query.ts';
import { bid } from '../store/made.ts';

const priced = (fid: string, price: string | null) => bid(fid, { limit_price: price, name: fid });
const [cheap, usual, dear, none] = [priced('a', '$2.50'), priced('B', '$10'), priced('c', '$11'), priced('d', null)];
const rowsOf = (...listed: readonly (typeof cheap)[]) => listed.map(({ row }) => row);

test('an order is requested as the interface names it', () => {
  expect(orderQuery({ by: 'created_at', dir: null })).toEqual({ sort_by: 'created_at' });
  expect(orderQuery({ by: 'name', dir: 'desc' })).toEqual({ sort_by: 'name', sort_dir: 'desc' });
});

describe('rows that a service did not sort', () => {
  test('are sorted here by amounts and not by their text, those without a value last in both directions', () => {
    const all = [dear, none, cheap, usual];
    expect(inOrder(all, { by: 'limit_price', dir: 'asc' })).toEqual([cheap, usual, dear, none]);
    expect(inOrder(all, { by: 'limit_price', dir: 'DESC' })).toEqual([dear, usual, cheap, none]);
    expect(inOrder(all, { by: 'name', dir: null })).toEqual([cheap, usual, dear, none]);
  });

  test('can be sorted by their fields alone', () => {
    expect(canOrder(rowsOf(cheap), { by: 'limit_price', dir: null })).toBe(true);
    expect(canOrder(rowsOf(none), { by: 'limit_price', dir: null })).toBe(false);
    expect(canOrder(rowsOf(cheap), { by: 'instances', dir: null })).toBe(false);
    expect(canOrder(rowsOf(cheap), { by: 'toString', dir: null })).toBe(false);
    expect(canOrder([], { by: 'colour', dir: null })).toBe(true);
    expect(orderFields(rowsOf(cheap))).toContain('limit_price');
    expect(orderFields(rowsOf(cheap))).not.toContain('instances');
  });
});

describe('the order of a service is recognized', () => {
  test.each([
    ['asc', [cheap, none, usual, dear], true],
    ['asc', [usual, cheap], false],
    ['desc', [dear, usual, none, cheap], true],
    ['desc', [cheap, usual], false],
    [null, [cheap, usual, dear], true],
    [null, [dear, usual, cheap], true],
    [null, [cheap, dear, usual], false],
    ['ascending', [dear, usual], true],
    ['ascending', [cheap, dear, usual], false],
  ] as const)('%s', (dir, listed, isSorted) => {
    expect(isInOrder(rowsOf(...listed), { by: 'limit_price', dir })).toBe(isSorted);
  });

  test('with capital letters before all others, and with case ignored', () => {
    expect(isInOrder(rowsOf(usual, cheap, dear), { by: 'name', dir: 'asc' })).toBe(true);
    expect(isInOrder(rowsOf(cheap, usual, dear), { by: 'name', dir: 'asc' })).toBe(true);
    expect(isInOrder(rowsOf(dear, cheap, usual), { by: 'name', dir: 'asc' })).toBe(false);
  });

  test('in rows that were sorted here', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ name: fc.option(fc.string()), quantity: fc.option(fc.integer()) })),
        fc.constantFrom('name', 'quantity'),
        fc.constantFrom('asc', 'desc', null),
        (rows, by, dir) => {
          const order = { by, dir };
          const sorted = inOrder(
            rows.map((row) => ({ row })),
            order,
          );
          expect(
            isInOrder(
              sorted.map(({ row }) => row),
              order,
            ),
          ).toBe(true);
        },
      ),
    );
  });
});
