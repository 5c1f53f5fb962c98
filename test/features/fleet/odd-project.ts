import fc from 'fast-check';
import type { Aliases, Context } from '../../../src/resources/context.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, connected, consoleWith, sshKey, volume } from '../../store/made.ts';

export const TOKEN = 'fkey_odd_project';

/** Names of services that check nothing: hidden, doubled, special in TOML, half characters. */
const ODD = [
  'train',
  'train',
  'a\u202eb',
  'a\u202db',
  '\ufeffx',
  'x',
  'a\u2028b',
  'a b',
  'a\u00a0b',
  'a\nb',
  'a\tb',
  'a\r\nb',
  '\u200b',
  '\u{e0041}',
  '\ufffd',
  '👨‍👩‍👧',
  'e\u0301',
  'é',
  ' ',
  '"',
  "'''",
  '\\u0041',
  '[[bids]]',
  '# Only a part: no',
  '\u0000',
  '\u001b[31m',
  'ops',
  '\ud800',
  '',
];
const text = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);
const script = fc
  .array(
    fc.constantFrom(
      'echo hi',
      '\n',
      '\n',
      '\r\n',
      '\r',
      '\u001b[31m',
      '\f',
      '\ufeff',
      '\u2028',
      "'''",
      '"""',
      '\\',
      '# Only a part: of it\n',
      '[[bids]]\nname = "train"\n',
      '\ud83d',
      TOKEN,
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const known = fc.constantFrom('r1', 'r1', 'r1', 'r2', 'r2', '', null, 'a\u202eb', 'near');
const prices = [
  '$2.50',
  '$2.50',
  '2.5',
  '€3',
  '3 EUR',
  '$1,024.00',
  '$0.000001',
  '5 h',
  '5 cr',
  '0',
  '-1',
  'twelve',
  null,
];
const project = fc.constantFrom('proj_demo', 'proj_demo', 'proj_demo', null, 'proj_other');
const fids = (...all: readonly string[]) => fc.subarray([...all]);

const bids = fc.array(
  fc.record({
    name: fc.oneof(text, fc.constant(null)),
    project,
    limit_price: fc.constantFrom(...prices),
    instance_quantity: fc.constantFrom(1, 1, 2, 4, 0, -5, null),
    instance_type: known,
    region: known,
    status: fc.constantFrom('Open', 'Allocated', 'Paused', 'Terminated', 'Preempting', 'Odd', null),
    created_by: fc.constantFrom('user_1', 'user_1', 'user_2', null),
    launch_specification: fc.oneof(
      fc.constant(null),
      fc.record({
        volumes: fids('v0', 'v1', 'v2', 'gone', 'x'),
        ssh_keys: fids('k0', 'k1', 'ops', 'gone'),
        startup_script: fc.oneof(script, fc.constant(null)),
        kubernetes_cluster: known,
      }),
    ),
  }),
  { maxLength: 7 },
);
const volumes = fc.array(
  fc.record({
    name: fc.oneof(text, fc.constant(null)),
    project,
    region: known,
    capacity_gb: fc.constantFrom(100, 100, 200, 0, -1, null),
    interface: fc.constantFrom('File', 'File', 'Block', '', null, 'a\u202eb'),
    bids: fids('b0', 'b1', 'gone'),
    reservations: fids('res'),
  }),
  { maxLength: 4 },
);
const keys = fc.array(fc.record({ name: fc.oneof(text, fc.constant(null)), project }), { maxLength: 4 });
/** One may be another's identifier. */
const aliases: fc.Arbitrary<Aliases> = fc
  .subarray([
    ['r1', 'near'],
    ['r2', 'r1'],
    ['proj_demo', 'Demo'],
    ['a\ufffdb', 'far'],
  ] as const)
  .map((pairs) => new Map(pairs));

/** Any project, as console and commands see it. */
export const oddProject: fc.Arbitrary<Context> = fc
  .record({ bids, volumes, keys, aliases })
  .map(({ bids: ofBids, volumes: ofVolumes, keys: ofKeys, aliases: named }) =>
    contextOf({
      ...consoleWith({
        bids: ofBids.map((row, n) => bid(`b${n}`, row)),
        volumes: ofVolumes.map((row, n) => volume(`v${n}`, row)),
        sshKeys: ofKeys.map((row, n) => sshKey(n === 2 ? 'ops' : `k${n}`, row)),
      }),
      connected: { ...connected, aliases: named },
    }),
  );
