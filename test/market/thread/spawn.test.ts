import { expect, test } from 'vitest';
import { MarketFailure } from '../../../src/market/errors.ts';
import { marketInThread } from '../../../src/market/thread/client.ts';

test('a market in its own thread is ready with a random token, and ends on request', async () => {
  const [runningMarketThread, two] = await Promise.all([marketInThread({ speed: 0 }), marketInThread({ speed: 0 })]);
  expect(runningMarketThread.token).not.toBe(two.token);
  expect(process.argv.join(' ') + JSON.stringify(process.env)).not.toContain(runningMarketThread.token);
  const headers = { Authorization: `Bearer ${runningMarketThread.token}` };
  const told = await fetch(`${runningMarketThread.origin}/v2/api-keys`, { headers });
  expect(told.status).toBe(200);
  await Promise.all([runningMarketThread.stop(), two.stop()]);
  expect(await runningMarketThread.ended).toBe(null);
  await expect(fetch(`${runningMarketThread.origin}/v2/api-keys`, { headers })).rejects.toThrow();
});

test('a market that can’t start in its thread gives the reason', async () => {
  const runningMarketThread = await marketInThread({ speed: 0 });
  const port = Number(new URL(runningMarketThread.origin).port);
  const failure = await marketInThread({ port }).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(MarketFailure);
  expect(failure).toMatchObject({ kind: 'port-taken', message: expect.stringContaining(`Port ${port}`) });
  await runningMarketThread.stop();
});

test('invalid options are named', async () => {
  const failure = await marketInThread({ speed: -1 }).catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ kind: 'options-wrong', message: expect.stringContaining('speed') });
});
