import { expect, test } from 'vitest';
import { readSettings } from '../../src/config/resolve.ts';
import { serviceAddress, withoutPasswords } from '../../src/lib/addresses.ts';
import { refusal, settingsIn } from './config-text.ts';
import { ownSettings } from './own-settings.ts';

test.each([
  ['https://gpu.example', 'https://gpu.example'],
  ['HTTPS://Gpu.example:8443/api/', 'HTTPS://Gpu.example:8443/api/'],
  ['https://me:s3cret@gpu.example', 'https://gpu.example'],
  ['https://t0ken@gpu.example:8443/api/', 'https://gpu.example:8443/api'],
  ['https://me:p@ss@gpu.example/?a=b#c', 'https://gpu.example'],
  ['https://gpu.example/v2', 'https://gpu.example'],
  ['https://gpu.example/v2/', 'https://gpu.example'],
  ['https://gpu.example/api/v2/v2//', 'https://gpu.example/api'],
  ['https://gpu.example/v2/other', 'https://gpu.example/v2/other'],
  ['https://gpu.example/notv2', 'https://gpu.example/notv2'],
])('the address %s is used, shown and kept as %s', (written, used) => {
  expect(serviceAddress(written)).toBe(used);
});

const WRITTEN = 'https://me:s3cret@gpu.example/v2';

test('an address is the same from an option, a variable and the config file', async () => {
  const own = ownSettings();
  const read = await Promise.all([
    readSettings(own, { flags: { baseUrl: WRITTEN } }),
    readSettings(own, { environment: { SPOTDECK_BASE_URL: WRITTEN } }),
    settingsIn(`base_url = "${WRITTEN}"`),
  ]);
  expect(read.map(({ baseUrl }) => baseUrl)).toEqual(Array(3).fill('https://gpu.example'));
});

test.each([['ftp://me:s3cret@gpu.example'], ['me:s3cret@gpu.example'], ['https://me:s3cret@'], ['ftp://s3cret@x y']])(
  'what is said of the wrong address %s has no password',
  async (address) => {
    const own = ownSettings();
    const said = await Promise.allSettled([
      readSettings(own, { flags: { baseUrl: address } }),
      readSettings(own, { environment: { SPOTDECK_BASE_URL: address } }),
    ]);
    for (const one of [
      ...said.map((one) => String('reason' in one && one.reason)),
      await refusal(`base_url = "${address}"`),
    ]) {
      expect(one).toContain('http or https address');
      expect(one).not.toContain('s3cret');
    }
    expect(withoutPasswords(`Connecting to ${address}`)).not.toContain('s3cret');
  },
);
