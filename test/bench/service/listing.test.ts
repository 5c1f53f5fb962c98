import { expect, test } from 'vitest';
import { makeFleet } from './fleet.ts';
import { createListing, type Listing } from './listing.ts';

const fleet = makeFleet({ bids: 300, liveBids: 120, instances: 600 });
const bidsOf = (): Listing =>
  createListing(fleet.bids, {
    filters: { status: 'status', region: 'region', instance_type: 'instance_type' },
    anyOf: {},
    orders: { created_at: 'created_at', status: 'status' },
  });
const instances = createListing(fleet.instances, {
  filters: { region: 'region' },
  anyOf: { bid_fid_in: 'bid', reservation_fid_in: 'reservation' },
  orders: { created_at: 'created_at' },
});

type Page = { readonly data: readonly Readonly<Record<string, unknown>>[]; readonly next_cursor: string | null };

function pageOf(listing: Listing, query: Readonly<Record<string, string>>): Page {
  const answer = listing.page(new URLSearchParams(query));
  if ('refused' in answer) throw new Error(answer.refused);
  const page: Page = JSON.parse(answer.text);
  return page;
}

function namesOf(listing: Listing, query: Readonly<Record<string, string>>): readonly unknown[] {
  const names: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = pageOf(listing, cursor === '' ? query : { ...query, next_cursor: cursor });
    names.push(...page.data.map(({ name }) => name));
    cursor = page.next_cursor;
  }
  return names;
}

test('a whole read has every row once, the newest first', () => {
  expect(namesOf(bidsOf(), {})).toEqual(fleet.bids.map(({ name }) => name));
});

test('filters and orders give the rows that a plain search gives', () => {
  const [first] = fleet.bids;
  const query = {
    region: first?.region ?? '',
    status: 'Allocated',
    sort_by: 'created_at',
    sort_dir: 'asc',
    limit: '7',
  };
  const expected = fleet.bids.filter(({ region, status }) => region === first?.region && status === 'Allocated');
  expect(namesOf(bidsOf(), query)).toEqual(expected.map(({ name }) => name).reverse());
  expect(new Set(namesOf(bidsOf(), { sort_by: 'status', limit: '9' })).size).toBe(fleet.bids.length);
});

test('a filter by bids gives their instances', () => {
  const of = [3, 200].map((n) => fleet.bids[n]?.fid ?? '');
  expect(namesOf(instances, { bid_fid_in: of.join(',') })).toEqual(
    [...fleet.instances.filter(({ bid }) => of.includes(String(bid))).map(({ name }) => name)].sort((a, b) =>
      a.slice(0, 11) === b.slice(0, 11) ? 0 : a < b ? -1 : 1,
    ),
  );
});

test('rows that leave a filter between two pages shift no others', () => {
  const bids = bidsOf();
  const first = pageOf(bids, { status: 'Allocated', limit: '50' });
  bids.change('train-00010', { status: 'Paused' });
  bids.change('train-00049', { status: 'Paused' });
  const second = pageOf(bids, { status: 'Allocated', limit: '50', next_cursor: first.next_cursor ?? '' });
  expect(second.data[0]?.['name']).toBe('train-00050');
  expect(namesOf(bids, { status: 'Paused' })).toEqual(['train-00010', 'train-00049']);
});

test('a changed row is in the next answer as changed', () => {
  const bids = bidsOf();
  bids.change('train-00000', { limit_price: '$7.77' });
  expect(pageOf(bids, { limit: '1' }).data[0]?.['limit_price']).toBe('$7.77');
});

test.each([{ colour: 'red' }, { sort_by: 'name' }, { sort_dir: 'up' }, { limit: '101' }, { next_cursor: 'x' }])(
  'a query that the interface does not allow is refused: %j',
  (query) => {
    expect(bidsOf().page(new URLSearchParams(query))).toHaveProperty(
      'refused',
      Object.keys(query)[0] === 'sort_dir' ? 'sort_by' : Object.keys(query)[0],
    );
  },
);

test('the first screen in the order of prices shows live and ended bids, and a change by a cent moves none', () => {
  const prices = fleet.bids.map(({ limit_price, status }) => ({
    cents: Math.round(Number(String(limit_price).slice(1)) * 100),
    status,
  }));
  const shown = prices.toSorted((a, b) => b.cents - a.cents).slice(0, 19);
  expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(['Allocated', 'Terminated']));
  expect(shown.every(({ cents }, at) => at === 0 || (shown[at - 1]?.cents ?? 0) - cents === 2)).toBe(true);
});
