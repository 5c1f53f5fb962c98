import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createdApiKey } from '../../src/contract/api-key.ts';
import type { RunningMarket } from '../../src/market/server.ts';
import { type Caller, callerOf, Named, NEW_BID, NEW_VOLUME, PROJECT } from './caller.ts';

async function spawnMarket(db: string): Promise<{ readonly child: ChildProcess; readonly caller: Caller }> {
  const script = fileURLToPath(new URL('serving.ts', import.meta.url));
  const child = spawn(process.execPath, [script, db], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [origin] = z.tuple([z.string()]).parse(await once(createInterface({ input: child.stdout }), 'line'));
  const nothing = async () => {};
  const market: RunningMarket = {
    origin,
    project: 'proj_demo',
    token: 'token',
    begun: null,
    warmUp: nothing,
    advance: () => {},
    stop: nothing,
  };
  return { child, caller: callerOf(market) };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const Paged = z.object({ data: Named });

test('answered changes are there again after SIGKILL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'market-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const db = join(folder, 'market.db');
  const first = await spawnMarket(db);
  const volume = { ...NEW_VOLUME, name: 'kept', disk_interface: 'File', size_gb: 7 };
  const bid = { ...NEW_BID, limit_price: '3.123456', name: 'kept' };
  const answers = [];
  for (let n = 0; n < 20; n++) answers.push((await first.caller.send('POST', '/v2/spot/bids', bid)).body);
  const paused = z.object({ fid: z.string() }).parse(answers[0]).fid;
  const last = await first.caller.send('PATCH', `/v2/spot/bids/${paused}`, { paused: true });
  const made = await first.caller.send('POST', '/v2/volumes', volume);
  const key = await first.caller.send('POST', '/v2/api-keys', {
    name: 'kept',
    expires_at: '2999-01-01T00:00:00Z',
  });
  const ssh = await first.caller.send('POST', '/v2/ssh-keys', { project: 'proj_demo', name: 'kept' });
  const revoked = Named.parse((await first.caller.get('/v2/api-keys')).body).find(({ name }) => name === 'ci')?.fid;
  const revocation = await first.caller.send('DELETE', `/v2/api-keys/${revoked}`);
  await kill(first.child);
  expect([last, made, key, ssh, revocation].map(({ status }) => status)).toEqual([200, 201, 201, 201, 204]);

  const second = await spawnMarket(db);
  const secret = createdApiKey().parse(key.body).secret ?? '';
  const bids = await second.caller.get(`/v2/spot/bids?${PROJECT}`, secret);
  expect(bids.status).toBe(200);
  const rows = Paged.parse(bids.body).data.filter(({ name }) => name === 'kept');
  const wanted = [last.body, ...answers.slice(1)];
  expect(rows).toHaveLength(20);
  expect(rows).toEqual(expect.arrayContaining(wanted));
  expect((await second.caller.get(`/v2/volumes?${PROJECT}`)).body).toContainEqual(made.body);
  const { private_key: _, ...publicHalf } = z.looseObject({ private_key: z.string() }).parse(ssh.body);
  expect((await second.caller.get(`/v2/ssh-keys?${PROJECT}`)).body).toContainEqual(publicHalf);
  const keys = z.array(z.looseObject({ fid: z.string(), deactivated_at: z.string().nullable() }));
  const still = keys.parse((await second.caller.get('/v2/api-keys')).body).find(({ fid }) => fid === revoked);
  expect(still?.deactivated_at).not.toBeNull();
  await kill(second.child);
});
