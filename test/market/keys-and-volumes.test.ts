import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { apiKeyRow, createdApiKey } from '../../src/contract/api-key.ts';
import { createdSshKey, sshKeyRow } from '../../src/contract/ssh-key.ts';
import { volumeRow } from '../../src/contract/volume.ts';
import { NEW_VOLUME, openMarket, PROJECT } from './caller.ts';
import { MINUTE, START } from './world.ts';

const HOUR = 60 * MINUTE;
const inAnHour = new Date(START + HOUR).toISOString();

test('a created API key is valid until it is revoked, and its secret is shown once', async () => {
  await using caller = await openMarket();
  caller.market.advance(1);
  const told = await caller.send('POST', '/v2/api-keys', { name: 'robot', expires_at: inAnHour });
  const made = createdApiKey().parse(told.body);
  const secret = made.secret ?? '';
  expect([told.status, made.name, made.expires_at]).toEqual([201, 'robot', START + HOUR]);
  expect(secret).toMatch(/^fkey_.{32}$/);
  expect(made.snippet).toBe(secret.slice(0, 9));
  const listed = await caller.get('/v2/api-keys', secret);
  expect(listed.status).toBe(200);
  expect(listed.text).not.toContain(secret);
  expect(
    z
      .array(apiKeyRow())
      .parse(listed.body)
      .map(({ name }) => name),
  ).toEqual(['laptop', 'ci', 'console', 'robot']);
  expect((await caller.send('DELETE', `/v2/api-keys/${made.fid}`)).status).toBe(204);
  expect((await caller.get('/v2/api-keys', secret)).status).toBe(401);
  const after = z.array(apiKeyRow()).parse((await caller.get('/v2/api-keys')).body);
  expect(after.find(({ fid }) => fid === made.fid)?.deactivated_at).toBe(START + 1);
  expect((await caller.send('DELETE', `/v2/api-keys/${made.fid}`)).status).toBe(404);
});

test('an API key stops working when it expires', async () => {
  await using caller = await openMarket();
  const told = await caller.send('POST', '/v2/api-keys', { name: 'robot', expires_at: inAnHour });
  const secret = createdApiKey().parse(told.body).secret ?? '';
  caller.market.advance(HOUR - 1);
  expect((await caller.get('/v2/api-keys', secret)).status).toBe(200);
  caller.market.advance(1);
  expect((await caller.get('/v2/api-keys', secret)).status).toBe(401);
});

test('the token of the start is an API key named console, and can be revoked', async () => {
  await using caller = await openMarket({ token: 'a-token-of-my-own' });
  const keys = z.array(apiKeyRow()).parse((await caller.get('/v2/api-keys')).body);
  const own = keys.find(({ name }) => name === 'console');
  expect(own?.snippet).toBe('a-tok');
  expect((await caller.send('DELETE', `/v2/api-keys/${own?.fid}`)).status).toBe(204);
  expect((await caller.get('/v2/api-keys')).status).toBe(401);
});

test.each([
  ['no name', { expires_at: inAnHour }, 422],
  ['an empty name', { name: '', expires_at: inAnHour }, 422],
  ['no expiry', { name: 'a' }, 422],
  ['null as expiry', { name: 'a', expires_at: null }, 422],
  ['a day as expiry', { name: 'a', expires_at: '2030-01-01' }, 422],
  ['an expiry in the past', { name: 'a', expires_at: '2020-01-01T00:00:00Z' }, 422],
  ['no JSON', 'name=a', 400],
])('an API key with %s is rejected', async (_, body, status) => {
  await using caller = await openMarket();
  expect((await caller.send('POST', '/v2/api-keys', body)).status).toBe(status);
});

test.each([[{}], [{ public_key: null }]])(
  'without a public key (%o) the market makes an RSA pair that works',
  async (more) => {
    await using caller = await openMarket();
    const told = await caller.send('POST', '/v2/ssh-keys', { project: 'proj_demo', name: 'my key', ...more });
    const made = createdSshKey().parse(told.body);
    expect(told.status).toBe(201);
    expect(made.public_key).toMatch(/^ssh-rsa AAAA\S+ my-key$/);
    const file = join(mkdtempSync(join(tmpdir(), 'market-')), 'key');
    writeFileSync(file, made.private_key ?? '', { mode: 0o600 });
    const [type, base64] = (made.public_key ?? '').split(' ');
    expect(sshKeygen(file) ?? `${type} ${base64}`).toBe(`${type} ${base64}`);
    const { n = '' } = createPublicKey(made.private_key ?? '').export({ format: 'jwk' });
    expect(Buffer.from(base64 ?? '', 'base64').toString('hex')).toContain(Buffer.from(n, 'base64url').toString('hex'));
    const listed = await caller.get(`/v2/ssh-keys?${PROJECT}`);
    expect(listed.text).not.toContain('private_key');
    expect(
      z
        .array(sshKeyRow())
        .parse(listed.body)
        .map(({ name }) => name),
    ).toEqual(['ops', 'laptop', 'ci', 'my key']);
  },
);

/** The public key of a private key by OpenSSH; null without OpenSSH. */
function sshKeygen(file: string): string | null {
  try {
    const said = execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' });
    return said.trim().split(' ').slice(0, 2).join(' ');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
}

test('a given public key is returned unchanged, without a private one', async () => {
  await using caller = await openMarket();
  const publicKey = `ssh-ed25519 ${'A'.repeat(68)} me@home`;
  const told = await caller.send('POST', '/v2/ssh-keys', {
    project: 'proj_demo',
    name: 'k',
    public_key: publicKey,
  });
  expect([told.status, sshKeyRow().parse(told.body).public_key]).toEqual([201, publicKey]);
  expect(told.text).not.toContain('private_key');
});

test.each(['', 'hello', 'ssh-rsa', 'ssh-rsa !!!', '-----BEGIN OPENSSH PRIVATE KEY-----'])(
  'a public key that is none (%j) is refused',
  async (publicKey) => {
    await using caller = await openMarket();
    const told = await caller.send('POST', '/v2/ssh-keys', {
      project: 'proj_demo',
      name: 'k',
      public_key: publicKey,
    });
    expect(told.status).toBe(422);
    expect(told.body).toMatchObject({ detail: [{ loc: ['body', 'public_key'] }] });
  },
);

test('a volume is created, listed in its region, and deleted', async () => {
  await using caller = await openMarket();
  const told = await caller.send('POST', '/v2/volumes', NEW_VOLUME);
  const made = volumeRow().parse(told.body);
  expect(told.status).toBe(201);
  expect(made).toMatchObject({
    name: 'data',
    interface: 'Block',
    capacity_gb: 100,
    bids: [],
    reservations: [],
  });
  const names = async (query: string) =>
    z
      .array(volumeRow())
      .parse((await caller.get(`/v2/volumes?${PROJECT}${query}`)).body)
      .map(({ name }) => name);
  expect(await names('')).toHaveLength(7);
  expect(await names('&region=eu-north1-a')).toEqual(['corpus-eu', 'eval-sets', 'data']);
  const gone = await caller.send('DELETE', `/v2/volumes/${made.fid}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect(await names('')).toHaveLength(6);
  expect((await caller.send('DELETE', `/v2/volumes/${made.fid}`)).status).toBe(404);
});

test.each([
  ['an unknown interface', { disk_interface: 'Tape' }, 'disk_interface'],
  ['an unknown region', { region: 'mars' }, 'region'],
  ['no size', { size_gb: undefined }, 'size_gb'],
  ['a size of nothing', { size_gb: 0 }, 'size_gb'],
  ['a size beyond 32,000 GB', { size_gb: 32_001 }, 'size_gb'],
])('a volume with %s is rejected', async (_, more, field) => {
  await using caller = await openMarket();
  const told = await caller.send('POST', '/v2/volumes', { ...NEW_VOLUME, ...more });
  expect(told.status).toBe(422);
  expect(told.body).toMatchObject({ detail: [{ loc: ['body', field] }] });
});

test('a volume of 64 characters and 32,000 GB is allowed', async () => {
  await using caller = await openMarket();
  const told = await caller.send('POST', '/v2/volumes', {
    ...NEW_VOLUME,
    name: 'a'.repeat(64),
    size_gb: 32_000,
    disk_interface: 'File',
  });
  expect(told.status).toBe(201);
});

test('a volume in use is not deleted until its last bid has ended', async () => {
  await using caller = await openMarket();
  const all = z.array(volumeRow()).parse((await caller.get(`/v2/volumes?${PROJECT}`)).body);
  const renders = all.find(({ name }) => name === 'renders');
  const path = `/v2/volumes/${renders?.fid}`;
  const refused = await caller.send('DELETE', path);
  expect([refused.status, refused.body]).toEqual([409, { detail: 'Volume renders is in use by render' }]);
  expect((await caller.send('DELETE', `/v2/spot/bids/${renders?.bids[0]}`)).status).toBe(204);
  expect((await caller.send('DELETE', path)).status).toBe(204);
});
