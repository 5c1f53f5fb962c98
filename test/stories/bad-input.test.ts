import { expect, test } from 'vitest';
import { tapTwice } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { runAlone as run } from './script.ts';
import { STILL } from './service.ts';

test('a wrong token shows where to enter another one, and the console still works', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: { ...market.env, SPOTDECK_TOKEN: 'wrong-token' } });
  await console.see('✖ signed out');
  await console.see('Press P to sign in with another token.');
  console.do('help');
  await console.see('Search');
  console.press('Esc', 'q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
  expect(console.raw()).not.toContain('wrong-token');
});

test('a service that is not there yet is tried again until it is', async () => {
  const before = await openMarket(STILL);
  await before.stop();
  const console = await openConsole({ args: [], env: before.env });
  await console.see('✖ no connection');
  await console.see('refused the connection');
  await console.see(/Next try in \d+s; Ctrl-r tries now\./);
  await openMarket({ ...STILL, port: Number(new URL(before.origin).port), token: before.token });
  await console.see('● live', { timeout: 20_000 });
  await console.seeLoaded('14 bids');
});

test('a service that goes away leaves its rows on screen, with their age, the console is live again when it returns, and Activity says both', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  await console.pane('bids').select('finetune-mistral').focus();
  await market.stop();
  await console.see('▲ stale');
  await console.see('not refreshed');
  await console.see(/pretrain-b200\s+● allocated/);
  await console.see(/✖ refused: The service at /);
  await tapTwice(console, 'p');
  await console.see(/did not|could not|refused/);
  await console.see(/finetune-mistral\s+● allocated/);
  await openMarket({ ...STILL, port: Number(new URL(market.origin).port), token: market.token });
  await console.see('● live', { timeout: 20_000 });
  await console.gone('not refreshed');
  await console.seeSelected('Bids', 'finetune-mistral');
  await console.pane('activity').do('zoom');
  await console.see(/refused +The service at \S+ refused the connection/);
  await console.see(/done +The service answers again after \d+s/);
});

test('a wrong setting is reported with its source and the allowed values', async () => {
  const fromEnvironment = await run([], { SPOTDECK_REFRESH: 'often' });
  expect(fromEnvironment.status).toBe(2);
  expect(fromEnvironment.stderr).toContain('SPOTDECK_REFRESH is set to "often"');
  expect(fromEnvironment.stderr).toContain('a number of seconds from 0.5 to 3600');
  const fromFlag = await run(['--page-size', '0']);
  expect(fromFlag.status).toBe(2);
  expect(fromFlag.stderr).toContain('--page-size is set to "0"');
  const market = await run(['market', '--port', 'nowhere']);
  expect(market.status).toBe(2);
  expect(market.stderr).toContain('--port');
});

test('a command that does not exist and a missing service are usage errors with a hint', async () => {
  expect(await run(['dmeo'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('There is no command "dmeo".'),
  });
  expect(await run([])).toMatchObject({ status: 2, stderr: expect.stringContaining('spotdeck demo') });
});

test('without a terminal the five lists are printed once and the program ends well', async () => {
  const { status, stdout, stderr } = await run(['demo', '--db', ':memory:', '--seed', '7', '--speed', '0']);
  expect(status).toBe(0);
  for (const title of ['Bids (14)', 'Instances (38)', 'Volumes (6)', 'SSH keys (3)', 'API keys (3)'])
    expect(stdout).toContain(title);
  expect(stdout).toMatch(/^train-llama +\* allocated/m);
  expect(stderr).toContain('The console needs a terminal');
  expect(stdout).toMatch(/^[\n -~]+$/);
});

test('without a terminal a refused token and an unreachable service have exit codes of their own', async () => {
  const market = await openMarket(STILL);
  const signedOut = await run([], { ...market.env, SPOTDECK_TOKEN: 'wrong-token' });
  expect(signedOut).toMatchObject({ status: 3, stderr: expect.stringContaining('did not accept the token') });
  await market.stop();
  expect(await run([], market.env)).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('refused the connection'),
  });
});
