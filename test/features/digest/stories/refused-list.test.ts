import { expect, test } from 'vitest';
import { NAMED, refusing } from '../../../stories/altered.ts';

test('a token that may not list API keys takes nothing else out of the digest, and does not make it fail', async () => {
  const { run } = await refusing(/api-keys/);
  const ran = await run(['digest']);
  expect(ran.out).toContain('Out now: 3 bids');
  expect(ran.err.match(NAMED)).toHaveLength(1);
  expect(ran.code).toBe(0);
});

test('without the list of bids the digest says so and ends as any command that the service refuses', async () => {
  const { run } = await refusing(/spot\/bids/);
  expect((await run(['digest'])).code).toBe(3);
});
