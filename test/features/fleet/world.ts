import fc from 'fast-check';
import { onTestFinished } from 'vitest';
import type { Client } from '../../../src/api/client.ts';
import type { Outcome, ServiceError } from '../../../src/api/result.ts';
import type { FetchedLists } from '../../../src/command/list-reader.ts';
import { openSending } from '../../../src/command/send.ts';
import { readSettings } from '../../../src/config/resolve.ts';
import type { Settings } from '../../../src/config/settings.ts';
import { newestRows, sendUnchanged } from '../../../src/features/fleet/commands/apply.ts';
import { readFleet } from '../../../src/features/fleet/commands/read.ts';
import type { FleetFile } from '../../../src/features/fleet/file/fleet-file.ts';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { fleetText } from '../../../src/features/fleet/file/write-file.ts';
import { carryOut } from '../../../src/features/fleet/plan/carry-out.ts';
import type { Allowed, Plan } from '../../../src/features/fleet/plan/change.ts';
import { planOf } from '../../../src/features/fleet/plan/plan.ts';
import { liveBids } from '../../../src/features/fleet/rows.ts';
import { type Clock, machineClock } from '../../../src/lib/clock.ts';
import type { MarketOptions } from '../../../src/market/options.ts';
import { type RunningMarket, serveMarket } from '../../../src/market/server.ts';
import type { ExitCode } from '../../../src/system/exit.ts';
import { runOn, thisProcess } from '../../../src/system/system.ts';
import { ownSettings } from '../../config/own-settings.ts';
import { loadedFeatures } from '../../features-loaded.ts';

/** Keys and volumes by name. */
export type MadeBid = {
  readonly name: string;
  readonly type: string;
  readonly cents: number;
  readonly quantity: number;
  readonly keys: readonly string[];
  readonly volumes: readonly string[];
  readonly script: string;
  readonly cluster: string;
  readonly paused: boolean;
};
export type MadeFleet = { readonly volumes: readonly string[]; readonly bids: readonly MadeBid[] };

const REGIONS = ['us-central1-a', 'eu-north1-a'] as const;
const TYPES = ['1xl40s.us-central1-a', '8xh100.us-central1-a', '1xl40s.eu-north1-a', '8xh100.eu-north1-a'] as const;
const KEYS = ['ops', 'laptop', 'ci'] as const;
/** Region and size follow from the name, so that fleets of equal names fit together. */
const VOLUMES = ['data', 'cache', 'logs', 'data-eu'] as const;
const regionOf = (name: string): string => REGIONS[name.endsWith('-eu') || name.endsWith('eu-north1-a') ? 1 : 0];
const sizeOf = (name: string): number => 100 + name.length;

const NAMES = [
  'train',
  'sweep',
  'a "quoted" name',
  "it's",
  'ünïcode 火',
  'back\\slash',
  '[[bids]]',
  '# none',
  '\ufefftrain',
  'a\u2028b',
  'a\u202eb',
] as const;
const script = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    'echo hi',
    '#!/bin/sh\necho hi\n',
    "a\n'''\nb",
    'x\n"""\\\ny\n',
    "ends in '\n'",
    '[[bids]]\nname = "x"\n',
    '\n\tindented\n\n',
    'back\\slash\n\\u0041',
  ),
  fc.string({
    unit: fc.constantFrom('a', '\n', '\r', '\u001b', '\ufeff', '\t', '"', "'", '\\', '#', ' ', '=', ']', 'é'),
  }),
);

const madeBids = (names: readonly string[]): fc.Arbitrary<readonly MadeBid[]> =>
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...names),
      type: fc.constantFrom(...TYPES),
      cents: fc.integer({ min: 1, max: 5000 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      keys: fc.subarray([...KEYS]),
      volumes: fc.subarray([...VOLUMES]),
      script,
      cluster: fc.constantFrom('', '', 'k8s-1'),
      paused: fc.boolean(),
    }),
    { selector: ({ name }) => name, maxLength: names.length },
  );

/** With the volumes of its bids, and perhaps others. */
export function madeFleet(names: readonly string[] = NAMES): fc.Arbitrary<MadeFleet> {
  return fc.record({ volumes: fc.subarray([...VOLUMES]), bids: madeBids(names) }).map(({ volumes, bids }) => {
    const fitting = bids.map((bid) => ({
      ...bid,
      volumes: bid.volumes.filter((name) => regionOf(name) === regionOf(bid.type)),
    }));
    return { volumes: [...new Set([...volumes, ...fitting.flatMap((bid) => bid.volumes)])], bids: fitting };
  });
}

export type FleetMarket = {
  readonly market: RunningMarket;
  readonly settings: Settings;
  readonly read: () => Promise<FetchedLists>;
  readonly exported: () => Promise<string>;
};

/** Stands still with only this fleet; ended bids stay listed. */
export async function marketWith(fleet: MadeFleet, options: MarketOptions = {}): Promise<FleetMarket> {
  const market = await serveMarket({ seed: 7, speed: 0, ...options });
  onTestFinished(() => market.stop());
  const settings = await readSettings(ownSettings(), {
    flags: { baseUrl: market.origin, project: market.project },
    environment: { SPOTDECK_TOKEN: market.token },
  });
  const connected = { ...settings, token: market.token };
  const read = (): Promise<FetchedLists> => readFleet(loadedFeatures, connected);
  await emptied(market, await read());
  await filled(market, fleet, await read());
  const exported = async (): Promise<string> => {
    const { context } = await read();
    return fleetText({ context, bids: liveBids(context), filter: null, token: null, scriptFile: () => null });
  };
  return { market, settings: connected, read, exported };
}

/** Somebody else's request. */
export async function sent(market: RunningMarket, method: string, path: string, body?: unknown): Promise<string> {
  const answer = await fetch(`${market.origin}/v2/${path}`, {
    method,
    headers: { authorization: `Bearer ${market.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  const row: unknown = text === '' ? null : JSON.parse(text);
  return typeof row === 'object' && row !== null && 'fid' in row ? String(row.fid) : '';
}

async function emptied(market: RunningMarket, { context }: FetchedLists): Promise<void> {
  for (const { fid } of liveBids(context)) await sent(market, 'DELETE', `spot/bids/${fid}`);
  for (const { row } of context.rowsOf('volumes').values())
    if (row.reservations.length === 0) await sent(market, 'DELETE', `volumes/${row.fid}`);
}

async function filled(market: RunningMarket, { volumes, bids }: MadeFleet, { context }: FetchedLists): Promise<void> {
  const { project } = market;
  const fids = new Map([...context.rowsOf('sshKeys').values()].map(({ row }) => [row.name ?? '', String(row.fid)]));
  for (const name of volumes) {
    const body = { name, project, disk_interface: 'File', region: regionOf(name), size_gb: sizeOf(name) };
    fids.set(name, await sent(market, 'POST', 'volumes', body));
  }
  const named = (names: readonly string[]): readonly string[] => names.map((name) => fids.get(name) ?? name);
  for (const bid of bids) {
    const fid = await sent(market, 'POST', 'spot/bids', {
      project,
      region: regionOf(bid.type),
      instance_type: bid.type,
      limit_price: `$${(bid.cents / 100).toFixed(2)}`,
      name: bid.name,
      instance_quantity: bid.quantity,
      launch_specification: {
        volumes: named(bid.volumes),
        ssh_keys: named(bid.keys),
        ...(bid.script === '' ? {} : { startup_script: bid.script }),
        ...(bid.cluster === '' ? {} : { kubernetes_cluster: bid.cluster }),
      },
    });
    if (bid.paused) await sent(market, 'PATCH', `spot/bids/${fid}`, { paused: true });
  }
}

/** It works, is refused, its answer is lost after or before it worked, or the program is killed then. */
export const FATES = ['works', 'refused', 'lost-after', 'lost-before', 'killed-after', 'killed-before'] as const;
export type Fate = (typeof FATES)[number];

/** The program ends within a write. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

const LOST: ServiceError = { kind: 'timeout', afterMs: 10_000, reached: 'maybe' };
const REFUSED: ServiceError = { kind: 'conflict', said: 'no', reached: 'yes' };

/** Writes have these fates in turn, and work after that. */
function faulty(
  client: Client,
  fates: Fate[],
  onWrite: (name: string) => Promise<void>,
  readFails: () => boolean,
): Client {
  const failing = async <Value>(
    work: () => Promise<Outcome<Value, ServiceError>>,
  ): Promise<Outcome<Value, ServiceError>> => {
    const fate = fates.shift() ?? 'works';
    if (fate === 'killed-before') throw new Killed();
    if (fate === 'refused') return { ok: false, error: REFUSED };
    if (fate === 'lost-before') return { ok: false, error: LOST };
    const answer = await work();
    if (fate === 'killed-after') throw new Killed();
    return fate === 'lost-after' ? { ok: false, error: LOST } : answer;
  };
  return {
    list: async (endpoint, input, options) =>
      readFails() ? { ok: false, error: LOST } : client.list(endpoint, input, options),
    call: async (name, input, options) => {
      await onWrite(name);
      return failing(() => client.call(name, input, options));
    },
  };
}

/** Longer timers are those of requests, in milliseconds. */
const PAUSE_MS = 5000;

/** Pauses take no time. */
function hurryingClock(): Clock {
  let skipped = 0;
  return {
    now: () => machineClock.now() + skipped,
    steady: () => machineClock.steady() + skipped,
    after: (ms, then) => {
      if (ms > PAUSE_MS) return machineClock.after(ms, then);
      skipped += ms;
      return machineClock.after(0, then);
    },
  };
}

/** Plan, exit code (`killed` without one), and writes sent. */
export type AppliedRun = {
  readonly plan: Plan;
  readonly code: ExitCode | 'killed';
  readonly writes: readonly string[];
  readonly told: readonly string[];
};

/** Milliseconds for each look: rows are read again at every third or fourth write. */
const TICK_MS = 3000;

/** Applies a text as the confirmed command does. A lost answer may be followed by a failing list. */
export async function applied(
  { read }: FleetMarket,
  text: string,
  allowed: Allowed = { prune: true, replace: true, rules: false },
  fates: Fate[] = [],
  readFails: () => boolean = () => false,
  onWrite: () => Promise<void> = async () => undefined,
): Promise<AppliedRun> {
  const { scripts: _, ...file } = parseFleet('fleet.toml', text);
  const fleet: FleetFile = file;
  const lists = await read();
  const plan = planOf(fleet, lists.context, allowed);
  const writes: string[] = [];
  const told: string[] = [];
  if (plan.problems.length > 0) throw new Error(JSON.stringify(plan.problems));
  const client = faulty(
    lists.client,
    fates,
    async (name) => {
      writes.push(name);
      await onWrite();
    },
    readFails,
  );
  let at = 0;
  const rows = newestRows(lists, read, () => {
    at += TICK_MS;
    return at;
  });
  try {
    const code = await runOn({ ...thisProcess, clock: hurryingClock() }, () =>
      carryOut(plan, allowed, {
        path: fleet.path,
        context: lists.context,
        open: (warn) => {
          const sending = openSending({
            ...lists,
            client,
            storage: { path: ':memory:', views: null, service: 'stage', fresh: false },
            say: () => undefined,
            warn,
          });
          return sendUnchanged(sending, lists.context, rows, warn);
        },
        warn: (line) => void told.push(line),
        onDone: () => undefined,
      }),
    );
    return { plan, code, writes, told };
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return { plan, code: 'killed', writes, told };
  }
}
