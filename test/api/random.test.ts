import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorMessage } from '../../src/api/error-messages.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { BidFid } from '../../src/contract/fid.ts';
import { connect, QUERY, serve, TOKEN } from './serving.ts';

const status = fc.oneof(
  fc.integer({ min: 200, max: 599 }),
  fc.constantFrom(200, 201, 204, 304, 307, 401, 422, 429, 503),
  fc.integer({ min: 600, max: 999 }),
);
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.record({ data: fc.anything(), next_cursor: fc.anything() }).map((page) => safeJson(page)),
  fc.record({ detail: fc.array(fc.record({ loc: fc.anything(), msg: fc.anything() })) }).map((page) => safeJson(page)),
  fc.constantFrom(
    '{"__proto__":{"fid":"x"}}',
    '[{"__proto__":{"fid":"x"}}]',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    `<html><title>${TOKEN}`,
    TOKEN,
  ),
);
const header = fc.constantFrom(
  'text/html',
  'application/json',
  'application/json; charset=latin1',
  'multipart/form-data',
  'nonsense',
);

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

test('for any answer, reads and writes end with a value or an error that has a message and no token', async () => {
  let next = { status: 200, body: '', type: '' };
  await using service = await serve((_, response) => {
    response.writeHead(next.status, {
      'content-type': next.type,
      'retry-after': next.body.length % 2 === 0 ? '1' : 'x',
    });
    response.end(next.status === 204 || next.status === 304 ? undefined : next.body);
  });
  const client = connect(service.url, { maxPages: 3 });
  await fc.assert(
    fc.asyncProperty(status, body, header, async (code, text, type) => {
      next = { status: code, body: text, type };
      const answers = [
        await client.list(endpoints.listBids, QUERY),
        await client.list(endpoints.listApiKeys, {}),
        await client.call('updateBid', { params: { bid_fid: BidFid.parse('b') }, body: {} }),
        await client.call('cancelBid', { params: { bid_fid: BidFid.parse('b') } }),
      ];
      for (const answer of answers) {
        if (answer.ok) continue;
        const { what, hint } = errorMessage(answer.error);
        expect(`${what} ${hint}`).not.toContain(TOKEN);
        expect(what).toMatch(/^\P{Cc}+[.!?…]$/u);
      }
    }),
    { numRuns: 150 },
  );
});

test('for any input, nothing is thrown and the path stays below the operation', async () => {
  await using service = await serve((_, response) => void response.writeHead(204).end());
  const client = connect(service.url);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (fid) => {
      const before = service.seen.length;
      await client.call('cancelBid', { params: { bid_fid: BidFid.parse(fid) } });
      for (const { path } of service.seen.slice(before)) expect(path).toMatch(/^\/v2\/spot\/bids\/[^/]+$/);
    }),
    { numRuns: 200 },
  );
});
