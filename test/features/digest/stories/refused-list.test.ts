import { expect, test } from 'vitest';
import { NAMED, refusing } from '../../../stories/refusing.ts';

test('a token that may not read one list does not take the bids out of the digest', async () => {
  const { run } = await refusing(/api-keys/);
  const ran = await run(['digest']);
  expect(ran.out).toContain('Out now: 3 bids');
  expect(ran.err.match(NAMED)).toHaveLength(1);
  expect(ran.code).toBe(1);
});
