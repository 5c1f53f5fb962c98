import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { folderOf, kept, newState, oneSecret, secretOnScreen } from './one-secret.ts';
import { openScript, type Script } from './script.ts';
import { API_KEYS, asked, STILL } from './service.ts';

const CREATE = ['api-key', 'create', '--name', 'k'];

/** Mounts a file system of a few pages and fills it; where that is not allowed the test is counted as skipped. */
function fullDisk({ home }: Script, context: TestContext): string {
  const disk = join(home.folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    context.skip('mounting a file system is not allowed here');
  }
  onTestFinished(() => void execFileSync('umount', ['-l', disk]));
  expect(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(128 * 1024, 1))).toThrow('ENOSPC');
  return disk;
}

test('on a full disk nothing is sent, and no file is left', async (context) => {
  const script = await openScript();
  const file = join(fullDisk(script, context), 'k.token');
  const before = await asked(script.market, API_KEYS);
  expect(await script.run([...CREATE, '--save', file])).toEqual({
    code: 2,
    out: '',
    err: `${file} can't be made: the disk is full.\nNothing was sent. Give another file.\n`,
  });
  expect(existsSync(file)).toBe(false);
  expect(await asked(script.market, API_KEYS)).toEqual(before);
});

test('in the console the dialog stays when the disk is full, shows why, and saves elsewhere', async (context) => {
  const script = await openScript();
  const disk = fullDisk(script, context);
  const console = await openConsole({ args: [], env: script.market.env });
  const file = join(console.home, 'k.token');
  await console.seeLoaded('14 bids');
  await console.pane('apiKeys').do('create-api-key');
  console.type('k');
  console.do('review');
  await console.see('Create an API key: review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  console.press('s', 'Ctrl-U');
  console.type(join(disk, 'k.token'));
  console.press('Enter');
  await console.see('was not saved: the disk is full. Type another place');
  expect(existsSync(join(disk, 'k.token'))).toBe(false);
  console.press('Ctrl-U');
  console.type(file);
  console.press('Enter');
  await console.see('only you can read it');
  expect(readFileSync(file, 'utf8')).toMatch(/^fkey_\S+\n$/);
});

test('a creation that was refused leaves no file, and one without a secret reports that', async () => {
  const script = await openScript();
  const file = join(script.home.folder, 'k.token');
  const refused = await script.run([...CREATE, '--save', file], { SPOTDECK_TOKEN: 'wrong' });
  expect(refused.code).toBe(3);
  expect(existsSync(file)).toBe(false);
  const service = await oneSecret('');
  const none = await script.run([...CREATE, '--save', file], { SPOTDECK_BASE_URL: service.origin });
  expect(none).toEqual({
    code: 1,
    out: 'Created the API key k.\n',
    err: 'The service returned no secret, so there is none to save.\n',
  });
  expect(existsSync(file)).toBe(false);
});

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
