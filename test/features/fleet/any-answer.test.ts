import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Client } from '../../../src/api/client.ts';
import type { Sending } from '../../../src/command/send.ts';
import { sendResultOf, shownIn } from '../../../src/command/settle.ts';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { carryOut } from '../../../src/features/fleet/plan/carry-out.ts';
import { planOf } from '../../../src/features/fleet/plan/plan.ts';
import { isAsAsked, knownBefore } from '../../../src/resources/made.ts';
import { describeOutcome } from '../../../src/resources/write-outcome.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { sendWrite } from '../../../src/sync/send-write.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, volume, whole } from '../../store/made.ts';
import { answeringClient, type SeenWrite } from '../../sync/answering-client.ts';

/** A bid to replace, one to place, and one to place and pause, with a new volume for both. */
const FILE = `
[[volumes]]
name = "disk"
size_gb = 10
region = "eu-n1"
disk_interface = "Block"

[[bids]]
name = "train"
instance_type = "8xb200"
region = "eu-n1"
instance_quantity = 4
limit_price = "$2.50"

[[bids]]
name = "sweep"
instance_type = "8xh100"
region = "eu-n1"
instance_quantity = 1
limit_price = "$1.00"
volumes = ["disk"]
paused = true
`;
const OLD = 'bid_old';
/** Outside of the file: foreign, paused, ended. */
const OTHERS = [
  bid('bid_live'),
  bid('bid_like', { instance_type: '8xb200' }),
  bid('bid_paused', { status: 'Paused' }),
  bid('bid_ended', { name: 'sweep', status: 'Terminated' }),
];
const DISKS = [volume('vol_live'), volume('vol_of_old')];

const RUNS = 4000;

const start = consoleWith({ bids: [bid(OLD, { name: 'train' }), ...OTHERS], volumes: DISKS });
const { scripts: _, ...file } = parseFleet('fleet.toml', FILE);
const allowed = { prune: false, replace: true, rules: false };
const plan = planOf(file, contextOf(start), allowed);

/** A write is carried out, as something else, as a bid that ends at once, or not. */
const FATES = ['made', 'made', 'made', 'ended', 'none-of-it', 'other-type', 'not'] as const;
/** The truth, with members replaced, or anything else. */
type Answer =
  | { readonly kind: 'true' }
  | { readonly kind: 'altered'; readonly row: object }
  | { readonly kind: 'other'; readonly row: unknown };
type Turn = { readonly fate: (typeof FATES)[number]; readonly answer: Answer };

const row = fc.record(
  {
    fid: fc.constantFrom('bid_live', 'bid_like', 'bid_paused', 'bid_ended', 'bid_ghost', OLD, 'vol_live', 'vol_ghost'),
    name: fc.constantFrom('train', 'sweep', 'disk', 'other', null),
    instance_type: fc.constantFrom('8xb200', '8xh100', null),
    instance_quantity: fc.constantFrom(4, 1, 0, null),
    limit_price: fc.constantFrom('$2.50', '$1.00', 'twelve'),
    project: fc.constantFrom('proj_demo', 'proj_b'),
    created_at: fc.constantFrom('2026-11-20T12:00:00Z', '2026-11-19T12:00:00Z'),
    status: fc.constantFrom('Open', 'Allocated', 'Paused', 'Terminated'),
  },
  { requiredKeys: ['fid'] },
);
const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'true' as const }) },
  { weight: 2, arbitrary: row.map((given) => ({ kind: 'altered' as const, row: given })) },
  { weight: 2, arbitrary: row.map((given) => ({ kind: 'other' as const, row: given })) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }).map((given) => ({ kind: 'other' as const, row: given })) },
);
const turns: fc.Arbitrary<readonly Turn[]> = fc.array(fc.record({ fate: fc.constantFrom(...FATES), answer }), {
  minLength: 5,
  maxLength: 5,
});

type Row = { readonly fid: string; readonly [field: string]: unknown };

/** Carries writes out by script, and answers anything. Its lists are true. */
function serviceWith(script: readonly Turn[]) {
  const rows = new Map<string, Row>();
  const writes: SeenWrite[] = [];
  /** By name. */
  const asAsked = new Map<string, string>();
  let listed: ConsoleState | null = start;
  const create = ({ call, body }: SeenWrite, fate: Turn['fate']): Row => {
    const asked: Readonly<Record<string, unknown>> = Object(body);
    const [kind, made] =
      call === 'placeBid'
        ? (['bid', { status: fate === 'ended' ? 'Terminated' : 'Open' }] as const)
        : (['vol', { capacity_gb: fate === 'none-of-it' ? 1 : 10, interface: 'Block' }] as const);
    const fid = `${kind}_made${writes.length}`;
    const instead = {
      ...(fate === 'other-type' ? { instance_type: 'cpu', region: 'us-e1' } : {}),
      ...(fate === 'none-of-it' ? { instance_quantity: 0 } : {}),
    };
    const created = { ...asked, fid, created_at: '2026-11-20T12:00:00Z', ...made, ...instead };
    if (fate !== 'not') rows.set(fid, created);
    if (fate === 'made' || (fate === 'ended' && kind === 'vol')) asAsked.set(String(asked['name']), fid);
    return created;
  };
  const client = answeringClient((write) => {
    const turn = script[writes.length % script.length];
    writes.push(write);
    if (turn === undefined) return null;
    listed = null;
    if (write.fid !== null && turn.fate !== 'not' && rows.has(write.fid))
      rows.set(write.fid, { ...rows.get(write.fid), fid: write.fid, status: 'Paused' });
    const truth = write.fid === null ? create(write, turn.fate) : rows.get(write.fid);
    if (turn.answer.kind === 'true') return truth;
    return turn.answer.kind === 'altered' ? { ...truth, ...turn.answer.row } : turn.answer.row;
  });
  const state = (): ConsoleState => {
    if (listed !== null) return listed;
    const { bids, volumes } = start.lists;
    const made = [...rows.values()];
    const newBids = made.filter(({ fid }) => fid.startsWith('bid')).map(({ fid, ...more }) => bid(fid, more));
    const newDisks = made.filter(({ fid }) => fid.startsWith('vol')).map(({ fid, ...more }) => volume(fid, more));
    listed = {
      ...start,
      lists: {
        ...start.lists,
        bids: { ...bids, rows: new Map([...bids.rows, ...whole(...newBids).rows]) },
        volumes: { ...volumes, rows: new Map([...volumes.rows, ...whole(...newDisks).rows]) },
      },
    };
    return listed;
  };
  return { client, writes, asAsked, state };
}

/** Sends as the command does, without waiting. */
function sendingTo({ client, state }: ReturnType<typeof serviceWith>): Sending {
  const own = new Set<string>();
  const reading: Client = { ...client, list: () => Promise.reject(new Error('The lists are read aside.')) };
  return {
    send: async (write) => {
      const { rowsOf } = contextOf(state());
      const before = knownBefore(rowsOf(write.list), { isWhole: true, at: NOON, also: own });
      const outcome = await sendWrite(reading, write, before);
      const { kind } = describeOutcome(write, outcome);
      const result = sendResultOf(kind, outcome);
      const found = kind === 'unknown' ? shownIn({ write, before }, contextOf(state()), start) : null;
      const ended =
        found === null
          ? result
          : { ...result, kind: found.kind, written: found.kind === 'done' ? found.written : null };
      if (ended.written?.kind === 'row') own.add(ended.written.row.row.fid);
      return ended;
    },
    isListed: async (write, fid) => isAsAsked(write, fid, contextOf(state())),
    close: () => undefined,
  };
}

const Body = z.object({ launch_specification: z.object({ volumes: z.array(z.string()) }) });

test('whatever a service does and answers, a fleet file changes only the bid it replaces, once the new one is there, and what it has made', async () => {
  const seen = { cancelled: 0, paused: 0, mounted: 0 };
  await fc.assert(
    fc.asyncProperty(turns, async (script) => {
      const service = serviceWith(script);
      const { writes, asAsked } = service;
      const code = await carryOut(plan, allowed, {
        path: file.path,
        context: contextOf(start),
        open: () => sendingTo(service),
        warn: () => undefined,
        onDone: () => undefined,
      });
      for (const { call, fid, body } of writes) {
        if (call === 'placeBid') {
          const { volumes } = Body.parse(body).launch_specification;
          expect(volumes).toEqual(volumes.length === 0 ? [] : [asAsked.get('disk')]);
          seen.mounted += volumes.length;
        } else if (call === 'cancelBid') {
          expect([fid, asAsked.has('train')]).toEqual([OLD, true]);
          seen.cancelled += 1;
        } else if (call === 'updateBid') {
          expect([fid, body]).toEqual([asAsked.get('sweep'), { paused: true }]);
          seen.paused += 1;
        } else expect(call).toBe('createVolume');
      }
      if (code === 0) expect([...asAsked.keys()].toSorted()).toEqual(['disk', 'sweep', 'train']);
    }),
    { numRuns: RUNS },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 50);
});
