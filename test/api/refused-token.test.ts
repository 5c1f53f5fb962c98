import { expect, test } from 'vitest';
import type { RenewToken } from '../../src/api/client.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { BidFid } from '../../src/contract/fid.ts';
import { type Answering, always, connect, json, PROJECT, QUERY, serve, TOKEN } from './serving.ts';

const REFUSAL = '{"detail":"Invalid credentials"}';

/** Accepts one token for all paths but those that match, and answers with an empty list. */
const accepting =
  (token: string, refusedPath = /(?!)/): Answering =>
  (seen, response, nth) => {
    const isAccepted = seen.headers.authorization === `Bearer ${token}` && !refusedPath.test(seen.path);
    return (isAccepted ? json([]) : always(401, REFUSAL))(seen, response, nth);
  };

/** Answers what to do about a refused token, one answer after the other, and keeps what it was asked. */
function renewing(...chances: readonly Awaited<ReturnType<RenewToken>>[]) {
  const asked: string[] = [];
  const renewToken: RenewToken = async (refused) => {
    asked.push(refused);
    return chances[Math.min(asked.length, chances.length) - 1] ?? { token: null, why: null };
  };
  return { asked, renewToken };
}

test('a read that is refused goes on with the token that takes its place, and so does all that comes after', async () => {
  await using service = await serve(accepting('fkey_next'));
  const { asked, renewToken } = renewing({ token: 'fkey_next', why: null });
  const client = connect(service.url, { renewToken });
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ ok: true });
  expect(await client.list(endpoints.listApiKeys, {})).toMatchObject({ ok: true });
  expect(asked).toEqual([TOKEN]);
  expect(service.seen.map(({ headers }) => headers.authorization)).toEqual(
    [TOKEN, 'fkey_next', 'fkey_next'].map((token) => `Bearer ${token}`),
  );
});

test('one passing refusal is no refusal', async () => {
  await using service = await serve((seen, response, nth) =>
    (nth === 1 ? always(401, REFUSAL) : json([]))(seen, response, nth),
  );
  const { renewToken } = renewing({ token: TOKEN, why: null });
  expect(await connect(service.url, { renewToken }).list(endpoints.listBids, QUERY)).toMatchObject({ ok: true });
  expect(service.seen).toHaveLength(2);
});

test('a second refusal is believed, with the reason why there is no other token', async () => {
  await using service = await serve(always(401, REFUSAL));
  const { renewToken } = renewing({ token: TOKEN, why: 'The vault is locked.' }, { token: null, why: null });
  const client = connect(service.url, { renewToken });
  const refusal = { kind: 'not-signed-in', status: 401, said: 'Invalid credentials', reached: 'yes' };
  expect(await client.list(endpoints.listBids, QUERY)).toEqual({
    ok: false,
    error: { ...refusal, why: 'The vault is locked.' },
  });
  expect(await client.list(endpoints.listBids, QUERY)).toEqual({ ok: false, error: refusal });
  expect(service.seen).toHaveLength(3);
});

test('a list that the token may not read asks for no other token again and again', async () => {
  await using service = await serve(accepting(TOKEN, /api-keys/));
  const { asked, renewToken } = renewing({ token: TOKEN, why: null });
  const client = connect(service.url, { renewToken });
  for (let n = 0; n < 3; n++) {
    expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ ok: true });
    expect(await client.list(endpoints.listApiKeys, {})).toMatchObject({ error: { status: 401 } });
  }
  expect(asked).toHaveLength(1);
});

test('a change that is refused is not sent again', async () => {
  await using service = await serve(accepting('fkey_next'));
  const { asked, renewToken } = renewing({ token: 'fkey_next', why: null });
  const client = connect(service.url, { renewToken });
  const pause = { params: { bid_fid: BidFid.parse('bid_1') }, body: { paused: true } };
  expect(await client.call('updateBid', pause)).toMatchObject({ error: { status: 401, reached: 'yes' } });
  expect([service.seen.length, asked]).toEqual([1, []]);
});

test('neither token is in what was read', async () => {
  await using service = await serve((_, response, nth) => {
    if (nth === 1) response.writeHead(401).end(REFUSAL);
    else response.end(JSON.stringify({ data: [{ fid: 'bid_1', name: 'fkey_next', project: PROJECT }] }));
  });
  const { renewToken } = renewing({ token: 'fkey_next', why: null });
  const list = await connect(service.url, { renewToken }).list(endpoints.listBids, QUERY);
  expect(list.ok && [...list.value.rows.values()].map(({ raw }) => raw).join('')).not.toContain('fkey_next');
});
