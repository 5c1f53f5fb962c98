import { expect, test } from 'vitest';
import { machinesRead } from '../../../../src/features/machines/machines.ts';
import type { BidRecord } from '../../../../src/features/money/bid-record.ts';
import { readAtOnce } from '../../../../src/features/rules/engine/needs.ts';
import { ruleViewOf } from '../../../../src/features/rules/runner/rule-view.ts';
import { pauseBid } from '../../../../src/resources/bids/writes.ts';
import { timePassed } from '../../../../src/store/transitions.ts';
import { writeSent } from '../../../../src/store/writes/pending-writes.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../../store/made.ts';
import { moneyFrom } from '../../money/known.ts';

const MINUTE = 60_000;
const further = { read: readAtOnce(NOON), busy: new Set<string>(), pauseSet: () => null };
const train = bid('bid_train', { name: 'train', limit_price: '$2.50', instance_quantity: 2 });
const dev = bid('bid_dev', { name: 'dev', status: 'Paused' });
const fleet = {
  bids: [train, dev, bid('bid_other', { project: 'proj_other' })],
  instances: ['a', 'b'].map((fid) => instance(fid, { bid: 'bid_train' })),
};

const sampleAt = (at: number, utilization: number) => ({
  at,
  load: null,
  processors: null,
  memory: null,
  disk: null,
  gpus: {
    kind: 'read' as const,
    gpus: [{ index: 0, name: 'H100', memory: null, temperature: null, power: null, processes: [], utilization }],
  },
});

test('rules see the bids of the project of the connection, with exact limits and what runs', () => {
  const { bids } = ruleViewOf(consoleWith(fleet), further);
  expect([...bids.keys()]).toEqual(['bid_train', 'bid_dev']);
  expect(bids.get('bid_train')).toMatchObject({
    name: 'train',
    type: '8xh100',
    region: 'eu-n1',
    state: 'allocated',
    quantity: 2,
    running: 2,
    isBusy: false,
    limit: { sign: '$', micros: 2_500_000n },
  });
  expect(bids.get('bid_dev')).toMatchObject({ state: 'paused', running: 0 });
});

test('a bid with a write under way, or with an action whose outcome is not known, is busy', () => {
  const state = writeSent(consoleWith(fleet), 1, pauseBid(train.row), NOON);
  const { bids } = ruleViewOf(state, { ...further, busy: new Set(['bid_dev']) });
  expect([...bids.values()].map(({ isBusy }) => isBusy)).toEqual([true, true]);
});

test('a filter of the pane of bids selects, and one that can not be read selects nothing', () => {
  const { bids, matches } = ruleViewOf(consoleWith(fleet), further);
  const found = (text: string) => [...bids.values()].filter((one) => matches(text, one)).map(({ name }) => name);
  expect(found('train')).toEqual(['train']);
  expect(found('status:paused')).toEqual(['dev']);
  expect(found('nothing-like-this')).toEqual([]);
  expect(found('price>')).toEqual([]);
});

test('a bid is idle since the last of its machines is, and not while one works or is not read', () => {
  const idleOf = (...samples: readonly (readonly [fid: string, minute: number, utilization: number])[]) => {
    let state = consoleWith(fleet);
    for (const [fid, minute, utilization] of samples) {
      const at = NOON + minute * MINUTE;
      const sample = sampleAt(at, utilization);
      state = machinesRead(timePassed(state, Math.max(state.now, at)), [{ kind: 'sampled', fid, sample }]);
    }
    const { idleSince, machinesRead: isRead } = ruleViewOf(state, further).bids.get('bid_train') ?? {};
    return [idleSince, isRead];
  };
  expect(idleOf()).toEqual([null, false]);
  expect(idleOf(['a', 0, 0])).toEqual([null, false]);
  expect(idleOf(['a', 0, 0], ['b', 1, 0], ['a', 1.1, 0], ['b', 1.2, 0])).toEqual([NOON + MINUTE, true]);
  expect(idleOf(['a', 0, 0], ['b', 0, 90])).toEqual([null, true]);
});

test('what was spent today is not known before the records are read, and then counts from midnight in the zone of the rule, in this project', () => {
  const state = consoleWith(fleet);
  expect(ruleViewOf(state, further).spentToday('UTC')).toBeNull();
  const record = (project: string): BidRecord => ({
    project,
    observed: [{ from: NOON - 24 * 60 * MINUTE, to: NOON }],
    bids: [
      {
        traits: { bid: 'bid_train', name: 'train', type: '8xh100', region: 'eu-n1' },
        steps: [
          {
            at: NOON - 24 * 60 * MINUTE,
            since: NOON - 24 * 60 * MINUTE,
            state: 'allocated',
            quantity: 2,
            running: 2,
            limit: { sign: '$', micros: 2_500_000n },
          },
        ],
      },
    ],
  });
  const records = [record('proj_demo'), record('proj_other')];
  const known = { ...state, money: moneyFrom({ records, readAt: NOON }) };
  const spent = (zone: string) => ruleViewOf(known, further).spentToday(zone);
  // 2 instances at $2.50 for the 12 hours since midnight; 13 in Berlin.
  expect(spent('UTC')).toMatchObject({ kind: 'known', amounts: [{ sign: '$', micros: 60_000_000n }] });
  expect(spent('Europe/Berlin')).toMatchObject({ kind: 'known', amounts: [{ sign: '$', micros: 65_000_000n }] });
});
