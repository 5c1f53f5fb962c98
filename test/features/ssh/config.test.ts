import { expect, test } from 'vitest';
import { sshAliasPrefix } from '../../../src/features/ssh/settings.ts';
import { refusal } from '../../config/config-text.ts';
import { ownSettings } from '../../config/own-settings.ts';

test('a prefix of aliases with other characters is refused with its line and the allowed ones', async () => {
  expect(await refusal('ssh_alias_prefix = "*."', ownSettings(sshAliasPrefix))).toContain(
    'line 1: ssh_alias_prefix is invalid. | Allowed: up to 31 letters',
  );
});
