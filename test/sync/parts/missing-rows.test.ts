import { describe, expect, test } from 'vitest';
import { BidFid } from '../../../src/contract/fid.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { createMissingRows } from '../../../src/sync/parts/missing-rows.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, startedConsole, whole } from '../../store/made.ts';

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

test('a bid that came after all is looked for no further', () => {
  const missing = createMissingRows('bids');
  missing.partRead(state, byStatus, without(['a', 'b']), at(1));
  missing.partRead(state, lookup, { ...without([]), rows: whole(bid('a')).rows }, at(2));
  expect(missing.lookups(found).parts).toEqual([{ ...lookup, wanted: ['b'] }]);
});

test('a bid that had not come when its part was read no further is looked for by what it keeps', () => {
  const missing = createMissingRows('bids');
  missing.notReached(['a'], byStatus, at(1));
  expect(missing.lookups(found).parts).toEqual([lookup]);
  missing.partRead(state, lookup, without(['a']), at(2));
  missing.notReached(['a'], byStatus, at(3));
  expect(missing.lookups(found).parts, 'it is already looked for in the complete list').toEqual([]);
  expect(missing.awaitsList('a')).toBe(true);
  expect(missing.awaitsList('b')).toBe(false);
});

test('a bid that only one part missed contradicts no filter', () => {
  const missing = createMissingRows('bids');
  missing.partRead(state, byStatus, without(['a']), at(1));
  missing.listArrived(state, 2, () => expect.unreachable());
});

describe('an instance that the part of its bid misses', () => {
  const instances = [instance('i', { bid: 'a' }), instance('j', { bid: 'a' })];
  const known = consoleWith({ bids: [bid('a')], instances });
  const bidReadAt = (sequence: number): typeof known =>
    rowsArrived(known, 'bids', whole(bid('a')), at(sequence), at(sequence).at);
  const ofBid = { ...byStatus, query: { bid_fid_in: [BidFid.parse('a')] } };
  const none = { gone: [], needsList: false };
  const create = () => {
    const missing = createMissingRows('instances');
    return {
      ...missing,
      read: (after: typeof known, sequence: number, ...fids: readonly string[]) =>
        missing.partRead(after, ofBid, without(fids), at(sequence)),
    };
  };
  /** A record that a complete list without `i` has confirmed. */
  const createTrusted = () => {
    const missing = create();
    missing.read(known, 1, 'i');
    missing.read(bidReadAt(2), 3, 'i');
    missing.listArrived(rowsArrived(known, 'instances', whole(instance('k')), at(4), NOON), 4, () =>
      expect.unreachable(),
    );
    return missing;
  };

  test('once, or twice with its bid read before, is neither gone nor looked for in the complete list', () => {
    const missing = create();
    expect(missing.read(known, 1, 'i')).toEqual(none);
    expect(missing.read(known, 2, 'i'), 'its bid was read before').toEqual(none);
    expect(missing.read(bidReadAt(1), 3, 'i')).toEqual({ gone: [], needsList: true });
    expect(missing.awaitsList('i')).toBe(true);
    expect(missing.read(bidReadAt(1), 4, 'i'), 'once').toEqual(none);
  });

  test('is looked for from its first miss on: a later one puts nothing off', () => {
    const missing = create();
    missing.read(known, 1, 'i');
    missing.read(known, 3, 'i');
    expect(missing.read(bidReadAt(2), 4, 'i')).toEqual({ gone: [], needsList: true });
  });

  test('without a bid in the list is looked for in the complete list after its second miss', () => {
    const missing = create();
    const alone = consoleWith({ instances });
    missing.read(alone, 1, 'i');
    expect(missing.read(alone, 2, 'i')).toEqual({ gone: [], needsList: true });
  });

  test('is not gone as long as its list was never complete, nor when it has left the list', () => {
    for (const after of [startedConsole(), consoleWith({ bids: [bid('a')] })]) {
      const missing = create();
      missing.read(after, 1, 'i');
      expect(missing.read(after, 2, 'i')).toEqual(none);
    }
  });

  test('is gone after two misses, with each one again, once a complete list has confirmed an earlier one', () => {
    const missing = createTrusted();
    expect(missing.read(known, 5, 'j')).toEqual(none);
    expect(missing.read(bidReadAt(6), 7, 'j')).toEqual({ gone: ['j'], needsList: false });
    expect(missing.read(bidReadAt(6), 8, 'j'), 'the list keeps it until the answers agree').toEqual({
      gone: ['j'],
      needsList: false,
    });
  });

  test('is confirmed by a complete list that missed it for the first time and keeps it in doubt', () => {
    const missing = create();
    missing.read(known, 1, 'i');
    missing.read(bidReadAt(2), 3, 'i');
    const doubted = rowsArrived(known, 'instances', whole(instance('j', { bid: 'a' })), at(4), at(4).at);
    expect(doubted.lists.instances.rows.has('i')).toBe(true);
    missing.listArrived(doubted, 4, () => expect.unreachable());
    missing.read(known, 5, 'j');
    expect(missing.read(bidReadAt(6), 7, 'j')).toEqual({ gone: ['j'], needsList: false });
  });

  test('is not confirmed by a complete list that was requested before, nor when only one part missed it', () => {
    const gone = rowsArrived(known, 'instances', whole(instance('k')), at(2), NOON);
    const requestedBefore = create();
    requestedBefore.read(known, 3, 'i');
    requestedBefore.read(bidReadAt(4), 5, 'i');
    requestedBefore.listArrived(gone, 3, () => expect.unreachable());
    expect(requestedBefore.awaitsList('i')).toBe(true);
    const missedOnce = create();
    missedOnce.read(known, 1, 'i');
    missedOnce.listArrived(gone, 2, () => expect.unreachable());
    missedOnce.read(known, 5, 'j');
    expect(missedOnce.read(bidReadAt(6), 7, 'j')).toEqual({ gone: [], needsList: true });
  });

  test('that was removed and is in the next complete list contradicts the filter', () => {
    const missing = createTrusted();
    missing.read(known, 5, 'j');
    missing.read(bidReadAt(6), 7, 'j');
    const filters: string[] = [];
    missing.listArrived(bidReadAt(6), 8, (filter) => filters.push(filter.join(' ')));
    expect(filters).toEqual(['bid_fid_in']);
  });
});
