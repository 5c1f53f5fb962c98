import { describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { proxiedFetch, proxyAddress, proxyFault, proxyFor } from '../../src/system/proxy.ts';
import { connect, json, PROJECT, QUERY, serve, TOKEN } from '../api/serving.ts';
import { openProxy } from '../driver/loopback.ts';
import { selfSigned } from '../faults/self-signed.ts';

const SECURE = 'https://compute.invalid';
const PLAIN = 'http://compute.invalid:8080';
const proxy = 'http://proxy.lan:3128';

/** The proxy of an address, as it is shown. */
function shown(address: string, environment: Readonly<Record<string, string>>): string | null {
  const found = proxyFor(new URL(address), environment);
  return found === null ? null : `${proxyAddress(found)} by ${found.variable}`;
}

describe('the proxy of an address', () => {
  test.each([
    [SECURE, { HTTPS_PROXY: proxy }, `${proxy} by HTTPS_PROXY`],
    [SECURE, { HTTPS_PROXY: 'http://other:1', https_proxy: proxy }, `${proxy} by https_proxy`],
    [SECURE, { HTTP_PROXY: proxy }, `${proxy} by HTTP_PROXY`],
    [PLAIN, { HTTP_PROXY: proxy }, `${proxy} by HTTP_PROXY`],
    [PLAIN, { HTTPS_PROXY: proxy }, null],
    [SECURE, { HTTPS_PROXY: 'proxy.lan:3128' }, `${proxy} by HTTPS_PROXY`],
    [SECURE, { HTTPS_PROXY: 'https://me:s3cret@proxy.lan' }, 'https://proxy.lan by HTTPS_PROXY'],
    [SECURE, { HTTPS_PROXY: ' ' }, null],
    [SECURE, { HTTPS_PROXY: 'socks5://proxy.lan' }, null],
    ['http://127.0.0.1:9', { HTTP_PROXY: proxy }, null],
    ['http://127.4.5.6', { HTTP_PROXY: proxy }, null],
    ['https://[::1]:9', { HTTPS_PROXY: proxy }, null],
    ['https://localhost', { HTTPS_PROXY: proxy }, null],
  ])('%s with %j is %s', (address, environment, expected) => {
    expect(shown(address, environment)).toBe(expected);
  });

  test.each([
    ['*', false],
    ['compute.invalid', false],
    ['COMPUTE.invalid', false],
    ['invalid', false],
    ['.invalid', false],
    ['*.invalid', false],
    ['a.example, compute.invalid:8080', false],
    ['compute.invalid:80', true],
    ['pute.invalid', true],
    ['compute.invalid.example', true],
    ['', true],
  ])('is left out where NO_PROXY is "%s": %s', (excepted, isUsed) => {
    expect(shown(PLAIN, { HTTP_PROXY: proxy, NO_PROXY: excepted }) !== null).toBe(isUsed);
  });

  test('is left out by no_proxy before NO_PROXY', () => {
    const both = { HTTP_PROXY: proxy, NO_PROXY: '*', no_proxy: 'other.example' };
    expect(shown(PLAIN, both)).toBe(`${proxy} by HTTP_PROXY`);
  });

  test('that is none of http or https is named without its value', () => {
    expect(proxyFault({ HTTPS_PROXY: proxy })).toBeNull();
    const fault = proxyFault({ HTTPS_PROXY: 'socks5://me:s3cret@proxy.lan' });
    expect(fault).toMatch(/^HTTPS_PROXY names no http or https proxy/);
    expect(fault).not.toContain('s3cret');
  });
});

const portOf = (address: string): number => Number(new URL(address).port);

test('a service whose name only the proxy knows is reached through it', async () => {
  await using service = await serve(json([]));
  const { address, asked } = await openProxy(portOf(service.url));
  const environment = { HTTP_PROXY: address.replace('//', '//me:p%40ss@') };
  const client = connect(PLAIN, { allowPlainHttp: true }, { fetch: proxiedFetch(environment) });
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ ok: true });
  expect(asked.map(({ to }) => to)).toEqual(['compute.invalid:8080']);
  expect(asked[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('me:p@ss')}`);
  expect(service.seen[0]).toMatchObject({ path: '/v2/spot/bids', headers: { authorization: `Bearer ${TOKEN}` } });
  const direct = connect(PLAIN, { allowPlainHttp: true }, { fetch: proxiedFetch({ ...environment, NO_PROXY: '*' }) });
  expect(await direct.list(endpoints.listBids, QUERY)).toMatchObject({ error: { why: 'name-unknown' } });
});

test('https is encrypted to the service, whose certificate is checked, not to the proxy', async () => {
  const service = await selfSigned();
  const { address, asked } = await openProxy(portOf(service.origin));
  const client = connect(SECURE, {}, { fetch: proxiedFetch({ HTTPS_PROXY: address }) });
  expect(await client.list(endpoints.listBids, QUERY)).toMatchObject({ error: { why: 'certificate-authority' } });
  expect(asked.map(({ to }) => to)).toEqual(['compute.invalid:443']);
  await service.close();
});

test.each([
  ['refuses', 407, 'proxy-refused'],
  ['is not there', null, 'refused'],
] as const)('a change through a proxy that %s was not sent', async (_, status, why) => {
  const address = status === null ? 'http://127.0.0.1:1023' : (await openProxy(1, status)).address;
  const named = { address, variable: 'HTTPS_PROXY' };
  const client = connect(SECURE, {}, { fetch: proxiedFetch({ HTTPS_PROXY: address }), proxyFor: () => named });
  const key = { body: { project: PROJECT, name: 'laptop', public_key: null } };
  expect(await client.call('createSshKey', key)).toEqual({
    ok: false,
    error: { kind: 'unreachable', why, where: 'compute.invalid', proxy: named, reached: 'no' },
  });
});
