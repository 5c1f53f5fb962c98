import type * as z from 'zod';
import type { ListedRow, WholeList } from '../../src/api/result.ts';
import { readRow } from '../../src/api/rows.ts';
import { type ApiKey, apiKeyRow } from '../../src/contract/api-key.ts';
import { type Bid, bidRow } from '../../src/contract/bid.ts';
import { type Instance, instanceRow } from '../../src/contract/instance.ts';
import type { ServiceList } from '../../src/contract/lists.ts';
import { type SshKey, sshKeyRow } from '../../src/contract/ssh-key.ts';
import { type Volume, volumeRow } from '../../src/contract/volume.ts';
import { NO_VALUES } from '../../src/lib/typed-key.ts';
import { unicodeGlyphs } from '../../src/resources/glyphs.ts';
import type { Rows } from '../../src/resources/rows.ts';
import { withOwnApiKeys } from '../../src/store/access.ts';
import { visibleRows } from '../../src/store/lists/visible-rows.ts';
import { viewsSettled } from '../../src/store/panes/cursor.ts';
import type { PollStart } from '../../src/store/row-memory.ts';
import { startState } from '../../src/store/start-state.ts';
import { type ConnectionState, type ConsoleState, type Size, withView } from '../../src/store/state.ts';
import { rowsArrived } from '../../src/store/transitions.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { NOON } from './hand-clock.ts';

type RowFields = { readonly fid: string; readonly [field: string]: unknown };

/** Reads a row as the client does from a response. */
function read<Of extends z.ZodType>(of: Of, given: RowFields): ListedRow<z.output<Of>> {
  const one = readRow(of, given, () => undefined);
  if (one.kind === 'unreadable') throw new Error(one.unreadable.why);
  return one.listed;
}

/** An ordinary running bid with the fields that matter to a test. */
export function bid(fid: string, more: Readonly<Record<string, unknown>> = {}): ListedRow<Bid> {
  return read(bidRow(), {
    fid,
    name: fid,
    project: 'proj_demo',
    created_at: '2026-11-20T09:00:00Z',
    limit_price: '$2.50',
    instance_quantity: 4,
    instance_type: '8xh100',
    region: 'eu-n1',
    instances: [],
    launch_specification: { volumes: [], ssh_keys: [] },
    status: 'Allocated',
    ...more,
  });
}

export function instance(fid: string, more: Readonly<Record<string, unknown>> = {}): ListedRow<Instance> {
  return read(instanceRow(), { fid, name: fid, region: 'eu-n1', status: 'STATUS_RUNNING', ...more });
}

export function volume(fid: string, more: Readonly<Record<string, unknown>> = {}): ListedRow<Volume> {
  return read(volumeRow(), { fid, name: fid, region: 'eu-n1', capacity_gb: 500, interface: 'Block', ...more });
}

export function sshKey(fid: string, more: Readonly<Record<string, unknown>> = {}): ListedRow<SshKey> {
  return read(sshKeyRow(), { fid, name: fid, public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA== ops', ...more });
}

export function apiKey(fid: string, more: Readonly<Record<string, unknown>> = {}): ListedRow<ApiKey> {
  return read(apiKeyRow(), { fid, name: fid, snippet: 'fkey_Ab3d', expires_at: '2026-12-20T00:00:00Z', ...more });
}

/** A complete list. */
export function whole<Row extends { readonly fid: string }>(...rows: readonly ListedRow<Row>[]): WholeList<Row> {
  return { rows: new Map(rows.map((listed) => [listed.row.fid, listed])), unreadable: [], warnings: [], pages: 1 };
}

/** The token of the API key with the snippet `fkey_mine`. */
const TOKEN = 'fkey_mine_and_more';

export const connected: ConnectionState = {
  profile: 'prod',
  project: 'proj_demo',
  projects: [],
  allProjects: false,
  budget: null,
  own: NO_VALUES,
  origin: 'https://market.example',
  demo: false,
  production: false,
  confirm: 'running',
  readOnly: false,
  hasToken: true,
  aliases: new Map(),
};

export type Holding = { readonly [Name in ServiceList]?: readonly ListedRow<Rows[Name]>[] } & {
  readonly size?: Size;
  readonly readOnly?: boolean;
};

/** A console after a complete list. */
export function arrived<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  rows: readonly ListedRow<Rows[Name]>[],
  sequence = 1,
  at = NOON,
): ConsoleState {
  return rowsArrived(state, name, whole(...rows), { at, sequence }, at);
}

/** A console after two complete lists in a row: a row that both miss is gone. */
export function rowsArrivedTwice<Name extends ServiceList>(
  state: ConsoleState,
  name: Name,
  rows: WholeList<Rows[Name]>,
  { at, sequence }: PollStart,
  now: number,
): ConsoleState {
  const once = rowsArrived(state, name, rows, { at, sequence }, now);
  return rowsArrived(once, name, rows, { at, sequence: sequence + 0.5 }, now);
}

/** A console whose bids are gone but these, with all instances. */
export function bidGone(state: ConsoleState, ...left: readonly ListedRow<Bid>[]): ConsoleState {
  const without = rowsArrivedTwice(state, 'instances', whole(), { at: NOON, sequence: 1 }, NOON);
  return rowsArrivedTwice(without, 'bids', whole(...left), { at: NOON, sequence: 2 }, NOON);
}

/** A console at noon before any list has arrived. */
export function startedConsole(): ConsoleState {
  return startState(loadedFeatures, connected, unicodeGlyphs, { columns: 160, rows: 45 }, NOON);
}

/** A console at noon with all lists arrived and drawn; those that are not given are empty. */
export function consoleWith(holding: Holding = {}): ConsoleState {
  const { bids = [], instances = [], volumes = [], sshKeys = [], apiKeys = [] } = holding;
  const asked = { at: NOON, sequence: 0 };
  let state = startState(
    loadedFeatures,
    { ...connected, readOnly: holding.readOnly ?? false },
    unicodeGlyphs,
    holding.size ?? { columns: 160, rows: 45 },
    NOON,
  );
  state = rowsArrived(state, 'instances', whole(...instances), asked, NOON);
  state = rowsArrived(state, 'bids', whole(...bids), asked, NOON);
  state = rowsArrived(state, 'volumes', whole(...volumes), asked, NOON);
  state = rowsArrived(state, 'sshKeys', whole(...sshKeys), asked, NOON);
  return viewsSettled(withOwnApiKeys(rowsArrived(state, 'apiKeys', whole(...apiKeys), asked, NOON), TOKEN));
}

/** A console whose bids are in the order of their limit prices, the highest first. */
export const byPrice = (state: ConsoleState): ConsoleState =>
  viewsSettled(withView(state, 'bids', { sort: { column: 'price', descending: true }, cursor: null, cursorIndex: 0 }));

/** A console that shows what ended long ago, too. */
export const withEnded = (state: ConsoleState): ConsoleState =>
  viewsSettled(withView(withView(state, 'bids', { showsEnded: true }), 'instances', { showsEnded: true }));

/** A console that shows a recording in place of a service. */
export const asRecording = (state: ConsoleState): ConsoleState => ({
  ...state,
  shownInstead: {
    sentence: 'This is a recording',
    helpTitle: 'In a recording',
  },
});

/** A transition for each list that is given, in which it arrives. */
export function rowsInto(
  { bids, instances, volumes, sshKeys, apiKeys }: Holding,
  asked: { readonly at: number; readonly sequence: number },
): readonly ((state: ConsoleState) => ConsoleState)[] {
  const arrives = <Name extends ServiceList>(name: Name, rows: readonly ListedRow<Rows[Name]>[] | undefined) =>
    rows === undefined
      ? []
      : [(state: ConsoleState): ConsoleState => rowsArrived(state, name, whole(...rows), asked, asked.at)];
  return [
    ...arrives('instances', instances),
    ...arrives('bids', bids),
    ...arrives('volumes', volumes),
    ...arrives('sshKeys', sshKeys),
    ...arrives('apiKeys', apiKeys),
  ];
}

/** The fids that a pane shows, from top to bottom. */
export function shownFids(state: ConsoleState, name: ServiceList): readonly string[] {
  return visibleRows(state, name).rows.map(({ row }) => row.fid);
}
