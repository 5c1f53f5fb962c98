import { expect, test } from 'vitest';
import { pauseImpact } from '../../../src/resources/bids/confirm.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { sample } from './reader/made-reading.ts';
import { busy, failing, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const runs = bid('runs', { limit_price: '$2.00', instance_quantity: 3 });

test('a machine that hangs, fails or answers no more counts as not read, never as one that does nothing', () => {
  const running = ['i-1', 'i-2', 'i-3', 'i-4'].map((fid) =>
    instance(fid, { bid: 'runs', ssh_destination: `${fid}.example` }),
  );
  const hanging = [sample([], { at: NOON, gpus: { kind: 'hangs' } })];
  const start = consoleWith({ bids: [runs], instances: running });
  const impact = (machines: Parameters<typeof withMachines>[1], fids = running) =>
    pauseImpact([runs.row], contextOf(withMachines(consoleWith({ bids: [runs], instances: fids }), machines))).sentence;
  expect(
    impact({ 'i-1': busy(), 'i-2': hanging, 'i-3': failing('timeout'), 'i-4': idleSince(NOON - MINUTE) }),
  ).toContain(', 1 of them is busy, 2 could not be read');
  expect(impact({ 'i-1': busy(97, NOON - 10 * MINUTE) })).toContain(', 1 of them could not be read');
  expect(impact({ 'i-1': hanging }, running.slice(0, 1))).toContain(', and it could not be read');
  expect(pauseImpact([runs.row], contextOf(start)).sentence).not.toContain('read');
});
