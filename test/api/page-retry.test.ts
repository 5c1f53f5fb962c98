import { describe, expect, test } from 'vitest';
import type { Permit } from '../../src/api/list-pages.ts';
import type { ServiceError } from '../../src/api/result.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { type Answering, connect, QUERY, serve } from './serving.ts';

/** A list of 50 pages with a row each, of which some requests are answered in another way. */
const fiftyPages = (other: (nth: number) => Answering | null): Answering => {
  return (seen, response, nth) => {
    const instead = other(nth);
    if (instead !== null) return instead(seen, response, nth);
    const at = Number(seen.query.get('next_cursor') ?? 0);
    response.end(JSON.stringify({ data: [{ fid: `b${at}` }], next_cursor: at === 49 ? null : String(at + 1) }));
  };
};

const slowDown: Answering = (_, response) => {
  response.writeHead(429, { 'retry-after': '2' }).end('{"detail":"Slow down"}');
};
const cutOff: Answering = (_, response) => {
  response.destroy();
};
const everyFifth = (answering: Answering) => fiftyPages((nth) => (nth % 5 === 0 ? answering : null));

/** Says what was asked of it, and answers as it is told. */
function asking(again: (attempt: number) => boolean) {
  const asked: { readonly error: ServiceError; readonly attempt: number }[] = [];
  const retry = async (error: ServiceError, attempt: number): Promise<boolean> => {
    asked.push({ error, attempt });
    return again(attempt);
  };
  return { asked, retry };
}

describe('a page that got no answer of its own is requested again when the caller says so', () => {
  test.each([
    ['429', slowDown, { kind: 'rate-limited', waitMs: 2000 }],
    ['a connection that breaks off', cutOff, { kind: 'unreachable', why: 'reset' }],
  ])('so that a list of 50 pages is complete though every fifth request gets %s', async (_, answering, error) => {
    await using service = await serve(everyFifth(answering));
    const { asked, retry } = asking(() => true);
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { retry });
    expect(list).toMatchObject({ ok: true, value: { pages: 50, warnings: [] } });
    expect(list.ok && [...list.value.rows.keys()]).toEqual(Array.from({ length: 50 }, (_, n) => `b${n}`));
    expect(service.seen).toHaveLength(62);
    expect(asked).toHaveLength(12);
    for (const one of asked) expect(one).toMatchObject({ attempt: 1, error });
  });

  test('and without it, or when it says no, the error is that of the whole list', async () => {
    await using service = await serve(everyFifth(slowDown));
    expect(await connect(service.url).list(endpoints.listBids, QUERY)).toMatchObject({
      ok: false,
      error: { kind: 'rate-limited' },
    });
    expect(service.seen).toHaveLength(5);
  });

  test('which is asked after each attempt at a page, counted from 1 for each page', async () => {
    // Pages 3 and 7, three times each; then page 9 for good.
    const fails = new Set([3, 4, 9, 10]);
    await using service = await serve(fiftyPages((nth) => (fails.has(nth) || nth > 12 ? slowDown : null)));
    const { asked, retry } = asking((attempt) => attempt < 3);
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { retry });
    expect(list).toMatchObject({ ok: false, error: { kind: 'rate-limited' } });
    expect(asked.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 2, 1, 2, 3]);
    expect(service.seen).toHaveLength(15);
  });

  test.each<[string, Answering]>([
    ['a fault of the service', (_, response) => response.writeHead(503, { 'retry-after': '1' }).end()],
    ['a refused token', (_, response) => response.writeHead(401).end()],
    ['a page that is no page', (_, response) => response.end('{}')],
    [
      'an answer that broke off after it began',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"data":[', () => response.destroy());
      },
    ],
  ])('but not for %s', async (_, answering) => {
    await using service = await serve(everyFifth(answering));
    const { asked, retry } = asking(() => true);
    expect(await connect(service.url).list(endpoints.listBids, QUERY, { retry })).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
    expect(service.seen).toHaveLength(5);
  });

  test('also without the page size that the service rejected', async () => {
    await using service = await serve(
      fiftyPages((nth) =>
        nth === 1 ? (_, response) => response.writeHead(422).end('{}') : nth === 2 ? slowDown : null,
      ),
    );
    const { retry } = asking(() => true);
    const list = await connect(service.url).list(endpoints.listBids, QUERY, { retry });
    expect(list).toMatchObject({ ok: true, value: { pages: 50 } });
    expect(service.seen.map(({ query }) => query.get('limit')).slice(0, 4)).toEqual(['100', null, null, null]);
  });

  test('and never a change', async () => {
    await using service = await serve(slowDown);
    const write = { params: { bid_fid: endpoints.updateBid.params.shape.bid_fid.parse('b') }, body: { paused: true } };
    expect(await connect(service.url).call('updateBid', write)).toMatchObject({ error: { kind: 'rate-limited' } });
    expect(service.seen).toHaveLength(1);
  });
});

test('of a service that answers nothing no page is requested again: the lists end with its error', async () => {
  let isAway = true;
  await using service = await serve((seen, response, nth) =>
    (isAway ? cutOff : fiftyPages(() => null))(seen, response, nth),
  );
  const client = connect(service.url);
  const { asked, retry } = asking(() => true);
  const list = () => client.list(endpoints.listBids, QUERY, { retry });
  expect(await Promise.all([list(), list(), list()])).toMatchObject(Array.from({ length: 3 }, () => ({ ok: false })));
  expect(asked).toHaveLength(5);
  expect(service.seen).toHaveLength(8);
  expect(await list()).toMatchObject({ ok: false });
  expect(service.seen).toHaveLength(9);
  // Once it answers again, a request that fails is one of its own.
  isAway = false;
  expect(await list()).toMatchObject({ ok: true });
  isAway = true;
  await list();
  expect(asked.length).toBeGreaterThan(5);
});

test('while a page waits to be requested again its permit is free, and the repeated request has one of its own', async () => {
  await using service = await serve(fiftyPages((nth) => (nth === 2 ? slowDown : null)));
  const log: string[] = [];
  const permit: Permit = async () => {
    log.push('permitted');
    return () => void log.push('done');
  };
  await connect(service.url, { maxPages: 2 }).list(endpoints.listBids, QUERY, {
    permit,
    pageBegins: () => void log.push('sent'),
    retry: async () => {
      log.push('waits');
      return true;
    },
  });
  const request = ['permitted', 'sent', 'done'];
  expect(log).toEqual([...request, ...request, 'waits', ...request]);
});

test('the rows of a page are told after its own request began', async () => {
  await using service = await serve(fiftyPages(() => null));
  const log: string[] = [];
  await connect(service.url, { maxPages: 3 }).list(endpoints.listBids, QUERY, {
    pageBegins: () => void log.push('begins'),
    onPage: ({ pages }) => void log.push(`page ${pages}`),
  });
  expect(log).toEqual(['begins', 'page 1', 'begins', 'page 2', 'begins']);
});
