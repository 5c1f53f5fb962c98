import { expect, test } from 'vitest';
import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import { outcomeInLists } from '../../../../src/features/rules/runner/rule-writes.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, consoleWith } from '../../../store/made.ts';

const launch = { launch_specification: { volumes: ['vol_1'], ssh_keys: ['key_1'] } };
const like = bid('bid_like', { name: 'train', ...launch });
const action: RuleAction = {
  kind: 'place',
  name: 'train-eu-abcd',
  reason: 'place 1 of 2',
  like: like.row.fid,
  type: '8xh100',
  region: 'eu-n1',
  limit: { sign: '$', micros: 3_000_000n },
  quantity: 2,
};
const ASKED = {
  name: 'train-eu-abcd',
  project: 'proj_demo',
  instance_type: '8xh100',
  region: 'eu-n1',
  limit_price: '$3.00',
  instance_quantity: 2,
  created_at: new Date(NOON + 1000).toISOString(),
  ...launch,
};

const found = (...bids: readonly ReturnType<typeof bid>[]) =>
  outcomeInLists(consoleWith({ bids: [like, ...bids] }), 'wide', { action, at: NOON });
const MISSED = { outcome: 'missed', fid: null };

test.each([
  ['as it was asked for', {}],
  ['without the time at which it was placed', { created_at: null }],
  ['that was filled meanwhile', { status: 'Allocated' }],
  ['that has ended since', { status: 'Terminated' }],
])('the bid of a lost answer is found: %s', (_, more) => {
  expect(found(bid('bid_own', { ...ASKED, ...more }))).toEqual({ outcome: 'done', fid: 'bid_own' });
});

test.each([
  ['at another price', { limit_price: '$40.00' }],
  ['in another currency', { limit_price: '€3.00' }],
  ['at a price that is none', { limit_price: 'three' }],
  ['for more instances', { instance_quantity: 64 }],
  ['for none', { instance_quantity: 0 }],
  ['of another type', { instance_type: '4xa100' }],
  ['in another region', { region: 'us-e1' }],
  ['in another project', { project: 'proj_b' }],
  ['with another volume', { launch_specification: { volumes: ['vol_9'], ssh_keys: ['key_1'] } }],
  ['that was placed an hour before', { created_at: new Date(NOON - 60 * MINUTE_MS).toISOString() }],
])('another bid of its name, type and region is not taken for it: one %s', (_, more) => {
  expect(found(bid('bid_other', { ...ASKED, ...more }))).toEqual(MISSED);
});

test('of two that are alike none is taken, and one beside a stranger with its name is', () => {
  const own = bid('bid_own', ASKED);
  expect(found(own, bid('bid_twin', ASKED))).toEqual(MISSED);
  expect(found(bid('bid_other', { ...ASKED, limit_price: '$40.00' }), own)).toEqual({
    outcome: 'done',
    fid: 'bid_own',
  });
});
