import { expect, test } from 'vitest';
import { openScript } from './script.ts';

test('doctor warns of variables that change how Node connects, without their secrets', async () => {
  const { run } = await openScript();
  expect((await run(['doctor'])).out).toMatch(/^ok +environment +nothing in it changes how Node connects$/m);
  const { code, out } = await run(['doctor'], {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_OPTIONS: '--no-deprecation --title=hidden',
    https_proxy: 'http://me:p@ss/word@proxy.lan:3128',
    NO_PROXY: 'localhost',
  });
  expect(code).toBe(0);
  expect(out).toMatch(/^warning +certificates +not checked: NODE_TLS_REJECT_UNAUTHORIZED is 0/m);
  expect(out).toMatch(/^warning +node options +NODE_OPTIONS has --no-deprecation --title: Node does that/m);
  expect(out).toMatch(/^warning +proxy +not used: https_proxy=http:\/\/proxy\.lan:3128 NO_PROXY=localhost$/m);
  expect(out).not.toMatch(/p@ss|word|hidden/);
});

test('doctor reports a proxy that requests go through', async () => {
  const { run } = await openScript();
  const proxied = { HTTP_PROXY: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' };
  const { code, out } = await run(['doctor'], proxied);
  expect(out).toMatch(/^warning +proxy +requests go through it: HTTP_PROXY=http:\/\/127\.0\.0\.1:9$/m);
  // They do: nobody is at that address.
  expect(code).toBe(1);
  expect((await run(['doctor'], { ...proxied, no_proxy: '127.0.0.1' })).code).toBe(0);
});
