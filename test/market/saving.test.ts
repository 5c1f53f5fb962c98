import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createdApiKey } from '../../src/contract/api-key.ts';
import { createdSshKey } from '../../src/contract/ssh-key.ts';
import { createApp } from '../../src/market/app.ts';
import { hashOf } from '../../src/market/credentials.ts';
import { addApiKey } from '../../src/market/engine/commands.ts';
import { MarketFailure } from '../../src/market/errors.ts';
import { serveMarket } from '../../src/market/server.ts';
import { openStore } from '../../src/market/store.ts';
import { defaultVariants } from '../../src/market/variants.ts';
import { seedWorld } from '../../src/market/world/seed.ts';
import { callerOf, Named, openMarket, PROJECT } from './caller.ts';
import { MINUTE, START } from './world.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'market-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the file can be read by its owner alone and holds no secret', async () => {
  const db = join(folder, 'deep', 'market.db');
  const caller = await openMarket({ db, token: 'my-own-token-that-is-secret' });
  const key = await caller.send('POST', '/v2/api-keys', { name: 'k', expires_at: '2999-01-01T00:00:00Z' });
  const ssh = await caller.send('POST', '/v2/ssh-keys', { project: 'proj_demo', name: 'k' });
  for (const path of [db, `${db}-wal`]) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'deep')).mode & 0o777).toBe(0o700);
  const written = () => [db, `${db}-wal`].flatMap((path) => read(path)).join('');
  const secrets = [
    'my-own-token-that-is-secret',
    createdApiKey().parse(key.body).secret ?? 'none',
    (createdSshKey().parse(ssh.body).private_key ?? 'none').slice(100, 160),
  ];
  for (const secret of secrets) expect(written()).not.toContain(secret);
  await caller.market.stop();
  for (const secret of secrets) expect(written()).not.toContain(secret);
  expect(written()).toContain('train-llama');
});

function read(path: string): string[] {
  try {
    return [readFileSync(path, 'latin1')];
  } catch {
    return [];
  }
}

test('a world at speed 0 continues exactly where it was', async () => {
  const db = join(folder, 'market.db');
  const caller = await openMarket({ db, token: 't' });
  caller.market.advance(7 * MINUTE + 123);
  const paths = [`/v2/spot/bids?${PROJECT}`, `/v2/instances?${PROJECT}`, `/v2/volumes?${PROJECT}`, '/v2/api-keys'];
  const before = await Promise.all(paths.map(async (path) => (await caller.get(path)).text));
  await caller.market.stop();
  const two = callerOf(await serveMarket({ db, token: 't', speed: 0 }, () => START + 60 * MINUTE));
  expect(await Promise.all(paths.map(async (path) => (await two.get(path)).text))).toEqual(before);
  await two.market.stop();
});

test('a world that was closed for a day comes back at the time of day, with its due events done', async () => {
  const db = join(folder, 'market.db');
  const day = 24 * 60 * MINUTE;
  const caller = await openMarket({ db, token: 't' });
  await caller.market.stop();
  let time = START + day;
  const two = callerOf(await serveMarket({ db, token: 't', speed: 2 }, () => time));
  expect(Date.parse((await two.get('/v2/api-keys')).headers.get('Date') ?? '')).toBe(START + day);
  const told = await two.get(`/v2/spot/bids?${PROJECT}`);
  expect(told.text).not.toContain('Preempting');
  time += 10_000;
  expect(Date.parse((await two.get('/v2/api-keys')).headers.get('Date') ?? '')).toBe(START + day + 20_000);
  await two.market.stop();
});

test('--fresh starts over, with the same identifiers for the same seed', async () => {
  const db = join(folder, 'market.db');
  const names = async (options: object) => {
    await using caller = await openMarket({ db, ...options });
    const before = Named.parse((await caller.get(`/v2/volumes?${PROJECT}`)).body);
    const scratch = before.find(({ name }) => name === 'scratch');
    if (scratch !== undefined) expect((await caller.send('DELETE', `/v2/volumes/${scratch.fid}`)).status).toBe(204);
    return before.map(({ fid }) => fid);
  };
  const first = await names({});
  expect(await names({})).toEqual(first.slice(0, 5));
  expect(await names({ fresh: true })).toEqual(first);
  expect(await names({ fresh: true, seed: 2 })).not.toEqual(first);
});

test('a token of an earlier start is no longer valid, and the list of API keys does not grow', async () => {
  const db = join(folder, 'market.db');
  const caller = await openMarket({ db });
  await caller.market.stop();
  await using two = await openMarket({ db });
  expect((await two.get('/v2/api-keys', caller.market.token)).status).toBe(401);
  expect(Named.parse((await two.get('/v2/api-keys')).body).map(({ name }) => name)).toEqual([
    'laptop',
    'ci',
    'console',
  ]);
});

test('changes that can’t be saved are saved later, and the request is answered with the reason', async () => {
  const store = openStore(join(folder, 'market.db'), false);
  const world = seedWorld(START, 1, 0);
  store.close();
  const save = () => store.save(world);
  expect(save).toThrow(MarketFailure);
  expect(world.bids.unsaved.size).toBe(14);
  addApiKey(world, { name: 'k', expiresAt: null, snippet: 'k', hash: hashOf('k'), console: false });
  const market = { world, project: 'proj_demo', variants: defaultVariants, extras: false, sshDestination: null };
  const app = createApp({ market, pass: () => {}, save, log: () => {} });
  const told = await app.request('/v2/api-keys', { headers: { Authorization: 'Bearer k' } });
  expect(told.status).toBe(500);
  expect(await told.json()).toEqual({
    detail: expect.stringMatching(/market.db can't be used: .+ --db :memory:/),
  });
});

test('an internal error of the market is answered with 500 alone, and logged', async () => {
  const world = seedWorld(START, 1, 0);
  const market = { world, project: 'proj_demo', variants: defaultVariants, extras: false, sshDestination: null };
  const told: string[] = [];
  const pass = (): void => {
    throw new Error('planted fault');
  };
  const app = createApp({ market, pass, save: () => {}, log: (line) => told.push(line) });
  const answer = await app.request('/v2/api-keys?secret=hidden', { headers: { Authorization: 'Bearer hidden' } });
  expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('planted')]);
  expect(told).toEqual([expect.stringMatching(/^GET \/v2\/api-keys met a fault: Error: planted fault\n +at /)]);
  expect(told.join()).not.toContain('hidden');
});
