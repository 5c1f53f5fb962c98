import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { apiKeyRow, createdApiKey } from '../../src/contract/api-key.ts';
import { bidRow } from '../../src/contract/bid.ts';
import { instanceRow } from '../../src/contract/instance.ts';
import { createdSshKey, sshKeyRow } from '../../src/contract/ssh-key.ts';
import { volumeRow } from '../../src/contract/volume.ts';

const time = '2026-11-20T22:24:31Z';
const RESOURCES = {
  ApiKey: [apiKeyRow(), { name: 'a', created_at: time, expires_at: time, deactivated_at: time, snippet: 'fkey_' }],
  CreatedApiKey: [createdApiKey(), { name: 'a', secret: 'fkey_x' }],
  Bid: [
    bidRow(),
    {
      name: 'a',
      project: 'p',
      created_by: 'u',
      created_at: time,
      deactivated_at: time,
      limit_price: '$2.50',
      instance_quantity: 4,
      instance_type: 'it',
      region: 'eu',
      instances: ['i1'],
      launch_specification: { volumes: ['v1'], ssh_keys: ['k1'], startup_script: 'echo\n', kubernetes_cluster: 'c' },
      status: 'Open',
    },
  ],
  SshKey: [sshKeyRow(), { name: 'a', project: 'p', public_key: 'ssh-ed25519 AAAA', created_at: time }],
  CreatedSshKey: [createdSshKey(), { name: 'a', private_key: '-----BEGIN\nX\n' }],
  Volume: [
    volumeRow(),
    {
      name: 'a',
      region: 'eu',
      created_at: time,
      capacity_gb: 10,
      project: 'p',
      interface: 'Block',
      bids: ['b1'],
      reservations: ['r1'],
    },
  ],
  Instance: [
    instanceRow(),
    {
      name: 'a',
      project: 'p',
      created_at: time,
      instance_type: 'it',
      region: 'eu',
      bid: 'b1',
      reservation: 'r1',
      ssh_destination: '203.0.113.7',
      private_ip: '10.0.0.1',
      status: 'STATUS_RUNNING',
    },
  ],
} as const;

describe.each(Object.entries(RESOURCES))('%s', (_, [schema, fields]) => {
  test.each(Object.keys(fields))('is read without %s, and with null there', (field) => {
    const whole = { fid: 'x', ...fields };
    const without = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));
    expect(schema.safeParse(whole).success).toBe(true);
    expect(schema.safeParse(without).success).toBe(true);
    expect(schema.safeParse({ ...whole, [field]: null }).success).toBe(true);
  });

  test('is read with nothing but its identifier, and not without it', () => {
    expect(schema.safeParse({ fid: 'x' }).success).toBe(true);
    expect(schema.safeParse(fields).success).toBe(false);
    for (const fid of [null, '', 7, {}]) expect(schema.safeParse({ ...fields, fid }).success).toBe(false);
  });

  test('keeps fields that the interface does not know', () => {
    expect(schema.parse({ fid: 'x', memory_gb: 80, attachments: [{ a: 1 }] })).toMatchObject({
      memory_gb: 80,
      attachments: [{ a: 1 }],
    });
  });

  test('any JSON value is read or rejected with a ZodError', () => {
    const names = ['fid', ...Object.keys(fields)];
    const value = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom(...names, 'other', '__proto__'), fc.jsonValue()),
      fc
        .dictionary(fc.constantFrom(...names), fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null), fc.double()))
        .map((row) => ({ ...row, fid: 'x' })),
    );
    fc.assert(
      fc.property(value, (row) => {
        try {
          expect(schema.parse(row).fid).toMatch(/./s);
        } catch (error) {
          expect(error).toBeInstanceOf(z.ZodError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('undocumented statuses, interfaces and sorts pass through', () => {
  expect(bidRow().parse({ fid: 'b', status: 'Relocating' }).status).toBe('Relocating');
  expect(instanceRow().parse({ fid: 'i', status: 'STATUS_ON_FIRE' }).status).toBe('STATUS_ON_FIRE');
  expect(volumeRow().parse({ fid: 'v', interface: 'Object' }).interface).toBe('Object');
});

test('absent parts read as null, absent lists as empty', () => {
  expect(bidRow().parse({ fid: 'b' })).toEqual({
    fid: 'b',
    name: null,
    project: null,
    created_by: null,
    created_at: null,
    deactivated_at: null,
    limit_price: null,
    instance_quantity: null,
    instance_type: null,
    region: null,
    instances: [],
    launch_specification: null,
    status: null,
  });
  expect(bidRow().parse({ fid: 'b', launch_specification: {} }).launch_specification).toEqual({
    volumes: [],
    ssh_keys: [],
    startup_script: null,
    kubernetes_cluster: null,
  });
  expect(instanceRow().parse({ fid: 'i', bid: '', reservation: null })).toMatchObject({ bid: null, reservation: null });
});

test('a price keeps its text, and its amount when it can be read', () => {
  expect(bidRow().parse({ fid: 'b', limit_price: '$2.50' }).limit_price).toEqual({
    text: '$2.50',
    amount: { sign: '$', micros: 2_500_000n, text: '$2.50' },
  });
  expect(bidRow().parse({ fid: 'b', limit_price: 'two\u001b dollars' }).limit_price).toEqual({
    text: 'two� dollars',
    amount: null,
  });
});

const AT = Date.UTC(2026, 10, 20, 22, 24, 31);
test.each([
  ['2026-11-20T22:24:31Z', AT],
  ['2026-11-20T22:24:31z', AT],
  ['2026-11-20T22:24:31+00:00', AT],
  ['2026-11-20T22:24:31-00:00', AT],
  ['2026-11-20T22:24:31+0000', AT],
  ['2026-11-21T00:24:31+02', AT],
  ['2026-11-20T22:24:31', AT],
  ['2026-11-20 22:24:31', AT],
  ['2026-11-20T22:24:31.123456Z', AT + 123],
  ['2026-11-20T22:24:31.123456789+00:00', AT + 123],
  ['2026-11-20T22:24Z', AT - 31_000],
  ['2026-11-20', Date.UTC(2026, 10, 20)],
  ['never 5', null],
  ['1', null],
  ['2026-13-45T00:00:00Z', null],
  ['2026-02-30T22:24:31Z', null],
  ['2026-02-30', null],
  ['2026-02-29', null],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
  ['20 Nov 2026', null],
  ['', null],
])('the time %j is read as UTC', (text, at) => {
  expect(instanceRow().parse({ fid: 'i', created_at: text }).created_at).toBe(at);
});
