import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BidFid } from '../../src/contract/fid.ts';
import type { ServiceList } from '../../src/contract/lists.ts';
import { meets } from '../../src/resources/filter/match.ts';
import { parseFilter } from '../../src/resources/filter/parse.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { exactTexts, queryForFilter, rowParameters, rowSelector } from '../../src/resources/service-query.ts';
import { searchColumns } from '../../src/store/lists/place-columns.ts';
import { contextOf } from '../../src/store/row-context.ts';
import { bid, consoleWith, instance } from '../store/made.ts';

const aliases = new Map([['it_9', '8xH100']]);

function queryFor(name: ServiceList, text: string) {
  const filter = parseFilter(text, serviceResources[name].columns);
  if (!filter.ok) throw new Error(filter.error.why);
  return queryForFilter(name, filter.value, aliases);
}

describe('the service selects rows', () => {
  test.each([
    ['bids', ['instance_type', 'region', 'status']],
    ['instances', ['instance_type', 'region', 'bid_fid_in', 'reservation_fid_in']],
    ['volumes', ['region']],
    ['sshKeys', []],
    ['apiKeys', []],
  ] as const)('of %s by the parameters that its endpoint declares', (name, parameters) => {
    expect(rowParameters(name)).toEqual(parameters);
  });
});

describe('a filter is sent to the service', () => {
  test.each([
    ['bids', 'status:=allocated', { status: 'Allocated' }],
    ['bids', 'STATUS:=OPEN region:=us-c3', { status: 'Open', region: 'us-c3' }],
    ['bids', 'status:=Frozen', { status: 'Frozen' }],
    ['bids', 'type:=it_9', { instance_type: 'it_9' }],
    ['instances', 'region:="us east 1"', { region: 'us east 1' }],
    ['volumes', 'region:=us-c3', { region: 'us-c3' }],
    ['instances', 'reservation:=res_7', { reservation_fid_in: ['res_7'] }],
    ['bids', '', {}],
  ] as const)('of %s as a whole: %s', (name, text, query) => {
    expect(queryFor(name, text)).toEqual({ query, isWhole: true });
  });

  test.each([
    ['bids', 'region:=us-c3 price>2 train', { region: 'us-c3' }],
    ['bids', '(region:=us-c3 (status:=open !train))', { region: 'us-c3', status: 'Open' }],
    ['bids', 'region:=us-c3 region:=eu-n1', { region: 'us-c3' }],
    ['instances', 'status:=running region:=us-c3', { region: 'us-c3' }],
    ['instances', 'reservation:=res_7 bid:=train', { reservation_fid_in: ['res_7'] }],
  ] as const)('of %s in part, and the rest is left to the console: %s', (name, text, query) => {
    expect(queryFor(name, text)).toEqual({ query, isWhole: false });
  });

  test.each([
    ['a part of a text', 'status:allocated'],
    ['one of two', 'status:=open | status:=paused'],
    ['a negation', '!status:=open'],
    ['a word', 'open'],
    ['the name of a type, which may stand for several', 'type:=8xh100'],
    ['another column', 'name:=train'],
    ['the sign for a missing value', 'region:=-'],
    ['a text that was made safe to print', 'region:=us\ufffd'],
  ])('not at all when it is %s', (_, text) => {
    expect(queryFor('bids', text)).toEqual({ query: {}, isWhole: false });
  });

  test('and every row that it answers with, and no other row, meets a filter that was sent as a whole', () => {
    const value = fc.constantFrom('Open', 'open', 'Deopened', 'us', 'us-c3', null, '', '-');
    const term = fc.constantFrom('status:=open', 'region:=us', 'region:=us-c3', 'type:=us', 'status:=Deopened');
    fc.assert(
      fc.property(
        fc.array(fc.record({ status: value, region: value, instance_type: value }), { maxLength: 6 }),
        fc.array(term, { maxLength: 3 }),
        (values, terms) => {
          const rows = values.map((one, at) => bid(`b-${at}`, one));
          const filter = parseFilter(terms.join(' '), serviceResources.bids.columns);
          if (!filter.ok) throw new Error(filter.error.why);
          const { query, isWhole } = queryForFilter('bids', filter.value, new Map());
          const context = contextOf(consoleWith({ bids: rows }));
          const searched = searchColumns(serviceResources.bids.columns, null, false, context);
          for (const { row } of rows) {
            const meetsFilter = meets(row, filter.value, searched, context);
            // The service tells cases apart, the filter does not.
            if (meetsFilter && row.status !== 'open') expect(rowSelector(query)(row)).toBe(true);
            if (isWhole && rowSelector(query)(row)) expect(meetsFilter).toBe(true);
          }
        },
      ),
    );
  });
});

describe('the texts of which a column has just one in every row that meets a filter', () => {
  test.each([
    ['bid:=train', ['train']],
    ['bid:=train status:=running', ['train']],
    ['bid:=train | bid:=eval', ['train', 'eval']],
    ['(bid:=train region:=us) | (bid:=eval !name:x)', ['train', 'eval']],
    ['region:=us (bid:=train | bid:=eval)', ['train', 'eval']],
    ['', null],
    ['bid:train', null],
    ['!bid:=train', null],
    ['name:=train', null],
    ['bid:=train | name:x', null],
    ['train', null],
  ])('%s', (text, texts) => {
    const filter = parseFilter(text, serviceResources.instances.columns);
    expect(filter.ok && exactTexts(filter.value, 'bid')).toEqual(texts);
  });
});

test('the identifier of a bid meets bid:= as its name does, and words and parts of it do not', () => {
  const { row } = instance('i', { bid: 'bid_7' });
  const context = contextOf(consoleWith({ bids: [bid('bid_7', { name: 'train' })] }));
  const { columns } = serviceResources.instances;
  const searched = searchColumns(columns, null, false, context);
  const isMet = (text: string): boolean => {
    const filter = parseFilter(text, columns);
    return filter.ok && meets(row, filter.value, searched, context);
  };
  expect(['bid:=train', 'bid:=bid_7', 'bid:=BID_7', '!bid:=bid_8'].map(isMet)).toEqual([true, true, true, true]);
  expect(['bid:=bid', 'bid:bid_7', 'bid_7', 'bid:=bid_8'].map(isMet)).toEqual([false, false, false, false]);
});

describe('a row is one that a query selects', () => {
  const { row: own } = instance('i', { bid: 'b-1', region: 'us-c3' });

  test.each([
    [{}, true],
    [{ region: 'us-c3' }, true],
    [{ region: 'US-C3' }, false],
    [{ region: null, instance_type: undefined }, true],
    [{ bid_fid_in: [BidFid.parse('b-2'), BidFid.parse('b-1')] }, true],
    [{ bid_fid_in: [BidFid.parse('b-2')] }, false],
    [{ bid_fid_in: [] }, false],
    [{ bid_fid_in: [BidFid.parse('b-1')], region: 'eu-n1' }, false],
  ])('%j: %s', (query, isSelected) => {
    expect(rowSelector(query)(own)).toBe(isSelected);
  });

  test('not when it has no value in a field of the query', () => {
    const { row } = instance('i', { bid: null, region: null, instance_type: null });
    expect(rowSelector({ region: 'us-c3' })(row)).toBe(false);
    expect(rowSelector({ bid_fid_in: [BidFid.parse('b-1')] })(row)).toBe(false);
    expect(rowSelector({})(row)).toBe(true);
  });
});
