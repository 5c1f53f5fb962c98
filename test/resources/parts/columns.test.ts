import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apiKeyRow } from '../../../src/contract/api-key.ts';
import { bidRow } from '../../../src/contract/bid.ts';
import { instanceRow } from '../../../src/contract/instance.ts';
import { sshKeyRow } from '../../../src/contract/ssh-key.ts';
import { volumeRow } from '../../../src/contract/volume.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { apiKey, bid, consoleWith, instance } from '../../store/made.ts';
import { eventRow } from '../../store/made-events.ts';
import { drawn } from './drawn.ts';

/** A row as a service may send it: only the identifier is certain, everything else may be null, absent or odd. */
function given(fields: readonly string[], lists: readonly string[] = []) {
  const text = fc.constantFrom(
    null,
    undefined,
    '',
    'x',
    'STATUS_RUNNING',
    'Preempting',
    '2026-11-20T00:00:00Z',
    '$2.50',
  );
  const list = fc.constantFrom(null, undefined, [], ['a'], ['nowhere']);
  return fc
    .tuple(
      fc.array(text, { minLength: fields.length, maxLength: fields.length }),
      fc.array(list, { minLength: lists.length, maxLength: lists.length }),
    )
    .map(([texts, many]) => ({
      fid: 'a',
      ...Object.fromEntries(fields.map((field, n) => [field, texts[n]])),
      ...Object.fromEntries(lists.map((field, n) => [field, many[n]])),
    }));
}

describe('every cell has a text, whatever fields a service leaves out', () => {
  test('bids', () => {
    const fields = [...'name status instance_type region limit_price created_at deactivated_at created_by'.split(' ')];
    const launch = fc.constantFrom(null, undefined, {}, { volumes: null }, { volumes: ['v', 'gone'], ssh_keys: ['s'] });
    const quantity = fc.constantFrom(null, undefined, 0, 4);
    drawn('bids', bidRow().parse({ fid: 'a' }));
    fc.assert(
      fc.property(given(fields, ['instances']), launch, quantity, (row, launch_specification, instance_quantity) =>
        drawn('bids', bidRow().parse({ ...row, launch_specification, instance_quantity })),
      ),
    );
  });

  test('instances', () => {
    const fields = [
      ...'name status instance_type region bid reservation ssh_destination private_ip created_at'.split(' '),
    ];
    drawn('instances', instanceRow().parse({ fid: 'a' }));
    fc.assert(fc.property(given(fields), (row) => drawn('instances', instanceRow().parse(row))));
  });

  test('volumes', () => {
    const size = fc.constantFrom(null, undefined, 0, 999, 1000, 2_000_000);
    drawn('volumes', volumeRow().parse({ fid: 'a' }));
    fc.assert(
      fc.property(
        given(['name', 'region', 'interface', 'created_at'], ['bids', 'reservations']),
        size,
        (row, capacity_gb) => drawn('volumes', volumeRow().parse({ ...row, capacity_gb })),
      ),
    );
  });

  test('SSH keys', () => {
    drawn('sshKeys', sshKeyRow().parse({ fid: 'a' }));
    fc.assert(
      fc.property(given(['name', 'public_key', 'created_at']), (row) => drawn('sshKeys', sshKeyRow().parse(row))),
    );
  });

  test('API keys', () => {
    const fields = ['name', 'snippet', 'created_at', 'expires_at', 'deactivated_at'];
    drawn('apiKeys', apiKeyRow().parse({ fid: 'a' }));
    fc.assert(fc.property(given(fields), (row) => drawn('apiKeys', apiKeyRow().parse(row))));
  });

  test('activity', () => {
    drawn('activity', eventRow('d', { at: 0, what: 'a is open' }));
  });
});

describe('a row without a name is shown by its identifier', () => {
  test('in its own list, and where others refer to it', () => {
    const context = contextOf(consoleWith({ bids: [bid('bid-7', { name: null })] }));
    const name = loadedFeatures.panes.bids.columns[0]?.cell(bid('bid-7', { name: null }).row, context).text;
    expect(name).toBe('bid-7');
    const column = loadedFeatures.panes.instances.columns.find(({ id }) => id === 'bid');
    expect(column?.cell(instance('i', { bid: 'bid-7' }).row, context).text).toBe('bid-7');
    expect(column?.cell(instance('i', { bid: 'never-listed' }).row, context).text).toBe('never-listed');
  });
});

describe('an API key', () => {
  const cellOf = (id: string, more: Readonly<Record<string, unknown>>) => {
    const key = apiKey('k', more);
    const context = contextOf(consoleWith({ apiKeys: [key] }));
    return loadedFeatures.panes.apiKeys.columns.find((column) => column.id === id)?.cell(key.row, context);
  };

  test.each([
    ['2026-11-27T12:00:00Z', 'in 7d', undefined],
    ['2026-11-27T11:59:00Z', 'in 6d ▲', 'warn'],
    ['2026-11-20T13:00:00Z', 'in 1h ▲', 'warn'],
    ['2026-11-20T11:00:00Z', '1h ago', 'dim'],
    [null, '–', 'dim'],
  ])('that expires at %s reads %s', (expires_at, text, tone) => {
    expect(cellOf('expires', { expires_at })).toEqual(tone === undefined ? { text } : { text, tone });
  });

  test.each([
    [{}, 'active'],
    [{ snippet: 'fkey_mine' }, 'in use here'],
    [{ expires_at: '2026-11-20T12:00:00Z' }, 'expired'],
    [{ deactivated_at: '2026-01-01T00:00:00Z', snippet: 'fkey_mine' }, 'revoked'],
  ])('%j is %s', (more, text) => {
    expect(cellOf('state', more)?.text).toBe(text);
  });
});
