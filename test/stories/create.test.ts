import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import { instead, refuses } from '../faults/faults.ts';
import { openWire } from '../faults/wire.ts';
import { API_KEYS, asked, named, SSH_KEYS, STILL } from './service.ts';

const PUBLIC = `ssh-ed25519 ${Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from('ssh-ed25519'), Buffer.from([0, 0, 0, 32]), Buffer.alloc(32, 7)]).toString('base64')} me@home`;

test('a public key is read from a file, and a missing file is reported under the field', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: market.env });
  const path = join(console.home, 'id.pub');
  writeFileSync(path, `${PUBLIC}\n`);
  await console.seeLoaded('14 bids');
  await console.pane('sshKeys').do('create-ssh-key');
  console.type('file');
  console.press('Tab');
  console.type(`@${path}.missing`);
  console.do('review');
  await console.see("can't be read: there is");
  console.press('Ctrl-U');
  console.type(`@${path}`);
  console.do('review');
  await console.see('Create an SSH key: review');
  await answer(console, 'Enter');
  await console.see('Created the SSH key file.');
  expect(await named(market, SSH_KEYS, 'file')).toMatchObject({ public_key: PUBLIC });
});

test('a private key made by the service is shown once, saved for its owner alone, and gone when the dialog closes', async () => {
  const market = await openMarket(STILL);
  const console = await openConsole({ args: [], env: market.env });
  const taken = join(console.home, 'taken');
  const path = join(console.home, 'made');
  writeFileSync(taken, 'mine');
  await console.seeLoaded('14 bids');
  await console.pane('sshKeys').do('create-ssh-key');
  console.type('made');
  console.do('review');
  await console.see('the service creates an RSA key pair');
  await answer(console, 'Enter');
  await console.see('BEGIN RSA PRIVATE KEY');
  console.press('s', 'Ctrl-U');
  console.type(taken);
  console.press('Enter');
  await console.see('was not saved: there is a file');
  console.press('Ctrl-U');
  console.type(path);
  console.press('Enter');
  await console.see('only you can read it');
  console.press('Esc');
  await console.gone('PRIVATE KEY');
  const [, line = ''] = readFileSync(path, 'utf8').split('\n');
  expect(line.length).toBeGreaterThan(60);
  const parts = [line.slice(0, 16), line.slice(-16)];
  for (const part of parts) await console.gone(part);
  expect(readFileSync(taken, 'utf8')).toBe('mine');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toMatch(/^-----BEGIN RSA PRIVATE KEY-----[\s\S]*-----END RSA PRIVATE KEY-----\n$/);
  const closed = console.mark();
  console.resize(159, 44);
  await console.pane('activity').focus();
  await console.see('Create made');
  await console.pane('sshKeys').focus();
  await console.see(/made\s+rsa.*SHA256:/);
  for (const part of parts) expect(console.since(closed)).not.toContain(part);
});

test('an API key is shown once, copied for the clipboard, asks before it is lost, and really signs in', async () => {
  const market = await openMarket(STILL);
  const console = await openDemo({ service: market });
  await console.pane('apiKeys').do('create-api-key');
  console.type('deploy');
  console.press('Tab');
  console.type('7d');
  console.do('review');
  await console.see(/Expires\s+20\d\d-.*\(in [67]d\)/);
  await answer(console, 'Enter');
  await console.see('The API key deploy');
  console.press('Esc');
  await console.see('neither copied nor saved');
  console.press('Esc', 'c');
  await console.see('Sent to the clipboard');
  const secret = console.clipboard() ?? '';
  expect(secret).toMatch(/^fkey_/);
  const signedIn = await fetch(`${market.origin}${API_KEYS}`, { headers: { authorization: `Bearer ${secret}` } });
  expect(signedIn.status).toBe(200);
  console.press('Esc');
  await answer(console, 'y');
  await console.gone('The API key deploy');
  expect((await asked(market, API_KEYS)).some((row) => 'secret' in row)).toBe(false);
});

test('a name that is taken is reported under the field Name, and any other conflict for the form as a whole', async () => {
  const market = await openMarket(STILL);
  const wire = await openWire(market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const console = await openDemo({ service: market, env: { SPOTDECK_BASE_URL: wire.origin } });
  await console.pane('sshKeys').do('create-ssh-key');
  console.type('ops');
  for (const [body, said] of [
    ['{"detail":"An SSH key named ops already exists"}', 'An SSH key named ops already exists'],
    ['{"errors":{"name":["has already been taken"]}}', 'has already been taken'],
    ['{"error":{"code":"NAME_TAKEN"}}', 'This name is taken already. Choose another one.'],
  ] as const) {
    wire.fault(instead(409, body), { match: ({ method }) => method === 'POST', times: 1 });
    console.do('review');
    await console.see('Create an SSH key: review');
    await answer(console, 'Enter');
    await console.until(`${said} stands under Name`, (screen) => {
      const at = screen.rowOf(/▸ Name\*\s+ops/);
      return at >= 0 && screen.line(at + 1).includes(`✖ ${said}`);
    });
  }
  wire.fault(refuses(409, 'The project is locked'), { match: ({ method }) => method === 'POST', times: 1 });
  console.do('review');
  await console.see('Create an SSH key: review');
  await answer(console, 'Enter');
  await console.see('The service cannot do this in the current state: The project is locked');
  expect(console.line(console.rowOf(/Name\*\s+ops/) + 1)).not.toContain('✖');
  expect(await named(market, SSH_KEYS, 'ops')).toBeDefined();
});
