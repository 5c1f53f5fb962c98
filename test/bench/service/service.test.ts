import { expect, onTestFinished, test } from 'vitest';
import { makeFleet, preemptingNames } from './fleet.ts';
import { type BenchConditions, startService } from './start.ts';

async function start(conditions: BenchConditions) {
  const service = await startService({ bids: 200, liveBids: 20, instances: 400 }, conditions);
  onTestFinished(service.close);
  return service;
}

test('each answer begins a round trip after its request, two with a new connection', async () => {
  const { address } = await start({ latency: 200 });
  const ask = async (): Promise<number> => {
    const began = performance.now();
    await (await fetch(`${address}/v2/spot/bids?limit=1`)).text();
    return performance.now() - began;
  };
  expect(await ask()).toBeGreaterThanOrEqual(399);
  expect(await ask()).toBeGreaterThanOrEqual(199);
});

test('any number of requests can be on their way at once', async () => {
  const service = await start({ latency: 500 });
  await Promise.race(Array.from({ length: 10 }, () => fetch(`${service.address}/v2/spot/bids?limit=1`)));
  expect(await service.requests()).toHaveLength(10);
});

test('control counts the requests, without its own', async () => {
  const service = await start({});
  await fetch(`${service.address}/v2/spot/bids`);
  await service.ages('bids', ['train-00000']);
  await fetch(`${service.address}/v2/volumes`);
  expect(await service.requests()).toHaveLength(2);
});

test('the age of a row counts from the last answer that contained it', async () => {
  const service = await start({});
  const from = Date.now();
  await (await fetch(`${service.address}/v2/spot/bids?status=Allocated`)).text();
  const [live, ended] = await service.ages('bids', ['train-00019', 'train-00020']);
  expect(live).toBeLessThanOrEqual(Date.now() - from);
  expect(ended).toBeNull();
  await service.forget();
  expect(await service.ages('bids', ['train-00019'])).toEqual([null]);
});

test('a change is in the next answer, and a row that is not there can not be changed', async () => {
  const service = await start({});
  await service.change('instances', 'train-00003-01', 'status', 'STATUS_PREEMPTING');
  const text = await (await fetch(`${service.address}/v2/instances?limit=100`)).text();
  expect(text.match(/STATUS_PREEMPTING/g)).toHaveLength(1);
  await expect(service.change('instances', 'train-99999-01', 'status', 'STATUS_RUNNING')).rejects.toThrow(
    'The service has no row train-99999-01.',
  );
});

test('each whole read of a list changes some rows', async () => {
  const { address } = await start({ changes: 5 });
  const read = async (query: string): Promise<string> => (await fetch(`${address}/v2/instances${query}`)).text();
  const first = await read('');
  expect(await read('?limit=100')).not.toBe(first);
});

test('a change knows when it was first delivered', async () => {
  const service = await start({});
  const changedAt = await service.change('bids', 'train-00150', 'limit_price', '$7.77');
  expect(await service.delivered('bids', 'train-00150')).toBeNull();
  await (await fetch(`${service.address}/v2/spot/bids?limit=100&status=Terminated&sort_by=created_at`)).text();
  expect(await service.delivered('bids', 'train-00150')).toBeGreaterThanOrEqual(changedAt);
});

test('every fifth request can be refused, with a time to wait', async () => {
  const { address, refuse } = await start({});
  await refuse(5, 1);
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${address}/v2/instances`)));
  expect(answers.filter(({ status }) => status === 429).map(({ headers }) => headers.get('retry-after'))).toEqual([
    '1',
    '1',
  ]);
});

test('bids that are being preempted are spread over the live ones, and so are all their instances', async () => {
  const size = { bids: 200, liveBids: 100, instances: 400, preemptingBids: 7 };
  const { bids, instances } = makeFleet(size);
  const preempting = bids.filter(({ status }) => status === 'Preempting').map(({ name }) => name);
  expect(preempting).toHaveLength(7);
  expect(preemptingNames(size)).toEqual({
    bids: preempting,
    instances: instances.filter(({ status }) => status === 'STATUS_PREEMPTING').map(({ name }) => name),
  });
  expect(preemptingNames(size).instances).toHaveLength(14);
});
