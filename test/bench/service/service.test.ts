import { expect, onTestFinished, test } from 'vitest';
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
  expect(await service.requests()).toBe(10);
});

test('control counts the requests, without its own', async () => {
  const service = await start({});
  await fetch(`${service.address}/v2/spot/bids`);
  await service.ages('bids', ['train-00000']);
  await fetch(`${service.address}/v2/volumes`);
  expect(await service.requests()).toBe(2);
});

test('the age of a row counts from the last answer that contained it', async () => {
  const service = await start({});
  const from = Date.now();
  await (await fetch(`${service.address}/v2/spot/bids?status=Allocated`)).text();
  const [live = 0, ended = 0] = await service.ages('bids', ['train-00019', 'train-00020']);
  expect(live).toBeLessThanOrEqual(Date.now() - from);
  expect(ended).toBeGreaterThan(Date.now() - from);
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
