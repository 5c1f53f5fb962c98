import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/api/client.ts';
import { newApiKey } from '../../src/contract/api-key.ts';
import { newBid } from '../../src/contract/bid.ts';
import { newSshKey } from '../../src/contract/ssh-key.ts';
import { newVolume } from '../../src/contract/volume.ts';
import { createApiKey } from '../../src/resources/api-key-actions.ts';
import { cancelBid, changeBid, pauseBid, placeBid, resumeBid } from '../../src/resources/bids/writes.ts';
import { type Before, knownBefore, type Made, madeInList, nothingKnown } from '../../src/resources/made.ts';
import { createSshKey } from '../../src/resources/ssh-key-actions.ts';
import { createVolume } from '../../src/resources/volume-actions.ts';
import type { Write } from '../../src/resources/write.ts';
import { contextOf } from '../../src/store/row-context.ts';
import { sendWrite } from '../../src/sync/send-write.ts';
import { NOON } from '../store/hand-clock.ts';
import { bid, consoleWith, whole } from '../store/made.ts';
import { answeringClient } from './answering-client.ts';

const JUST_NOW = '2026-11-20T12:00:01Z';
const EARLIER = '2026-11-20T09:00:00Z';

/** What a console knew: a running bid that is like the one that is asked for, a paused one, and one that has ended. */
const KNOWN = [
  bid('bid_old', { name: 'train' }),
  bid('bid_paused', { status: 'Paused' }),
  bid('bid_ended', { status: 'Terminated' }),
];
const BEFORE: Before = knownBefore(whole(...KNOWN).rows, { isWhole: true, at: NOON });

const ROW = {
  fid: 'bid_new',
  name: 'train',
  project: 'proj_demo',
  created_at: JUST_NOW,
  limit_price: '$2.50',
  instance_quantity: 4,
  instance_type: '8xh100',
  region: 'eu-n1',
  launch_specification: { volumes: ['vol_1'], ssh_keys: ['key_1'] },
  status: 'Open',
};
const place = placeBid(
  newBid().parse({
    project: 'proj_demo',
    region: 'eu-n1',
    instance_type: '8xh100',
    limit_price: '2.50',
    name: 'train',
    instance_quantity: 4,
    launch_specification: { volumes: ['vol_1'], ssh_keys: ['key_1'] },
  }),
);

/** What an answer to a write shows. */
const shown = (write: Write, row: unknown, before: Before = BEFORE): Promise<Made> => {
  const client: Client = { ...answeringClient(() => row), list: () => Promise.reject(new Error('No list is read.')) };
  return sendWrite(client, write, before);
};
const said = (made: Made): string =>
  made.kind === 'refused' || made.kind === 'made' ? made.kind : `${made.kind}: ${made.why}`;
const without = (row: Readonly<Record<string, unknown>>, ...members: readonly string[]): unknown =>
  Object.fromEntries(Object.entries(row).filter(([member]) => !members.includes(member)));

/** What is said of an answer with a row. */
const existed = (row: string): string => `existed: The service answered with ${row}, which was there before.`;
const unknown = (row: string, but: string): string => `unknown: The service answered with ${row}, ${but}.`;
const NO_ROW = 'unknown: The response could not be read: it is no row.';
/** The answer is a new bid, but not the one asked for. */
const but = (why: string): string => unknown('train (bid_new)', `but ${why}`);

describe('a bid that was asked for', () => {
  test.each([
    ['the row that was asked for', ROW, 'made'],
    ['its price in other words', { ...ROW, limit_price: '2.5' }, 'made'],
    ['an SSH key more', { ...ROW, launch_specification: { volumes: ['vol_1'], ssh_keys: ['key_0', 'key_1'] } }, 'made'],
    ['an unknown status', { ...ROW, status: 'Queued' }, 'made'],
    ['nothing but a new identifier', { fid: 'bid_new' }, 'made'],
    ['no times', without(ROW, 'created_at'), 'made'],
    ['members that are null', { ...ROW, project: null, instance_quantity: null, launch_specification: null }, 'made'],
    ['the old bid', { ...ROW, fid: 'bid_old' }, existed('train (bid_old)')],
    ['the identifier of a paused one', { fid: 'bid_paused' }, existed('bid_paused')],
    ['one that has ended', { ...ROW, fid: 'bid_ended' }, existed('train (bid_ended)')],
    ['one from before the latest known', { ...ROW, created_at: '2026-11-20T08:00:00Z' }, existed('train (bid_new)')],
    [
      'one from hours before',
      { ...ROW, created_at: EARLIER },
      unknown('train (bid_new)', 'which may have been there before'),
    ],
    ['a new one that has ended', { ...ROW, status: 'Terminated' }, but('it has ended')],
    ['another type', { ...ROW, instance_type: '8xb200' }, but('its instance type is 8xb200')],
    ['another region', { ...ROW, region: 'us-e1' }, but('its region is us-e1')],
    ['another project', { ...ROW, project: 'proj_b' }, but('its project is proj_b')],
    ['another price', { ...ROW, limit_price: '$25.00' }, but('its limit price is $25.00')],
    ['another currency', { ...ROW, limit_price: '€2.50' }, but('its limit price is €2.50')],
    ['a price that is none', { ...ROW, limit_price: 'twelve' }, but('its limit price is twelve')],
    ['quantity 0', { ...ROW, instance_quantity: 0 }, but('its number of instances is 0')],
    [
      'no volume',
      { ...ROW, launch_specification: { volumes: [], ssh_keys: ['key_1'] } },
      but('its volumes are others'),
    ],
    ['a volume more', { ...ROW, launch_specification: { volumes: ['vol_1', 'vol_2'] } }, but('its volumes are others')],
    ['another SSH key', { ...ROW, launch_specification: { ssh_keys: ['key_2'] } }, but('its SSH keys are others')],
    ['another name', { ...ROW, name: 'sweep' }, unknown('sweep (bid_new)', 'but its name is sweep')],
    ['no identifier', without(ROW, 'fid'), NO_ROW],
    ['a list', [ROW], NO_ROW],
    ['nothing', null, NO_ROW],
  ])('answered with %s', async (_, row, expected) => {
    expect(said(await shown(place, row))).toBe(expected);
  });

  test('is new where nothing was known before only by its time', async () => {
    const blind = nothingKnown(NOON);
    expect(said(await shown(place, ROW, blind))).toBe('made');
    for (const row of [{ ...ROW, created_at: EARLIER }, without(ROW, 'created_at')])
      expect(said(await shown(place, row, blind))).toBe(unknown('train (bid_new)', 'which may have been there before'));
  });
});

describe('a change is carried out', () => {
  const { row: own } = bid('bid_own', { name: 'train' });
  const answer = { fid: 'bid_own', name: 'train' };
  test.each([
    ['a pause', pauseBid(own), { ...answer, status: 'Paused' }, 'made'],
    ['a pause without a status', pauseBid(own), answer, 'made'],
    ['a pause with a status of its own', pauseBid(own), { ...answer, status: 'Pausing' }, 'made'],
    [
      'a pause that has not come',
      pauseBid(own),
      { ...answer, status: 'Allocated' },
      'accepted: accepted, but it is still allocated',
    ],
    ['a resume', resumeBid(own), { ...answer, status: 'Open' }, 'made'],
    [
      'a resume that has not come',
      resumeBid(own),
      { ...answer, status: 'Paused' },
      'accepted: accepted, but it is still paused',
    ],
    [
      'a resume of what ended',
      resumeBid(own),
      { ...answer, status: 'Terminated' },
      unknown('train (bid_own)', 'but it has ended'),
    ],
    [
      'a resume with another bid',
      resumeBid(own),
      { ...answer, fid: 'bid_b', status: 'Open' },
      unknown('train (bid_b)', 'which is another one'),
    ],
    ['a price', changeBid(own, { limit_price: '3' }), { ...answer, limit_price: '$3.00' }, 'made'],
    [
      'another price',
      changeBid(own, { limit_price: '3' }),
      { ...answer, limit_price: '$2.50' },
      unknown('train (bid_own)', 'but its limit price is $2.50'),
    ],
    [
      'the price of another bid',
      changeBid(own, { limit_price: '3' }),
      { ...answer, fid: 'bid_b', limit_price: '$3' },
      unknown('train (bid_b)', 'which is another one'),
    ],
    ['a cancellation', cancelBid(own), undefined, 'made'],
  ])('%s', async (_, write, row, expected) => {
    expect(said(await shown(write, row))).toBe(expected);
  });
});

describe('what else is created', () => {
  const none = { isWhole: true, at: NOON };
  const volume = createVolume(
    newVolume().parse({ name: 'data', project: 'proj_demo', disk_interface: 'Block', region: 'eu-n1', size_gb: 100 }),
  );
  const disk = {
    fid: 'vol_new',
    name: 'data',
    project: 'proj_demo',
    region: 'eu-n1',
    capacity_gb: 100,
    interface: 'Ssd',
  };
  const ssh = createSshKey(
    newSshKey().parse({ project: 'proj_demo', name: 'ops', public_key: 'ssh-ed25519 AAAAC3 me@host' }),
  );
  const key = createApiKey(newApiKey().parse({ name: 'ci', expires_at: null }));
  const dated = createApiKey(newApiKey().parse({ name: 'ci', expires_at: '2027-01-01T12:00:00Z' }));
  const known = { row: { created_at: null } };
  test.each([
    ['a volume', volume, disk, 'made'],
    [
      'a volume of another size',
      volume,
      { ...disk, capacity_gb: 10 },
      unknown('data (vol_new)', 'but its size is 10 GB'),
    ],
    ['a volume elsewhere', volume, { ...disk, region: 'us-e1' }, unknown('data (vol_new)', 'but its region is us-e1')],
    ['a known volume', volume, { ...disk, fid: 'known' }, existed('data (known)')],
    ['an SSH key without its comment', ssh, { fid: 'key_new', name: 'ops', public_key: 'ssh-ed25519 AAAAC3' }, 'made'],
    [
      'another public key',
      ssh,
      { fid: 'key_new', name: 'ops', public_key: 'ssh-ed25519 BBBB' },
      unknown('ops (key_new)', 'but its public key is another one'),
    ],
    ['an API key', key, { fid: 'k', name: 'ci', secret: 'fkey_s' }, 'made'],
    ['a known API key', key, { fid: 'known', name: 'ci', secret: 'fkey_s' }, existed('ci (known)')],
    [
      'a revoked API key',
      key,
      { fid: 'k', name: 'ci', secret: 's', deactivated_at: EARLIER },
      unknown('ci (k)', 'but it is revoked'),
    ],
    [
      'an API key that has expired',
      key,
      { fid: 'k', name: 'ci', secret: 's', expires_at: EARLIER },
      unknown('ci (k)', 'but it has expired'),
    ],
    [
      'an expiry that is rounded',
      dated,
      { fid: 'k', name: 'ci', secret: 's', expires_at: '2027-01-02T00:00:00Z' },
      'made',
    ],
    [
      'another expiry',
      dated,
      { fid: 'k', name: 'ci', secret: 's', expires_at: '2037-01-01T12:00:00Z' },
      unknown('ci (k)', 'but it expires at 2037-01-01 12:00:00 UTC'),
    ],
  ])('%s', async (_, write, row, expected) => {
    expect(said(await shown(write, row, knownBefore(new Map([['known', known]]), none)))).toBe(expected);
  });

  test('a secret comes only once, so it is there whatever else the answer says', async () => {
    const made = await shown(
      key,
      { fid: 'known', name: 'other', secret: 'fkey_s' },
      knownBefore(new Map([['known', known]]), none),
    );
    expect(made.kind === 'existed' && made.secret?.value.read()).toBe('fkey_s');
  });

  test.each(['', ' ', '\n'])('a blank secret is none: %j', async (secret) => {
    const made = await shown(key, { fid: 'k', name: 'ci', secret }, knownBefore(new Map(), none));
    expect(made).toEqual({ kind: 'made', written: { kind: 'nothing' } });
  });
});

describe('a creation that its answer does not show is found in a list', () => {
  const fresh = bid('bid_new', { name: 'train', created_at: JUST_NOW, launch_specification: ROW.launch_specification });
  test.each([
    ['as the one new row that was asked for', [fresh], BEFORE, 'made'],
    ['also when the clock of the service is behind', [bid('bid_new', { ...ROW, created_at: EARLIER })], BEFORE, 'made'],
    ['not as a row that was there', [], BEFORE, null],
    ['not as a row of another name', [bid('bid_new', { ...ROW, name: 'sweep' })], BEFORE, null],
    ['not as a row without a name', [bid('bid_new', { ...ROW, name: null })], BEFORE, null],
    [
      'not as one that was not asked for',
      [bid('bid_new', { ...ROW, instance_quantity: 0 })],
      BEFORE,
      'unknown: The list has train (bid_new), but its number of instances is 0.',
    ],
    [
      'not as one that has ended',
      [bid('bid_new', { ...ROW, status: 'Terminated' })],
      BEFORE,
      'unknown: The list has train (bid_new), but it has ended.',
    ],
    [
      'not where two are new',
      [fresh, bid('bid_b', { ...ROW, fid: 'bid_b' })],
      BEFORE,
      'unknown: The list has 2 new rows with the name train.',
    ],
    [
      'not where nothing was known before and it shows no time',
      [bid('bid_new', { ...ROW, created_at: null })],
      nothingKnown(NOON),
      'unknown: The list has train (bid_new), which may have been there before.',
    ],
  ])('%s', (_, rows, before, expected) => {
    const made = madeInList(
      place,
      contextOf(consoleWith({ bids: before === BEFORE ? [...KNOWN, ...rows] : rows })),
      before,
    );
    expect(made === null ? null : said(made)).toBe(expected);
  });
});

/** Any row: members of known and new bids, of other values, and none. */
const anyRow = fc.record(
  {
    fid: fc.constantFrom('bid_old', 'bid_paused', 'bid_ended', 'bid_new', ''),
    name: fc.constantFrom('train', 'sweep', '', null),
    project: fc.constantFrom('proj_demo', 'proj_b', null),
    created_at: fc.constantFrom(JUST_NOW, EARLIER, null, 'yesterday'),
    limit_price: fc.constantFrom('$2.50', '2.5', '$25', 'twelve', '-$2.50', null, 2.5),
    instance_quantity: fc.constantFrom(4, 0, 1, -4, null, 'four'),
    instance_type: fc.constantFrom('8xh100', '8xb200', null),
    region: fc.constantFrom('eu-n1', 'us-e1', null),
    status: fc.constantFrom('Open', 'Allocated', 'Paused', 'Terminated', 'Queued', null),
    launch_specification: fc.constantFrom(null, {}, { volumes: [] }, { volumes: ['vol_1'], ssh_keys: ['key_1'] }),
  },
  { requiredKeys: [] },
);

test('whatever a service answers, only a new row that shows nothing else than what was asked for is made', async () => {
  const expected: Readonly<Record<string, readonly unknown[]>> = {
    fid: ['bid_new'],
    name: ['train', '', null],
    project: ['proj_demo', null],
    limit_price: ['$2.50', '2.5', null],
    instance_quantity: [4, null],
    instance_type: ['8xh100', null],
    region: ['eu-n1', null],
    created_at: [JUST_NOW, null, 'yesterday'],
    status: ['Open', 'Allocated', 'Paused', 'Queued', null],
  };
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 20, arbitrary: anyRow }, fc.jsonValue()), async (row) => {
      const made = await shown(place, row);
      if (made.kind !== 'made') return;
      count += 1;
      const given: Readonly<Record<string, unknown>> = Object(row);
      for (const [member, values] of Object.entries(expected))
        if (member === 'fid' || member in given) expect(values).toContain(given[member]);
    }),
    { numRuns: 10_000 },
  );
  expect(count).toBeGreaterThan(10);
});
