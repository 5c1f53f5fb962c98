import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { STILL } from './service.ts';
import { folderOf, kept, newState, secretOnScreen } from './unsaved-secret.ts';

test('a secret that was saved, and one that the operator gives up, are kept in no other file', async () => {
  const market = await openMarket(STILL);
  const state = newState();
  const console = await openConsole({ args: [], env: { ...market.env, XDG_STATE_HOME: state } });
  await secretOnScreen(console);
  console.press('s', 'Enter');
  await console.see('only you can read it');
  console.kill('SIGTERM');
  await console.ended();
  expect(kept(state)).toEqual([]);
  const other = await openConsole({ args: [], env: { ...market.env, XDG_STATE_HOME: state } });
  await secretOnScreen(other);
  other.press('Ctrl-C', 'Ctrl-C');
  await other.ended();
  expect(kept(state)).toEqual([]);
});

test('a private key of the service is kept as an API key is', async () => {
  const market = await openMarket(STILL);
  const state = newState();
  const console = await openConsole({ args: [], env: { ...market.env, XDG_STATE_HOME: state } });
  await console.seeLoaded('14 bids');
  await console.pane('sshKeys').do('create-ssh-key');
  console.type('pair');
  console.do('review');
  await console.see('Create an SSH key: review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  console.kill('SIGTERM');
  await console.ended();
  const [name = ''] = kept(state);
  expect(name).toMatch(/^unsaved-private-key-/);
  expect(readFileSync(join(folderOf(state), name), 'utf8')).toMatch(/^-----BEGIN [\s\S]+-----\n$/);
});
