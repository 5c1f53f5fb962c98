import { expect, test } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { emptyService, NONE } from './empty-service.ts';

const SIZES = [
  { columns: 160, rows: 45 },
  { columns: 80, rows: 24 },
];

test.each(SIZES)('at $columns × $rows a new project says what to press first, and the keys do that', async (size) => {
  const console = await openConsole({ args: [], ...(await emptyService(NONE)), ...size });
  await console.see('No bids yet, and no SSH key to log in with.');
  await console.see('1. Press 4, then n: add an SSH key.');
  await console.see('2. Press 1, then n: place a bid.');
  console.type('4');
  await console.see('No SSH keys yet.');
  console.type('n');
  await console.see('Create an SSH key');
  console.press('Esc');
  await console.gone('Create an SSH key');
  console.type('1n');
  await console.see('Place a bid');
});

test.each(SIZES)('at $columns × $rows a list without access says so, and the others can be used', async (size) => {
  const console = await openConsole({ args: [], ...(await emptyService(/bids|volumes/)), ...size });
  await console.see('This token may not read the bids of proj_new.');
  await console.see('The service says: Not a member of this project');
  await console.see(/Press P for another project or token/);
  await console.see('no access');
  expect(console.shows('signed out')).toBe(false);
  console.type('4');
  await console.see('No SSH keys yet.');
  // The hint line has the keys of the pane, not the refusal of another one.
  await console.see(/^ n new/);
});

test('without access to any list, each pane says so and P and T open what they promise', async () => {
  const console = await openConsole({ args: [], ...(await emptyService(/v2/)), columns: 160, rows: 45 });
  await console.see('✖ no access');
  for (const one of ['bids', 'instances', 'volumes', 'SSH keys'])
    await console.see(`This token may not read the ${one}`);
  console.type('P');
  await console.see('Profile, project, sign in');
  console.press('Esc');
  console.type('T');
  await console.see('Sign in');
});
