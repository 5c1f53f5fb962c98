import { test } from 'vitest';
import { openConsole } from '../driver/console.ts';

test('an editor that fails leaves the text unchanged, and the console reports it', async () => {
  const console = await openConsole({
    args: ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'],
    env: { EDITOR: '/no/such/editor' },
  });
  await console.seeLoaded('14 bids');
  console.press('n', 'Up', 'Up');
  console.type('echo kept');
  console.press('Ctrl-E');
  await console.see('could not be started');
  await console.see('echo kept');
});
