import { describe, expect, test } from 'vitest';
import type { ObservedChange } from '../../src/changes/change-event.ts';
import { activityRowOf, meanwhile, sentenceOf } from '../../src/resources/activity-text.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { NOON } from '../store/hand-clock.ts';

const seen = (change: Partial<ObservedChange>): ObservedChange => ({
  kind: 'seen',
  list: 'bids',
  fid: 'bid_1',
  name: 'train',
  bid: null,
  bidName: null,
  change: 'changed',
  field: 'status',
  from: null,
  to: null,
  ...change,
});

describe('an event in words', () => {
  test.each<[Partial<ObservedChange>, string]>([
    [{ from: 'Open', to: 'Allocated' }, 'train: open → allocated'],
    [{ from: 'Open', to: 'HIBERNATING' }, 'train: open → HIBERNATING'],
    [{ from: 'Open', to: null }, 'train: open → none'],
    [{ name: null, field: 'limit_price', from: '$2.00', to: '$2.50' }, 'bid_1: limit price $2.00 → $2.50'],
    [{ name: '', from: 'Open', to: 'Allocated' }, 'bid_1: open → allocated'],
    [{ name: ' ', change: 'appeared', to: 'Open' }, 'bid_1: new bid, open'],
    [{ field: 'instance_quantity', from: '4', to: '8' }, 'train: quantity 4 → 8'],
    [{ change: 'appeared', to: 'Open' }, 'train: new bid, open'],
    [{ list: 'volumes', change: 'appeared', field: null }, 'train: new volume'],
    [{ list: 'sshKeys', change: 'gone', field: null }, 'train: SSH key gone'],
    [{ list: 'instances', change: 'lost', from: 'STATUS_RUNNING' }, 'train: instance lost (was running)'],
    [{ list: 'instances', change: 'gone', from: 'STATUS_STOPPED' }, 'train: instance gone (was stopped)'],
    [{ list: 'apiKeys', field: 'expires', to: 'in less than 7 days' }, 'train: expires in less than 7 days'],
    [{ list: 'apiKeys', field: 'expires', to: 'expired' }, 'train: has expired'],
    [{ list: 'apiKeys', field: 'expires', from: 'expired', to: null }, 'train: expiry moved later'],
    [{ list: 'apiKeys', field: 'deactivated', to: 'yes' }, 'train: revoked'],
  ])('%j', (change, words) => {
    expect(sentenceOf(seen(change), { into: '→', fieldWords: loadedFeatures.fieldWords })).toBe(words);
  });

  test('a change found long after the last poll shows the time span it happened in', () => {
    expect(meanwhile({ at: NOON, since: NOON - 2000 })).toBe('');
    expect(meanwhile({ at: NOON, since: null })).toBe('');
    expect(meanwhile({ at: NOON, since: NOON - 30 * 3_600_000 })).toBe(' (in the 30h since 2026-11-19 06:00:00 UTC)');
  });

  test('the activity list shows events in the order of the journal', () => {
    const fids = [9, 10].map(
      (id) =>
        activityRowOf(
          { id, key: '', at: NOON, since: null, by: 'x', payload: seen({}) },
          { into: '→', fieldWords: loadedFeatures.fieldWords },
        ).fid,
    );
    expect(fids.toSorted()).toEqual(fids);
  });
});
