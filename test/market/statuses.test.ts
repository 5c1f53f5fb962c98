import { expect, test } from 'vitest';
import { BidRecord, InstanceRecord } from '../../src/market/engine/model.ts';

/** The statuses that public clients of a known service show. */
const OF_BIDS = ['Open', 'Allocated', 'Preempting', 'Paused', 'Terminated', 'Relocating'];
const OF_INSTANCES = [
  ...['NEW', 'CONFIRMED', 'SCHEDULED', 'INITIALIZING', 'STARTING', 'RUNNING', 'STOPPING', 'STOPPED', 'TERMINATED'],
  ...['RELOCATING', 'PREEMPTING', 'PREEMPTED', 'REPLACED', 'PAUSED', 'ERROR'],
].map((word) => `STATUS_${word}`);

test('the embedded market has no status that a known service does not have', () => {
  expect(BidRecord.shape.status.options.filter((status) => !OF_BIDS.includes(status))).toEqual([]);
  expect(InstanceRecord.shape.status.options.filter((status) => !OF_INSTANCES.includes(status))).toEqual([]);
});
