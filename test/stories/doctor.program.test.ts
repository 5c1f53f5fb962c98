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
    OPENSSL_CONF: '/dev/null',
  });
  expect(code).toBe(0);
  expect(out).toMatch(/^warning +certificates +not checked: NODE_TLS_REJECT_UNAUTHORIZED is 0/m);
  expect(out).toMatch(/^warning +node options +NODE_OPTIONS has --no-deprecation --title: Node does that/m);
  expect(out).toMatch(/^warning +loaded code +OPENSSL_CONF: Node or the system loads code or writes files for it/m);
  // This machine is reached without it.
  expect(out).not.toMatch(/^\w+ +proxy/m);
  expect(out).not.toMatch(/p@ss|word|hidden/);
});
