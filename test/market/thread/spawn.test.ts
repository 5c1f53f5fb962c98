import { expect, test } from 'vitest';
import { MarketFailure } from '../../../src/market/errors.ts';
import { marketInThread } from '../../../src/market/thread/client.ts';

test('a market in its own thread is ready with a random token, and ends when it is told to', async () => {
  const [one, two] = await Promise.all([marketInThread({ speed: 0 }), marketInThread({ speed: 0 })]);
  expect(one.token).not.toBe(two.token);
  expect(process.argv.join(' ') + JSON.stringify(process.env)).not.toContain(one.token);
  const headers = { Authorization: `Bearer ${one.token}` };
  const told = await fetch(`${one.origin}/v2/api-keys`, { headers });
  expect(told.status).toBe(200);
  await Promise.all([one.stop(), two.stop()]);
  expect(await one.ended).toBe(null);
  await expect(fetch(`${one.origin}/v2/api-keys`, { headers })).rejects.toThrow();
});

test('a market that can’t start in its thread tells why', async () => {
  const one = await marketInThread({ speed: 0 });
  const port = Number(new URL(one.origin).port);
  const failure = await marketInThread({ port }).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(MarketFailure);
  expect(failure).toMatchObject({ kind: 'port-taken', message: expect.stringContaining(`Port ${port}`) });
  await one.stop();
});

test('wrong options are told by name', async () => {
  const failure = await marketInThread({ speed: -1 }).catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ kind: 'options-wrong', message: expect.stringContaining('speed') });
});
