import { expect, test } from 'vitest';
import * as z from 'zod';
import { type Bid, bidRow } from '../../src/contract/bid.ts';
import { instanceRow } from '../../src/contract/instance.ts';
import { type Volume, volumeRow } from '../../src/contract/volume.ts';
import { type Caller, NEW_BID, openMarket, PROJECT } from './caller.ts';
import { MINUTE, SECOND } from './world.ts';

const BIDS = `/v2/spot/bids?${PROJECT}`;
const Bids = z.object({ data: z.array(bidRow()), next_cursor: z.string().nullable() });
const Instances = z.object({ data: z.array(instanceRow()), next_cursor: z.string().nullable() });

const NEW = { ...NEW_BID, limit_price: '$4.00', instance_quantity: 2 };

async function place(caller: Caller, more: object = {}): Promise<Bid> {
  const told = await caller.send('POST', '/v2/spot/bids', { ...NEW, ...more });
  expect([told.status, told.text]).toEqual([201, expect.any(String)]);
  return bidRow().parse(told.body);
}

async function bidNamed(caller: Caller, name: string): Promise<Bid> {
  const found = Bids.parse((await caller.get(BIDS)).body).data.find((bid) => bid.name === name);
  if (found === undefined) throw new Error(`There is no bid ${name}.`);
  return found;
}

async function volumeNamed(caller: Caller, name: string): Promise<Volume> {
  const all = z.array(volumeRow()).parse((await caller.get(`/v2/volumes?${PROJECT}`)).body);
  const found = all.find((volume) => volume.name === name);
  if (found === undefined) throw new Error(`There is no volume ${name}.`);
  return found;
}

/** The path of each issue of a 422. */
function places(body: unknown): readonly string[] {
  const problem = z.object({
    loc: z.array(z.union([z.string(), z.number()])),
    msg: z.string(),
    type: z.string(),
  });
  return z
    .object({ detail: z.array(problem) })
    .parse(body)
    .detail.map(({ loc }) => loc.join('.'));
}

test('a new market has fourteen bids in every state, the newest first', async () => {
  await using caller = await openMarket();
  const told = await caller.get(BIDS);
  const { data, next_cursor } = Bids.parse(told.body);
  expect([told.status, data.length, next_cursor]).toEqual([200, 14, null]);
  expect(new Set(data.map(({ status }) => status))).toEqual(
    new Set(['Open', 'Allocated', 'Preempting', 'Paused', 'Terminated']),
  );
  const times = data.map(({ created_at }) => created_at ?? 0);
  expect(times).toEqual([...times].sort((a, b) => b - a));
});

test('within a minute of a fresh start a bid is outbid, and it comes back', async () => {
  await using caller = await openMarket();
  const preempted = new Set<string>();
  const back = new Set<string>();
  for (let second = 0; second < 600; second += 5) {
    caller.market.advance(5 * SECOND);
    for (const { name, status } of Bids.parse((await caller.get(BIDS)).body).data) {
      if (name === null || name === 'batch-embed') continue;
      if (status === 'Preempting' && second < 60) preempted.add(name);
      if (status === 'Allocated' && preempted.has(name)) back.add(name);
    }
  }
  expect(preempted.size).toBeGreaterThan(0);
  expect(back).toEqual(preempted);
});

test('a placed bid is answered as open, is allocated, and its instances run with an address', async () => {
  await using caller = await openMarket();
  const ssh = await caller.send('POST', '/v2/ssh-keys', {
    project: 'proj_demo',
    name: 'k',
    public_key: `ssh-ed25519 ${'A'.repeat(68)}`,
  });
  const key = z.object({ fid: z.string() }).parse(ssh.body).fid;
  const volume = await volumeNamed(caller, 'eval-sets');
  const placed = await place(caller, {
    launch_specification: {
      volumes: [volume.fid],
      ssh_keys: [key],
      startup_script: 'echo hi\n',
      kubernetes_cluster: null,
    },
  });
  expect(placed).toMatchObject({
    name: 'mine',
    project: 'proj_demo',
    status: 'Open',
    instance_quantity: 2,
    limit_price: { text: '$4.00' },
    instances: [],
    region: 'eu-north1-a',
    launch_specification: { volumes: [volume.fid], ssh_keys: [key], startup_script: 'echo hi\n' },
  });
  caller.market.advance(MINUTE);
  const now = await bidNamed(caller, 'mine');
  expect([now.status, now.instances.length]).toEqual(['Allocated', 2]);
  const told = await caller.get(`/v2/instances?${PROJECT}&bid_fid_in=${placed.fid}`);
  const { data } = Instances.parse(told.body);
  expect(data.map(({ status, bid }) => [status, bid])).toEqual([
    ['STATUS_RUNNING', placed.fid],
    ['STATUS_RUNNING', placed.fid],
  ]);
  for (const one of data) expect(one.ssh_destination).toMatch(/^(203\.0\.113|198\.51\.100|192\.0\.2)\.\d+$/);
  expect((await volumeNamed(caller, 'eval-sets')).bids).toContain(placed.fid);
});

test('every instance has the SSH address that the operator set, once it has one', async () => {
  await using caller = await openMarket({ sshDestination: '127.0.0.1:2222' });
  const { data } = Instances.parse((await caller.get(`/v2/instances?${PROJECT}`)).body);
  const told = new Set(data.map(({ ssh_destination }) => ssh_destination));
  expect(told).toEqual(new Set(['127.0.0.1:2222', null]));
});

test('pausing stops the instances, resuming brings them back, pausing twice is no error', async () => {
  await using caller = await openMarket();
  const { fid } = await place(caller);
  caller.market.advance(MINUTE);
  const path = `/v2/spot/bids/${fid}`;
  for (let n = 0; n < 2; n++) {
    const paused = await caller.send('PATCH', path, { paused: true });
    expect([paused.status, bidRow().parse(paused.body).status]).toEqual([200, 'Paused']);
  }
  caller.market.advance(MINUTE);
  const stopped = Instances.parse((await caller.get(`/v2/instances?${PROJECT}&bid_fid_in=${fid}`)).body);
  expect(stopped.data.map(({ status }) => status)).toEqual(['STATUS_PAUSED', 'STATUS_PAUSED']);
  const resumed = await caller.send('PATCH', path, { paused: false, limit_price: null, volumes: null });
  expect(bidRow().parse(resumed.body).status).toBe('Open');
  caller.market.advance(MINUTE);
  expect((await bidNamed(caller, 'mine')).status).toBe('Allocated');
});

test('the volumes of an update replace the list', async () => {
  await using caller = await openMarket();
  const bid = await bidNamed(caller, 'train-llama');
  const imagenet = await volumeNamed(caller, 'imagenet');
  const told = await caller.send('PATCH', `/v2/spot/bids/${bid.fid}`, { volumes: [imagenet.fid] });
  expect(bidRow().parse(told.body).launch_specification?.volumes).toEqual([imagenet.fid]);
});

test('a cancelled bid is terminated, can be neither changed nor cancelled again, and is gone after ten minutes', async () => {
  await using caller = await openMarket();
  const { fid } = await place(caller);
  caller.market.advance(MINUTE);
  const path = `/v2/spot/bids/${fid}`;
  const cancelled = await caller.send('DELETE', path);
  expect([cancelled.status, cancelled.text]).toEqual([204, '']);
  const bid = await bidNamed(caller, 'mine');
  expect([bid.status, bid.deactivated_at !== null]).toEqual(['Terminated', true]);
  expect((await caller.send('DELETE', path)).status).toBe(404);
  expect((await caller.send('PATCH', path, { paused: false })).status).toBe(409);
  caller.market.advance(11 * MINUTE);
  await expect(bidNamed(caller, 'mine')).rejects.toThrow('There is no bid mine.');
  const left = Instances.parse((await caller.get(`/v2/instances?${PROJECT}&bid_fid_in=${fid}`)).body);
  expect(left.data).toEqual([]);
});

test.each([
  [
    'an empty body object',
    {},
    ['project', 'region', 'instance_type', 'limit_price', 'name', 'instance_quantity', 'launch_specification'],
  ],
  ['no launch specification', { ...NEW, launch_specification: undefined }, ['launch_specification']],
  [
    'a launch specification without its lists',
    { ...NEW, launch_specification: {} },
    ['launch_specification.volumes', 'launch_specification.ssh_keys'],
  ],
  ['an unknown region', { ...NEW, region: 'mars' }, ['region']],
  ['an unknown instance type', { ...NEW, instance_type: 'it_none' }, ['instance_type']],
  ['an instance type of another region', { ...NEW, region: 'eu-west4-a' }, ['instance_type']],
  ['a price of nothing', { ...NEW, limit_price: '$0.00' }, ['limit_price']],
  ['a price below nothing', { ...NEW, limit_price: '-1' }, ['limit_price']],
  ['a price in euros', { ...NEW, limit_price: '€2.00' }, ['limit_price']],
  ['a billion instances', { ...NEW, instance_quantity: 1_000_000_000 }, ['instance_quantity']],
  ['a member nobody knows', { ...NEW, priority: 1 }, ['priority']],
  [
    'an unknown volume',
    { ...NEW, launch_specification: { volumes: ['vol_none'], ssh_keys: [] } },
    ['launch_specification.volumes.0'],
  ],
  [
    'an unknown SSH key',
    { ...NEW, launch_specification: { volumes: [], ssh_keys: ['k'] } },
    ['launch_specification.ssh_keys.0'],
  ],
])('placing a bid with %s is rejected with 422 and the field', async (_, body, where) => {
  await using caller = await openMarket();
  const told = await caller.send('POST', '/v2/spot/bids', body);
  expect(told.status).toBe(422);
  expect(places(told.body)).toEqual(where.map((path) => `body.${path}`));
  expect(Bids.parse((await caller.get(BIDS)).body).data).toHaveLength(14);
});

test('a volume of another region is rejected, in a new bid and in an update, and nothing else changes', async () => {
  await using caller = await openMarket();
  const { fid } = await volumeNamed(caller, 'imagenet');
  const placed = await caller.send('POST', '/v2/spot/bids', {
    ...NEW,
    launch_specification: { volumes: [fid], ssh_keys: [] },
  });
  expect([placed.status, places(placed.body)]).toEqual([422, ['body.launch_specification.volumes.0']]);
  const bid = await bidNamed(caller, 'eval-night');
  const path = `/v2/spot/bids/${bid.fid}`;
  const changed = await caller.send('PATCH', path, { limit_price: '$9.00', paused: true, volumes: [fid] });
  expect([changed.status, places(changed.body)]).toEqual([422, ['body.volumes.0']]);
  expect(await bidNamed(caller, 'eval-night')).toEqual(bid);
});

test('a body that is not JSON is an invalid request', async () => {
  await using caller = await openMarket();
  const told = await caller.send('POST', '/v2/spot/bids', '{"name":');
  expect([told.status, told.body]).toEqual([400, { detail: 'The body is not valid JSON.' }]);
  const empty = await caller.send('POST', '/v2/spot/bids');
  expect([empty.status, empty.body]).toEqual([400, { detail: 'The request needs a JSON body.' }]);
  expect((await caller.send('POST', '/v2/spot/bids', '[]')).status).toBe(422);
  for (const deep of [
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  ]) {
    const nested = await caller.send('POST', '/v2/spot/bids', deep);
    expect([nested.status, nested.body]).toEqual([400, { detail: 'The body is nested too deeply.' }]);
  }
  expect((await caller.send('POST', '/v2/spot/bids', `"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
});
