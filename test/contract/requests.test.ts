import { describe, expect, test } from 'vitest';
import { newApiKey } from '../../src/contract/api-key.ts';
import { bidUpdate, newBid } from '../../src/contract/bid.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { newSshKey } from '../../src/contract/ssh-key.ts';
import { newVolume } from '../../src/contract/volume.ts';

test('the table has every operation of the interface, with its success status', () => {
  const table = Object.values(endpoints).map(
    ({ method, path, success, answer }) => `${method} ${path} ${success} ${answer.kind}`,
  );
  expect(table).toEqual([
    ...['GET /v2/api-keys 200 list', 'POST /v2/api-keys 201 one', 'DELETE /v2/api-keys/{key_fid} 204 nothing'],
    ...['GET /v2/spot/bids 200 pages', 'POST /v2/spot/bids 201 one'],
    ...['DELETE /v2/spot/bids/{bid_fid} 204 nothing', 'PATCH /v2/spot/bids/{bid_fid} 200 one'],
    ...['GET /v2/ssh-keys 200 list', 'POST /v2/ssh-keys 201 one', 'GET /v2/volumes 200 list'],
    ...['POST /v2/volumes 201 one', 'DELETE /v2/volumes/{volume_fid} 204 nothing'],
    ...['GET /v2/instances 200 pages'],
  ]);
});

test.each(Object.entries<Endpoint>(endpoints))(
  '%s takes the fields that its path names, and a body only to write',
  (_, endpoint) => {
    const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(endpoint.params.shape)).toEqual(named);
    expect(endpoint.body !== null).toBe(endpoint.method === 'POST' || endpoint.method === 'PATCH');
    if (endpoint.method !== 'GET') expect(Object.keys(endpoint.query.shape)).toEqual([]);
  },
);

test('the lists take the filters of the interface', () => {
  const paged = ['project', 'next_cursor', 'sort_by', 'sort_dir', 'instance_type', 'region', 'limit'];
  expect(Object.keys(endpoints.listBids.query.shape)).toEqual([...paged, 'status']);
  expect(Object.keys(endpoints.listInstances.query.shape)).toEqual([...paged, 'bid_fid_in', 'reservation_fid_in']);
  expect(Object.keys(endpoints.listVolumes.query.shape)).toEqual(['project', 'region']);
  expect(Object.keys(endpoints.listSshKeys.query.shape)).toEqual(['project']);
});

const BID = { project: 'p', region: 'eu', instance_type: 'it', limit_price: '$2.50', name: 'a', instance_quantity: 1 };
const VOLUME = { name: 'a', project: 'p', disk_interface: 'Block', region: 'eu', size_gb: 1 };

describe('requests reject unknown members', () => {
  test.each([
    ['a bid', newBid(), BID],
    [
      'a bid with a launch',
      newBid(),
      { ...BID, launch_specification: { volumes: [], ssh_keys: ['k'], startup_script: null } },
    ],
    ['an update of nothing', bidUpdate(), {}],
    ['an update with nulls', bidUpdate(), { limit_price: null, paused: null, volumes: null }],
    ['an update', bidUpdate(), { limit_price: '3', paused: false, volumes: ['v'] }],
    ['a volume', newVolume(), VOLUME],
    ['a volume with the longest name', newVolume(), { ...VOLUME, name: `a${'-'.repeat(62)}z` }],
    ['a key pair to make', newSshKey(), { project: 'p', name: 'a', public_key: null }],
    ['an API key', newApiKey(), { name: 'a', expires_at: '2027-01-31T00:00:00Z' }],
    ['an API key with an offset', newApiKey(), { name: 'a', expires_at: '2027-01-31T00:00:00+01:00' }],
  ])('%s is valid', (_, schema, body) => {
    expect(schema.safeParse(body).success).toBe(true);
  });

  test.each([
    ['a bid without quantity', newBid(), { ...BID, instance_quantity: undefined }, 'instance_quantity'],
    ['half an instance', newBid(), { ...BID, instance_quantity: 1.5 }, 'instance_quantity'],
    ['no instance', newBid(), { ...BID, instance_quantity: 0 }, 'instance_quantity'],
    ['a price that is no amount', newBid(), { ...BID, limit_price: 'cheap' }, 'limit_price'],
    ['a field that nobody knows', newBid(), { ...BID, colour: 'red' }, ''],
    [
      'a launch field that nobody knows',
      newBid(),
      { ...BID, launch_specification: { image: 'x' } },
      'launch_specification',
    ],
    ['pausing with a word', bidUpdate(), { paused: 'yes' }, 'paused'],
    ['a volume name with capitals', newVolume(), { ...VOLUME, name: 'Data' }, 'name'],
    ['a volume name that ends with a dash', newVolume(), { ...VOLUME, name: 'data-' }, 'name'],
    ['a volume name with a line break', newVolume(), { ...VOLUME, name: 'data\n' }, 'name'],
    ['a volume name of 65 characters', newVolume(), { ...VOLUME, name: 'a'.repeat(65) }, 'name'],
    ['a size in text', newVolume(), { ...VOLUME, size_gb: '10' }, 'size_gb'],
    ['a key without project', newSshKey(), { name: 'a' }, 'project'],
    ['an API key that expires some day', newApiKey(), { name: 'a', expires_at: 'some day' }, 'expires_at'],
    ['an API key that does not say when it expires', newApiKey(), { name: 'a' }, 'expires_at'],
  ])('%s is rejected, and the field is named', (_, schema, body, field) => {
    const read = schema.safeParse(body);
    expect(read.error?.issues[0]?.path.join('.')).toBe(field);
  });
});
