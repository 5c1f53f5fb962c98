import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../../../driver/answer.ts';
import { openConsole } from '../../../driver/console.ts';
import { openScript } from '../../../stories/script.ts';
import { NO_TOKEN, profileWith, tokenFileOf } from '../../../stories/token-file.ts';
import { activeKeys } from './rotating-operator.ts';

test('r rotates the key in use: the console goes on with the new one, and so does another console of the profile', async () => {
  const script = await openScript();
  const { token, file } = tokenFileOf(script);
  const env = { ...script.home.env, ...NO_TOKEN };
  const console = await openConsole({ args: [], env });
  const other = await openConsole({ args: [], env });
  await console.seeLoaded('14 bids');
  await other.seeLoaded('14 bids');
  await console.pane('apiKeys').select('laptop').do('rotate-api-key');
  await console.see('Only the key that is in use here can be rotated here.');
  await console.pane('apiKeys').select('console').do('rotate-api-key');
  await console.see('A new key is made and tried, and takes its place there.');
  await answer(console, 'y');
  await console.see('Revoke the old key console?');
  expect(await activeKeys(script, script.market.token)).toHaveLength(4);
  await answer(console, 'y');
  await console.see('Revoked the key console.');
  expect(Array.from({ length: 45 }, (_, row) => console.line(row)).join(' ')).not.toContain(token());
  console.press('Esc');
  await console.gone('Revoked the key console.');
  await console.see(/console-\S+\s+fkey_\S+\s+in 8\dd\s+in use here/);
  await other.see('signed in with the new one');
  await other.see('● live');
  expect(await activeKeys(script, token())).toHaveLength(3);
  expect(await activeKeys(script, script.market.token)).toEqual([]);
  expect(existsSync(`${file}.next`)).toBe(false);
});

test('n at the second question leaves both keys, and spotdeck api-key rotate goes on there', async () => {
  const script = await openScript();
  const { token } = tokenFileOf(script);
  const console = await openConsole({
    args: ['--ascii'],
    env: { ...script.home.env, ...NO_TOKEN },
    columns: 80,
    rows: 24,
  });
  await console.pane('apiKeys').select('console').do('rotate-api-key');
  await console.see('takes its place there.');
  await answer(console, 'y');
  await console.see('Revoke the old key console?');
  console.press('n');
  await console.see('The key console still works. Run the rotation again to revoke it.');
  expect(await activeKeys(script, script.market.token)).toHaveLength(4);
  const ran = await script.run(['api-key', 'rotate', '--yes'], NO_TOKEN);
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('A rotation of console was begun; it goes on') });
  expect(await activeKeys(script, script.market.token)).toEqual([]);
  expect(await activeKeys(script, token())).toHaveLength(3);
});

test('a console with the token of a program says where the new key waits, and a read-only one rotates nothing', async () => {
  const script = await openScript();
  profileWith(script, `token_command = ["echo", "${script.market.token}"]`);
  const env = { ...script.home.env, ...NO_TOKEN };
  const reader = await openConsole({ args: ['--read-only'], env });
  await reader.pane('apiKeys').select('console').do('rotate-api-key');
  await reader.see('This console is read-only');
  const console = await openConsole({ args: [], env });
  await console.pane('apiKeys').select('console').do('rotate-api-key');
  await console.see('you put it in its place.');
  await answer(console, 'y');
  await console.see('Put it into the program echo');
  expect(existsSync(join(script.home.folder, '.config/spotdeck/tokens'))).toBe(true);
  expect(await activeKeys(script, script.market.token)).toContain('console');
});
