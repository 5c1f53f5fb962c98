import { expect, test } from 'vitest';
import { createRowBudget, type MemoryShare, weightOf } from '../../src/api/row-budget.ts';

const LISTS = ['bids', 'instances', 'volumes', 'keys'];
const small = { all: 1000, own: 100 };

/** Reserves memory for rows of one weight, and keeps them when there was room for all. */
function reads(share: MemoryShare, rows: number, weight: number): boolean {
  share.begin();
  for (let row = 0; row < rows; row++) {
    if (share.take(weight)) continue;
    share.drop();
    return false;
  }
  share.keep();
  return true;
}

test('one list may use all memory but the reserves of the others', () => {
  const room = createRowBudget(LISTS, small);
  expect(reads(room('bids'), 70, 10)).toBe(true);
  const other = createRowBudget(LISTS, small);
  expect(reads(other('bids'), 71, 10)).toBe(false);
});

test('however much one list uses, each other list has its reserve at once', () => {
  const room = createRowBudget(LISTS, small);
  const hog = room('bids');
  hog.begin();
  while (hog.take(10));
  const others = ['instances', 'volumes', 'keys'].map(room);
  for (const share of others) expect(reads(share, 10, 10)).toBe(true);
  hog.keep();
  for (const share of others) expect(reads(share, 10, 10)).toBe(true);
  for (const share of others) expect(reads(share, 11, 10)).toBe(false);
});

test('lists that are read at the same time share the memory', () => {
  const room = createRowBudget(LISTS, small);
  const shares = LISTS.map(room);
  for (const share of shares) share.begin();
  let taken = 0;
  for (let turn = 0; turn < 1000; turn++) if (shares[turn % shares.length]?.take(10) === true) taken += 10;
  expect(taken).toBe(1000);
});

test('a failed read frees its memory for others at once', () => {
  const room = createRowBudget(LISTS, small);
  expect(reads(room('bids'), 100, 10)).toBe(false);
  expect(reads(room('instances'), 70, 10)).toBe(true);
});

test('rows that replace others of their list do not count twice', () => {
  const room = createRowBudget(LISTS, small);
  const share = room('bids');
  for (let poll = 0; poll < 5; poll++) expect(reads(share, 70, 10)).toBe(true);
  expect(reads(share, 71, 10)).toBe(false);
  // The rows before are still there, and can be read again.
  expect(reads(room('instances'), 11, 10)).toBe(false);
  expect(reads(share, 70, 10)).toBe(true);
});

test('several projects of a list count as one list; a hidden one frees its memory', () => {
  const room = createRowBudget(LISTS, small);
  const [first, second] = [room('bids'), room('bids')];
  expect(reads(first, 40, 10)).toBe(true);
  expect(reads(second, 31, 10)).toBe(false);
  first.leave();
  expect(reads(second, 70, 10)).toBe(true);
});

const instance = (n: number): string =>
  JSON.stringify({
    fid: `inst_${String(n).padStart(16, '0')}`,
    name: `gpu-run-${n}-0`,
    project: 'proj_0123456789',
    created_at: '2026-01-01T00:00:00.000Z',
    instance_type: 'it_MsIRhxj3ccyVWGfP',
    region: 'us-central1-a',
    bid: `bid_${String(n).padStart(16, '0')}`,
    reservation: null,
    ssh_destination: '203.0.113.123',
    private_ip: '172.16.123.123',
    status: 'STATUS_RUNNING',
  });

const bid = (n: number): string =>
  JSON.stringify({
    fid: `bid_${String(n).padStart(16, '0')}`,
    name: `run-${n}`,
    project: 'proj_0123456789',
    created_by: 'user_0123456789',
    created_at: '2026-01-01T00:00:00.000Z',
    deactivated_at: null,
    limit_price: '$25.60',
    instance_quantity: 2,
    instance_type: 'it_MsIRhxj3ccyVWGfP',
    region: 'us-central1-a',
    instances: [`inst_${n}`, `inst_${n + 1}`],
    launch_specification: {
      volumes: [],
      ssh_keys: ['key_0123456789'],
      startup_script: 'echo',
      kubernetes_cluster: null,
    },
    status: 'Allocated',
  });

test('there is memory for 100,000 instances and 5,000 bids, and for thousands of each with the largest list', () => {
  const room = createRowBudget(LISTS);
  expect(reads(room('instances'), 100_000, weightOf(instance(99_999)))).toBe(true);
  expect(reads(room('bids'), 5000, weightOf(bid(4999)))).toBe(true);
  const full = createRowBudget(LISTS);
  const hog = full('volumes');
  hog.begin();
  while (hog.take(10_000));
  expect(reads(full('bids'), 1000, weightOf(bid(999)))).toBe(true);
  expect(reads(full('instances'), 1500, weightOf(instance(1499)))).toBe(true);
});

test('rows that need more memory weigh more: wide characters, values, lists, objects, member names', () => {
  const empty = weightOf('{"x":[]}');
  const filled = (inside: string): number => weightOf(`{"x":[${inside}]}`) - empty;
  expect(filled('€')).toBeGreaterThan(filled('e'));
  expect(filled('1,'.repeat(1000)) / 1000).toBeGreaterThan(16);
  expect(filled('[],'.repeat(1000)) / 1000).toBeGreaterThan(60);
  expect(filled('{},'.repeat(1000)) / 1000).toBeGreaterThan(80);
  const names = (count: number): number =>
    weightOf(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0]))));
  expect((names(1040) - names(40)) / 1000).toBeGreaterThan(200);
  // A text that contains JSON has no names.
  const script = JSON.stringify('{"a":1}'.repeat(1000));
  expect(weightOf(script)).toBeLessThan(900 + 70 * 1000 + script.length * 3);
});
