import { test } from 'vitest';
import { openDemo } from '../../../driver/demo.ts';

test('z lets one pane fill the screen and Tab leads through all seven', async () => {
  const console = await openDemo();
  console.do('zoom');
  await console.see('7 Activity');
  for (const title of ['Instances', 'Volumes', 'SSH keys', 'API keys', 'Sessions', 'Activity', 'Bids']) {
    console.press('Tab');
    await console.until(`${title} fills the screen`, (screen) => screen.line(2).includes(title));
  }
});

test('the pane has its number, at the wide screen and at the narrow one', async () => {
  const console = await openDemo();
  for (const columns of [160, 80]) {
    console.resize(columns, 45);
    await console.pane('sessions').focus();
    await console.see('6 Sessions ─ 0');
    await console.pane('bids').focus();
  }
});
