import { expect, onTestFinished, test } from 'vitest';
import { auctions } from '../../../src/features/extras/auctions.ts';
import { quotas } from '../../../src/features/extras/quotas.ts';
import { MINUTE_MS } from '../../../src/lib/duration.ts';
import { frozen } from '../../../src/store/transitions.ts';
import { newPath } from '../../journal/snapshots.ts';
import { bid, instance } from '../../store/made.ts';
import { watchingFrom } from './watching.ts';

const SECOND = 1000;
const EITHER = 'outbid or no room';

/** A bid for 4 at $2.50 that has waited for half a minute. */
async function waiting(status = 'Open') {
  const console = watchingFrom(newPath());
  onTestFinished(() => console.end());
  await console.poll(0, [bid('a')], []);
  await console.poll(5 * SECOND, [bid('a', { status })], []);
  await console.poll(30 * SECOND, [bid('a', { status })], []);
  expect(console.short('a')).toBe(EITHER);
  return { ...console, again: (ms: number) => console.poll(ms, [bid('a', { status })], []) };
}

const auction = (price: string, capacity: number, more: object = {}) => [
  {
    fid: 'auction_1',
    instance_type: '8xh100',
    region: 'eu-n1',
    capacity,
    last_instance_price: price,
    lowest_allocated_price: null,
    ...more,
  },
];

test('a price of the service above the limit makes outbid certain, with both numbers and a price that may win', async () => {
  const console = await waiting();
  await console.serviceSays(SECOND, auctions, auction('$2.60', 0));
  expect(console.why('a')).toMatch(
    /^Outbid since \d\d:\d\d: the price is \$2\.60 now \(service\), its limit \$2\.50\.$/,
  );
  expect(console.short('a')).toBe('outbid');
  expect(console.explained('a')).toMatchObject({
    certainty: 'certain',
    help: 'A limit price of $2.60 or more may win.',
  });
});

test.each([
  ['at the limit', '$2.50'],
  ['below it', '$1.00'],
])('with a price %s and too little free, capacity is certain, with the numbers', async (_, price) => {
  const console = await waiting();
  await console.serviceSays(SECOND, auctions, auction(price, 3));
  expect(console.why('a')).toMatch(
    `: 3 of the 4 instances it wants are free, and the price of ${price} is not above its $2.50 (service).`,
  );
  expect(console.short('a')).toBe('no room');
  expect(console.explained('a')?.certainty).toBe('certain');
});

test('a bid being preempted is outbid, or without room, by the numbers of the service', async () => {
  const console = await waiting('Preempting');
  await console.serviceSays(SECOND, auctions, auction('$2.60', 9));
  expect(console.why('a')).toMatch(/, outbid: the price is \$2\.60 now \(service\), its limit \$2\.50\.$/);
  await console.serviceSays(20 * SECOND, auctions, auction('$2.40', 0));
  expect(console.why('a')).toMatch(/^Being preempted since \d\d:\d\d for capacity: 0 of the 4 instances/);
});

test.each([
  ['enough is free at a price below the limit', auction('$2.00', 4)],
  ['the price is of another type', auction('$9.00', 0, { instance_type: '4xa100' })],
  ['the price is in another region', auction('$9.00', 0, { region: 'us-1' })],
  ['the price is in another currency', auction('€9.00', 0)],
])('when %s, both causes stay possible', async (_, answer) => {
  const console = await waiting();
  await console.serviceSays(SECOND, auctions, answer);
  expect(console.short('a')).toBe(EITHER);
});

test('a price from before the bid was preempted explains nothing, and what it held itself is not taken for what is free', async () => {
  const console = watchingFrom(newPath());
  onTestFinished(() => console.end());
  await console.poll(0, [bid('a')], [instance('a-0', { bid: 'a' })]);
  await console.serviceSays(SECOND, auctions, auction('$2.60', 0));
  await console.poll(5 * SECOND, [bid('a', { status: 'Open' })], []);
  expect(console.short('a')).toBe(EITHER);
  await console.serviceSays(SECOND, auctions, auction('$2.40', 0));
  expect(console.short('a')).toBe(EITHER);
  await console.serviceSays(30 * SECOND, auctions, auction('$2.40', 0));
  expect(console.short('a')).toBe('no room');
});

test('after 90 seconds without an answer the price is not that of now, and both causes are possible again', async () => {
  const console = await waiting();
  await console.serviceSays(SECOND, auctions, auction('$2.60', 0));
  await console.again(60 * SECOND);
  expect(console.short('a')).toBe('outbid');
  await console.again(31 * SECOND);
  expect(console.short('a')).toBe(EITHER);
});

const quota = (used: number, total: number, more: object = {}) => [
  {
    instance_type: '8xh100',
    product_type: null,
    used_quantity: used,
    total_quantity: total,
    units: 'GPUs',
    name: null,
    ...more,
  },
];

test('a quota that is used up is the reason when price and capacity are not', async () => {
  const console = await waiting();
  await console.serviceSays(SECOND, auctions, auction('$2.40', 9));
  await console.serviceSays(SECOND, quotas, quota(32, 32));
  expect(console.why('a')).toMatch(
    /^The quota is used up since \d\d:\d\d: the project holds 32 of 32 GPUs of this type \(service\)\.$/,
  );
  expect(console.short('a')).toBe('quota');
  await console.again(16 * MINUTE_MS);
  expect(console.short('a')).toBe(EITHER);
});

test.each([
  ['has room', quota(8, 32), EITHER],
  ['is of another type', quota(32, 32, { instance_type: '4xa100' }), EITHER],
  ['is of another product', quota(32, 32, { instance_type: null }), EITHER],
  ['has room for fewer GPUs than instances are wanted', quota(30, 32), EITHER],
  ['has room for fewer instances than are wanted', quota(30, 32, { units: 'instances' }), 'quota'],
])('a quota that %s', async (_, answer, short) => {
  const console = await waiting();
  await console.serviceSays(SECOND, quotas, answer);
  expect(console.short('a')).toBe(short);
});

test('a frozen screen keeps the reason that it had', async () => {
  const console = await waiting();
  await console.serviceSays(SECOND, auctions, auction('$2.60', 0));
  console.change(frozen);
  await console.serviceSays(30 * SECOND, auctions, auction('$2.00', 9));
  expect(console.short('a')).toBe('outbid');
});
