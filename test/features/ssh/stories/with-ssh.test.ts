import { test } from 'vitest';
import { openDemo } from '../../../driver/demo.ts';

test('an address without a server is not tried, and the console shows why', async () => {
  const console = await openDemo();
  await console.pane('instances').select('eval-night-0').do('ssh');
  await console.see('is an address for documentation; nobody answers there.');
  console.type('/');
  console.press('Ctrl-U');
  console.type('distill-0\rs');
  await console.see('distill-0 is paused, so it has no address.');
});
