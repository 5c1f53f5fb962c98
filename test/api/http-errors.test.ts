import { describe, expect, test } from 'vitest';
import { readRetryAfter } from '../../src/api/http-error.ts';
import type { ServiceError } from '../../src/api/result.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { BidFid } from '../../src/contract/fid.ts';
import { type Answering, always, connect, QUERY, serve, TOKEN } from './serving.ts';

async function refusedRead(answering: Answering): Promise<ServiceError> {
  await using service = await serve(answering);
  const answer = await connect(service.url, { pageSize: null }).list(endpoints.listBids, QUERY);
  expect(service.seen).toHaveLength(1);
  if (answer.ok) throw new Error('the list was read');
  return answer.error;
}

async function refusedWrite(answering: Answering): Promise<ServiceError> {
  await using service = await serve(answering);
  const answer = await connect(service.url).call('cancelBid', { params: { bid_fid: BidFid.parse('b') } });
  expect(service.seen).toHaveLength(1);
  if (answer.ok) throw new Error('the write was done');
  return answer.error;
}

const said = 'no';
const body = '{"detail":"no"}';

test.each<[number, ServiceError]>([
  [400, { kind: 'refused', status: 400, said, fields: [], reached: 'yes' }],
  [401, { kind: 'not-signed-in', status: 401, said, reached: 'yes' }],
  [403, { kind: 'not-signed-in', status: 403, said, reached: 'yes' }],
  [404, { kind: 'not-found', said, reached: 'yes' }],
  [409, { kind: 'conflict', said, reached: 'yes' }],
  [413, { kind: 'refused', status: 413, said, fields: [], reached: 'yes' }],
  [418, { kind: 'refused', status: 418, said, fields: [], reached: 'yes' }],
  [422, { kind: 'refused', status: 422, said, fields: [], reached: 'yes' }],
  [429, { kind: 'rate-limited', waitMs: null, said, reached: 'yes' }],
  [500, { kind: 'server-fault', status: 500, waitMs: null, said, reached: 'yes' }],
  [503, { kind: 'server-fault', status: 503, waitMs: null, said, reached: 'yes' }],
  [304, { kind: 'unreadable-answer', why: 'its status is 304', reached: 'yes' }],
])('status %i for a list gives its error', async (status, error) => {
  expect(await refusedRead(always(status, body))).toEqual(error);
});

test.each<[number, Pick<ServiceError, 'kind' | 'reached'>]>([
  [400, { kind: 'refused', reached: 'yes' }],
  [401, { kind: 'not-signed-in', reached: 'yes' }],
  [404, { kind: 'not-found', reached: 'yes' }],
  [409, { kind: 'conflict', reached: 'yes' }],
  [429, { kind: 'rate-limited', reached: 'yes' }],
  [500, { kind: 'server-fault', reached: 'maybe' }],
  [502, { kind: 'server-fault', reached: 'maybe' }],
])(
  'a write that is answered with %i is sent once, and says whether it may have been carried out',
  async (status, error) => {
    expect(await refusedWrite(always(status, body))).toMatchObject(error);
  },
);

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  test.each([
    ['30', 30_000],
    [' 1.5 ', 1500],
    ['0', 0],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['999999999', 3_600_000],
    ['Fri, 20 Nov 2099 11:00:00 GMT', 3_600_000],
    ['-5', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%j gives a wait of %j milliseconds', (value, waitMs) => {
    expect(readRetryAfter(value, now)).toBe(waitMs);
  });

  test.each([429, 503])('is read with status %i', async (status) => {
    expect(await refusedRead(always(status, '', { 'retry-after': '7' }))).toMatchObject({ waitMs: 7000, said: null });
  });
});

test.each([
  ['a detail', '{"detail":"Bad price"}', 'Bad price'],
  [
    'a list of details',
    '{"detail":[{"loc":["body","name"],"msg":"too long","type":"x"},{"loc":["query"],"msg":"bad"}]}',
    'name: too long; bad',
  ],
  ['a detail with a message', '{"detail":{"message":"Bad price","code":7}}', 'Bad price'],
  ['a message', '{"message":"Bad price"}', 'Bad price'],
  ['an error', '{"error":"Bad price"}', 'Bad price'],
  ['an error with code and message', '{"error":{"code":"bad_price","message":"Bad price"}}', 'Bad price'],
  ['an error with a code alone', '{"error":{"code":"bad_price"}}', 'bad_price'],
  ['an OAuth error', '{"error":"invalid","error_description":"Bad price"}', 'Bad price'],
  ['a list of errors', '{"errors":["Bad price",{"message":"Bad name"}]}', 'Bad price; Bad name'],
  ['a problem document', '{"type":"about:blank","title":"Bad price","status":400}', 'Bad price'],
  ['a JSON string', '"Bad price"', 'Bad price'],
  ['an unknown shape', '{"oops":[1]}', '{"oops":[1]}'],
  ['plain text', 'Bad\r\n\tprice\u001b[31m', 'Bad price�[31m'],
  [
    'a page with a title',
    '<html><head><title>502 Bad &amp; Gateway</title></head><body><h1>x</h1></body></html>',
    '502 Bad & Gateway',
  ],
  ['a page with a heading', '<!DOCTYPE html><body><h1 class="a">Bad <b>Gateway</b></h1></body>', 'Bad Gateway'],
  ['a page without either', '<div>secret layout</div>', null],
  ['an XML error', '<?xml version="1.0"?><Error><Code>X</Code><Message>Denied</Message></Error>', 'Denied'],
  ['an empty object', '{}', null],
  ['null', 'null', null],
  ['a number', '17', null],
  ['blanks', ' \n ', null],
  ['nothing', '', null],
])('the message of the service is read from %s', async (_, text, expected) => {
  expect(await refusedRead(always(400, text))).toMatchObject({ kind: 'refused', said: expected });
});

test.each([
  [
    'body',
    '{"detail":[{"loc":["body","launch_specification","volumes",0],"msg":"unknown","type":"x"}]}',
    [{ path: ['launch_specification', 'volumes', 0], message: 'unknown' }],
  ],
  ['query', '{"detail":[{"loc":["query","limit"],"msg":"too large"}]}', [{ path: ['limit'], message: 'too large' }]],
  ['path', '{"detail":[{"loc":["path","bid_fid"],"msg":"odd"}]}', [{ path: ['bid_fid'], message: 'odd' }]],
  ['no side', '{"detail":[{"loc":["name"],"msg":"odd"}]}', [{ path: ['name'], message: 'odd' }]],
  ['errors by field', '{"errors":[{"field":"name","message":"odd"}]}', [{ path: ['name'], message: 'odd' }]],
  [
    'details of an error',
    '{"error":{"message":"no","details":[{"field":"a.b","message":"odd"}]}}',
    [{ path: ['a', 'b'], message: 'odd' }],
  ],
  ['something else', '{"detail":[{"loc":{"a":1},"msg":"odd"},5,null]}', []],
])('fields of an error are read from %s', async (_, text, fields) => {
  expect(await refusedRead(always(422, text))).toMatchObject({ kind: 'refused', fields });
});

test('a long message is cut', async () => {
  const error = await refusedRead(always(400, JSON.stringify({ detail: 'x'.repeat(100_000) })));
  expect(error).toMatchObject({ said: `${'x'.repeat(297)}...` });
});

test('a token that the service repeats is hidden on the screen, also half of it', async () => {
  const detail = `${'x'.repeat(290)}${TOKEN} ${TOKEN}`;
  const text = JSON.stringify({ detail: [{ loc: ['body', 'name'], msg: detail }] });
  const error = await refusedRead(always(422, text));
  expect(JSON.stringify(error)).not.toContain(TOKEN.slice(0, 8));
  const plain = await refusedRead(always(401, `wrong token ${TOKEN}`));
  expect(plain).toMatchObject({ said: 'wrong token …' });
});

test('an endless error is not read to its end', async () => {
  const error = await refusedRead((_, response) => {
    response.writeHead(500, { 'content-type': 'text/plain' });
    response.write('Out of order. ');
    const more = (): void => {
      while (response.write(' '.repeat(65_536)) && !response.destroyed);
    };
    response.on('drain', more);
    more();
  });
  expect(error).toMatchObject({ kind: 'server-fault', said: 'Out of order.' });
});
