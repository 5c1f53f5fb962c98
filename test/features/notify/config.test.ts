import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/file.ts';
import { secretVariables } from '../../../src/config/profile.ts';
import { readSettings } from '../../../src/config/resolve.ts';
import { notifyTargets } from '../../../src/features/notify/settings.ts';
import { own } from '../../../src/lib/typed-key.ts';
import { PATH, refusal } from '../../config/config-text.ts';
import { ownSettings } from '../../config/own-settings.ts';

const OWN = ownSettings(notifyTargets);

test.each([
  ['url_fle = "secret"', 3, 'there is no key url_fle in a target. | Did you mean url_file?'],
  ['url = "ftp://x"', 3, 'the URL begins with ftp: and not with https:. | See docs/notifications.md.'],
  ['url_file = ["secret"]', 3, 'url_file is invalid. | Allowed: the path of a file that only you can read. See docs/'],
  ['url_env = "A"\nformat = "xml"', 4, 'format is invalid. | Allowed: json, slack or discord. See docs/'],
  [
    'url_env = "A"\ngroup_within = "11m"',
    4,
    'group_within is invalid. | Allowed: a time from "0s" to "10m". See docs/',
  ],
  ['url_env = "A"\nfilter = "("', 4, "the filter ( can't be read: "],
])('%j is refused with its line and the allowed values, and without a secret', async (text, line, why) => {
  const message = await refusal(`[[notify]]\nname = "n"\n${text}`, OWN);
  expect(message).toContain(`${PATH}, line ${line}`);
  expect(message).toContain(why);
  expect(message).not.toContain('secret');
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
