import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bids as bidsResource } from '../../src/resources/bids.ts';
import { meets, parseFilter, quoted } from '../../src/resources/filter.ts';
import { contextOf } from '../../src/state/context.ts';
import { bid, consoleWith, instance } from '../state/made.ts';

const rows = [
  bid('b-1', { name: 'train llama', status: 'Allocated', region: 'eu-n1' }),
  bid('b-2', { name: 'train', status: 'Open', region: 'us-c3' }),
  bid('b-3', { name: 'open-night', status: 'Preempting', region: 'eu-n1', limit_price: '$1,024.00' }),
];
const context = contextOf(consoleWith({ bids: rows, instances: [instance('i', { bid: 'b-1' })] }));
const { columns } = bidsResource;

function found(text: string): readonly string[] {
  const filter = parseFilter(text, columns);
  return rows.filter(({ row }) => meets(row, filter, columns, context)).map(({ row }) => row.fid);
}

describe('a filter shows the bids that meet all of it', () => {
  test.each([
    ['', ['b-1', 'b-2', 'b-3']],
    ['   ', ['b-1', 'b-2', 'b-3']],
    ['train', ['b-1', 'b-2']],
    ['TRAIN', ['b-1', 'b-2']],
    ['train us', ['b-2']],
    ['open', ['b-2', 'b-3']],
    ['status:open', ['b-2']],
    ['Status:OPEN', ['b-2']],
    ['name:open', ['b-3']],
    ['region:eu name:train', ['b-1']],
    ['"train llama"', ['b-1']],
    ['name:"train llama"', ['b-1']],
    ['"train lla', ['b-1']],
    ['price:1,024', ['b-3']],
    ['run:1/4', ['b-1']],
    ['nothing-like-it', []],
    ['nocolumn:open', []],
    ['status:', ['b-1', 'b-2', 'b-3']],
  ])('%j', (text, fids) => {
    expect(found(text)).toEqual(fids);
  });
});

test('every text is a filter: none throws, whatever is typed on the way', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(found(text).length).toBeLessThanOrEqual(rows.length);
    }),
  );
});

test('a name that is filtered for by a jump is found, whatever it is made of', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => text.trim() === text && !text.includes('"'));
  fc.assert(
    fc.property(name, (text) => {
      const filter = parseFilter(`name:${quoted(text)}`, columns);
      expect(meets(bid('x', { name: text }).row, filter, columns, context)).toBe(true);
    }),
  );
});
