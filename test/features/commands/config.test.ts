import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config/file.ts';
import { readSettings } from '../../../src/config/resolve.ts';
import { customCommands, onPreempt } from '../../../src/features/commands/settings.ts';
import { own } from '../../../src/lib/typed-key.ts';
import { PATH, refusal } from '../../config/config-text.ts';
import { ownSettings } from '../../config/own-settings.ts';

const OWN = ownSettings(onPreempt, customCommands);

test('an invalid program for preemptions is refused with the reason, also from the environment', async () => {
  await expect(readSettings(OWN, { environment: { SPOTDECK_ON_PREEMPT: '["{name}", "x"]' } })).rejects.toThrow(
    'SPOTDECK_ON_PREEMPT: the program itself must be named as it is.',
  );
});

const PING = '[[commands]]\nname = "x"\npanes = ["volumes"]\nrun = ["ping", "{ssh_host}"]\n';

test.each([
  ['on_preempt = ["{name}"]', 1, 'the program itself must be named as it is. | Allowed: a JSON list'],
  ['[profiles.a]\non_preempt = ["sh", "-c", "say {name}"]', 2, 'a shell has values as variables only'],
  ['on_preempt = ["say", "{nmae}"]', 1, '{nmae} is not a placeholder here; placeholders: fid, name, project, type'],
  ['on_preempt = "say"', 1, 'on_preempt is invalid.'],
  [PING, 4, '{ssh_host} is not a placeholder here'],
  [PING.replace('"volumes"', '"wolumes"'), 3, 'panes is invalid. | Allowed: '],
  [PING.replace('panes', 'paens'), 3, 'there is no key paens in a command. | Did you mean panes?'],
  [PING.replace('name = "x"\n', ''), 1, 'name is missing. | Allowed: '],
  ['commands = 4', 1, 'commands is invalid. | Allowed: a list of commands, each as [[commands]] with name'],
])('%j is refused with its line and the allowed values', async (text, line, why) => {
  const message = await refusal(text, OWN);
  expect(message).toContain(`${PATH}, line ${line}`);
  expect(message).toContain(why);
});

test('a wrong command stops only what reads it', async () => {
  const { top, unread } = await readConfig(PATH, `timeout = 9\n${PING}`, OWN, 'command');
  expect(unread).toEqual([expect.stringContaining('{ssh_host} is not a placeholder')]);
  const read = await readSettings(OWN, { configured: top });
  expect(read).toMatchObject({ timeout: 9 });
  expect(own(read, customCommands)).toEqual([]);
});
