import { expect, test } from 'vitest';
import { openProxy } from '../driver/loopback.ts';
import { refusing } from './altered.ts';

test('a service whose name only the proxy knows is read through it, as doctor says without its password', async () => {
  // The market answers to its own name alone.
  const { run, wire } = await refusing(/(?!)/);
  const { address, asked } = await openProxy(Number(new URL(wire.origin).port));
  const env = {
    HTTP_PROXY: address.replace('//', '//me:s3cret@'),
    SPOTDECK_BASE_URL: 'http://compute.invalid',
    SPOTDECK_ALLOW_PLAIN_HTTP: 'true',
  };
  expect(await run(['get', 'bids', 'render', '--columns', 'name'], env)).toMatchObject({ code: 0, err: '' });
  expect(asked[0]?.to).toBe('compute.invalid:80');
  const { code, out } = await run(['doctor'], env);
  expect(code).toBe(0);
  expect(out).toContain(`requests go through ${address} (HTTP_PROXY)`);
  expect(out).toMatch(/^ok +name +compute\.invalid is looked up by the proxy/m);
  expect(out).not.toContain('s3cret');
  const direct = await run(['get', 'bids'], { ...env, NO_PROXY: 'invalid' });
  expect(direct).toMatchObject({
    code: 4,
    err: expect.stringMatching(/^The name in compute\.invalid could not be found\./),
  });
  const nowhere = await run(['get', 'bids'], { ...env, HTTP_PROXY: 'http://me:s3cret@127.0.0.1:1023' });
  expect(nowhere).toEqual({
    code: 4,
    out: '',
    err: 'The proxy http://127.0.0.1:1023 refused the connection.\nCheck HTTP_PROXY, or name compute.invalid in NO_PROXY to go without it.\n',
  });
  // Node itself would go through the proxy then, to this machine too.
  for (const own of [env, { HTTP_PROXY: 'http://127.0.0.1:1023' }]) {
    const checked = await run(['doctor'], { ...own, NODE_USE_ENV_PROXY: '1' });
    expect(checked).toMatchObject({ code: 0, out: expect.not.stringMatching(/^failure/m) });
    expect(checked.out).toMatch(/14 rows/);
  }
  for (const more of [{}, { NODE_USE_ENV_PROXY: '1' }])
    expect((await run(['get', 'bids'], { HTTP_PROXY: 'http://127.0.0.1:1023', ...more })).code).toBe(0);
});
