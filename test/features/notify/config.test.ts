import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/file.ts';
import { secretVariables } from '../../../src/config/profile.ts';
import { readSettings } from '../../../src/config/resolve.ts';
import { notifyTargets } from '../../../src/features/notify/settings.ts';
import { wrongInUrl } from '../../../src/features/notify/target.ts';
import { own } from '../../../src/lib/typed-key.ts';
import { PATH, refusal } from '../../config/config-text.ts';
import { ownSettings } from '../../config/own-settings.ts';

const OWN = ownSettings(notifyTargets);

const WRONG: readonly (readonly [text: string, line: number, why: string])[] = [
  ['url_fle = "secret"', 3, 'there is no key url_fle in a target. | Did you mean url_file?'],
  ['url = "ftp://me:secret@x"', 3, 'the URL begins with ftp: and not with https:. | See docs/metrics.md.'],
  ...[
    'https:///x/secret',
    'https:////secret',
    'https://',
    'https://:443/secret',
    'https://?secret',
    'https://a..example/secret',
    'https://./secret',
    'https://\\\\\\\\a\\\\secret',
    'https://ex ample/secret',
    'https://[::x]/secret',
  ].map((url) => [`url = "${url}"`, 3, 'the URL names no host'] as const),
  ...['https:secret', 'https:/secret/x', 'secret:x', 'secret', ' https://a/secret', 'ht\\ttps://a/secret'].map(
    (url) => [`url = "${url}"`, 3, 'the URL is not an address such as https://'] as const,
  ),
  ...['https://me:secret@a.example/x', 'https://secret@a.example/', 'https://@a.example/', 'HTTPS://:secret@a'].map(
    (url) => [`url = "${url}"`, 3, 'the URL has a user name or a password in it'] as const,
  ),
  ['url = "http://a.example/secret"', 3, 'http:, which is allowed for this machine alone; a.example needs https:'],
  ['url_file = ["secret"]', 3, 'url_file is invalid. | Allowed: the path of a file that only you can read. See docs/'],
  ['url_env = "A"\nformat = "xml"', 4, 'format is invalid. | Allowed: json, slack or discord. See docs/'],
  [
    'url_env = "A"\ngroup_within = "11m"',
    4,
    'group_within is invalid. | Allowed: a time from "0s" to "10m". See docs/',
  ],
  ['url_env = "A"\nfilter = "("', 4, "the filter ( can't be read: "],
];

test.each(WRONG)(
  '%j is refused with its line and the allowed values, and without a secret',
  async (text, line, why) => {
    const message = await refusal(`[[notify]]\nname = "n"\n${text}`, OWN);
    expect(message).toContain(`${PATH}, line ${line}`);
    expect(message).toContain(why);
    expect(message).not.toContain('secret');
  },
);

test.each([
  'https://hooks.example.com/T0/B0?x=1',
  'HTTPS://hooks.example.com.',
  'https://[2001:db8::1]:8443/x',
  'https://bücher.example/x@y',
  'http://localhost:9/x',
  'http://127.0.0.1/',
])('%s is an address that events can be sent to', (url) => {
  expect(wrongInUrl(url)).toBeNull();
});

test('a target without an address stops only what reads it', async () => {
  const { top, unread } = await readConfig(PATH, 'timeout = 9\n[[notify]]\nname = "team"\n', OWN, 'command');
  expect(unread).toEqual([expect.stringContaining('team has no address')]);
  expect(own(await readSettings(OWN, { configured: top }), notifyTargets)).toEqual([]);
});

test('the variables of a target that is wrong are kept from other programs', async () => {
  const text = '[[notify]]\nname = "a"\nurl_env = "HOOK"\nfilter = "("\n';
  expect(secretVariables(await readConfig(PATH, text, OWN, 'command'), OWN)).toContain('HOOK');
});
