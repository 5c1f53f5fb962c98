import { test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { openScript } from './script.ts';
import { withTokenCommand } from './token-file.ts';

test('a token program can ask its owner on the terminal', async () => {
  const script = await openScript();
  const ask = `printf 'PIN: ' >/dev/tty; read pin </dev/tty; [ "$pin" = 42 ] && echo ${script.market.token}`;
  const console = await openConsole({
    args: [],
    env: withTokenCommand(script, ['sh', '-c', ask]),
    started: (screen) => screen.line(0).includes('PIN:'),
  });
  console.type('42\r');
  await console.seeLoaded('14 bids');
});
