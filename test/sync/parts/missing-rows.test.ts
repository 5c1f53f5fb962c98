import { expect, test } from 'vitest';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { createMissingRows } from '../../../src/sync/parts/missing-rows.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, whole } from '../../store/made.ts';

const state = consoleWith({ bids: [bid('a'), bid('b')] });
const byStatus = {
  project: 'proj_demo',
  query: { status: 'Allocated' },
  wanted: null,
  oldestFirst: false,
  from: null,
  maxPages: null,
};
const lookup = {
  project: 'proj_demo',
  query: { region: 'eu-n1', instance_type: '8xh100' },
  wanted: ['a'],
  oldestFirst: false,
  from: null,
  maxPages: null,
};
const without = (missing: readonly string[]) => ({ rows: new Map(), missing, ofBids: [], strays: false });
const at = (sequence: number) => ({ at: NOON + sequence * 1000, sequence });
/** A plan that finds one part for some rows, or none. */
const found = (fids: ReadonlySet<string>) => [{ ...lookup, wanted: [...fids] }];
const none = () => [];

test('a bid that left the part of its status is looked for by what it keeps, and is not gone', () => {
  const missing = createMissingRows('bids');
  expect(missing.partRead(state, byStatus, without(['a']), at(1))).toEqual({ gone: [], needsList: false });
  expect(missing.lookups(found)).toEqual({ parts: [lookup], needsList: false });
  expect(missing.lookups(found).parts, 'once').toEqual([]);
});

test('rows that left their part together are looked for with one plan', () => {
  const missing = createMissingRows('bids');
  missing.partRead(state, byStatus, without(['a', 'b']), at(1));
  expect(missing.lookups(found).parts).toEqual([{ ...lookup, wanted: ['a', 'b'] }]);
});

test('a bid that is not found by what it keeps either is looked for in the complete list, once, and is not gone', () => {
  const missing = createMissingRows('bids');
  missing.partRead(state, byStatus, without(['a']), at(1));
  missing.lookups(found);
  expect(missing.partRead(state, lookup, without(['a']), at(2))).toEqual({ gone: [], needsList: true });
  expect(missing.partRead(state, lookup, without(['a']), at(3))).toEqual({ gone: [], needsList: false });
});

test('without a filter to look for it by, a bid that left its part is looked for in the complete list', () => {
  const missing = createMissingRows('bids');
  missing.partRead(state, byStatus, without(['a']), at(1));
  expect(missing.lookups(none)).toEqual({ parts: [], needsList: true });
});

test('a complete list that still has the bid contradicts the filter; one without it does not', () => {
  const contradicted = (after: typeof state): readonly string[] => {
    const missing = createMissingRows('bids');
    const filters: string[] = [];
    missing.partRead(state, lookup, without(['a']), at(1));
    missing.listArrived(after, 2, (filter) => filters.push(filter.join(' ')));
    return filters;
  };
  expect(contradicted(state)).toEqual(['region instance_type']);
  expect(contradicted(rowsArrived(state, 'bids', whole(bid('b')), at(2), NOON))).toEqual([]);
  const moved = whole(bid('a', { region: 'us-c3' }), bid('b'));
  expect(contradicted(rowsArrived(state, 'bids', moved, at(2), NOON)), 'it moved to another region').toEqual([]);
});
