import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Variables } from '../driver/environment.ts';
import { serveOnLoopback } from '../driver/loopback.ts';
import type { Payload } from './payloads.ts';

export const PROJECT = 'proj_1';
const TOKEN = 'token-of-the-attacks';

type Row = Readonly<Record<string, unknown>>;

/** The five lists of a service, as it would send them. */
export type Lists = {
  readonly bids: readonly Row[];
  readonly instances: readonly Row[];
  readonly volumes: readonly Row[];
  readonly sshKeys: readonly Row[];
  readonly apiKeys: readonly Row[];
};

export type ListName = keyof Lists;
export const listNames = ['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys'] as const satisfies readonly ListName[];

/** Names of the lists on the command line. */
export const WORDS: Readonly<Record<ListName, string>> = {
  bids: 'bids',
  instances: 'instances',
  volumes: 'volumes',
  sshKeys: 'ssh-keys',
  apiKeys: 'api-keys',
};

const CREATED = '2026-11-01T10:00:00Z';

/** One harmless row of each list. */
const PLAIN: Readonly<Record<ListName, (n: number) => Row>> = {
  bids: (n) => ({
    fid: `bid_${n}`,
    name: `bid-${n}`,
    project: PROJECT,
    created_by: 'user_1',
    created_at: CREATED,
    deactivated_at: null,
    limit_price: '$2.50',
    instance_quantity: 2,
    instance_type: 'it_1',
    region: 'us-1',
    instances: [],
    launch_specification: { volumes: [], ssh_keys: [], startup_script: '', kubernetes_cluster: null },
    status: 'Open',
  }),
  instances: (n) => ({
    fid: `inst_${n}`,
    name: `instance-${n}`,
    project: PROJECT,
    created_at: CREATED,
    instance_type: 'it_1',
    region: 'us-1',
    bid: null,
    reservation: null,
    ssh_destination: `root@127.0.1.${n}:22`,
    private_ip: '10.0.0.1',
    status: 'STATUS_RUNNING',
  }),
  volumes: (n) => ({
    fid: `vol_${n}`,
    name: `volume-${n}`,
    region: 'us-1',
    created_at: CREATED,
    capacity_gb: 10,
    project: PROJECT,
    interface: 'Block',
    bids: [],
    reservations: [],
  }),
  sshKeys: (n) => ({
    fid: `key_${n}`,
    name: `key-${n}`,
    project: PROJECT,
    public_key: 'ssh-ed25519 AAAA',
    created_at: CREATED,
  }),
  apiKeys: (n) => ({
    fid: `fkey_${n}`,
    name: `api-${n}`,
    created_at: CREATED,
    expires_at: '2036-11-01T10:00:00Z',
    deactivated_at: null,
    snippet: 'fkey_abc',
  }),
};

/** Every text field of each list, with the service's names; `a.b` is a nested field. */
export const FIELDS: Readonly<Record<ListName, readonly string[]>> = {
  bids: [
    ...['fid', 'name', 'project', 'created_by', 'created_at', 'deactivated_at', 'limit_price', 'instance_type'],
    ...['region', 'instances', 'status'],
    ...['volumes', 'ssh_keys', 'startup_script', 'kubernetes_cluster'].map((name) => `launch_specification.${name}`),
  ],
  instances: [
    ...['fid', 'name', 'project', 'created_at', 'instance_type', 'region', 'bid', 'reservation'],
    ...['ssh_destination', 'private_ip', 'status'],
  ],
  volumes: ['fid', 'name', 'region', 'created_at', 'project', 'interface', 'bids', 'reservations'],
  sshKeys: ['fid', 'name', 'project', 'public_key', 'created_at'],
  apiKeys: ['fid', 'name', 'created_at', 'expires_at', 'deactivated_at', 'snippet'],
};

/** Number of text fields, including names of members. */
export const DOORS = listNames.reduce((sum, name) => sum + FIELDS[name].length + 1, 0);

/** A row with a text in these fields, as a list of one where the field is a list. */
function withText(row: Row, fields: readonly string[], text: string): Row {
  const changed: Record<string, unknown> = { ...row };
  for (const field of fields) {
    const [outer = '', inner] = field.split('.');
    const before = changed[outer];
    if (inner !== undefined && typeof before === 'object' && before !== null)
      changed[outer] = withText({ ...before }, [inner], text);
    else changed[outer] = Array.isArray(before) ? [text] : text;
  }
  return changed;
}

/** One harmless row for each number. */
export const plainRows = (list: ListName, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, n) => PLAIN[list](n));

/** One row for each payload, with the payload in these fields. */
export const rowsWith = (list: ListName, payloads: readonly Payload[], fields: readonly string[]): readonly Row[] =>
  payloads.map(({ text }, n) => withText(PLAIN[list](n), fields, text));

/** One row for each payload, with an extra member of that name. */
const withMember = (list: ListName, payloads: readonly Payload[]): readonly Row[] =>
  rowsWith(list, payloads, FIELDS[list]).map((row, n) => ({ ...row, [payloads[n]?.text ?? '']: 'more' }));

/** Lists with a row for each payload: in every text field, and as the name of an extra member. */
export function everywhere(payloads: readonly Payload[]): Lists {
  return {
    bids: withMember('bids', payloads),
    instances: withMember('instances', payloads),
    volumes: withMember('volumes', payloads),
    sshKeys: withMember('sshKeys', payloads),
    apiKeys: withMember('apiKeys', payloads),
  };
}

/** Lists in which only the names are hostile, so that every action works on the rows. */
export function inNames(payloads: readonly Payload[]): Lists {
  const bids = rowsWith('bids', payloads, ['name']);
  return {
    bids,
    instances: rowsWith('instances', payloads, ['name']).map((row, n) => ({ ...row, bid: `bid_${n}` })),
    volumes: rowsWith('volumes', payloads, ['name']),
    sshKeys: rowsWith('sshKeys', payloads, ['name']),
    apiKeys: rowsWith('apiKeys', payloads, ['name']),
  };
}

export const NOTHING: Lists = { bids: [], instances: [], volumes: [], sshKeys: [], apiKeys: [] };

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Service on this machine with responses that a test chooses. */
export type Service = {
  readonly origin: string;
  /** Settings that connect the program to it. */
  readonly env: Variables;
  /** Replaces its lists. */
  readonly say: (lists: Lists) => void;
  /** Sets the response to every request; null restores the lists. */
  readonly answer: (how: Answer | null) => void;
  /** The requests so far, as `GET /v2/volumes`, without queries. */
  readonly asked: () => readonly string[];
};

export async function openService(lists: Lists = NOTHING): Promise<Service> {
  let said = lists;
  let how: Answer | null = null;
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    asked.push(`${request.method} ${pathname}`);
    if (how !== null) how(request, response, body);
    else listed(request.method ?? 'GET', pathname, said, response);
  });
  const origin = await serveOnLoopback(server);
  return {
    origin,
    env: { SPOTDECK_BASE_URL: origin, SPOTDECK_TOKEN: TOKEN, SPOTDECK_PROJECT: PROJECT, SPOTDECK_REACH: 'off' },
    say: (next) => {
      said = next;
    },
    answer: (next) => {
      how = next;
    },
    asked: () => asked,
  };
}

const PATHS: Readonly<Record<string, ListName>> = {
  '/v2/spot/bids': 'bids',
  '/v2/instances': 'instances',
  '/v2/volumes': 'volumes',
  '/v2/ssh-keys': 'sshKeys',
  '/v2/api-keys': 'apiKeys',
};

function listed(method: string, path: string, lists: Lists, response: ServerResponse): void {
  const name = PATHS[path];
  response.setHeader('content-type', 'application/json');
  if (method !== 'GET' || name === undefined) {
    response.writeHead(404).end('{"detail":"Not found"}');
    return;
  }
  const rows = lists[name];
  response.end(JSON.stringify(name === 'bids' || name === 'instances' ? { data: rows, next_cursor: null } : rows));
}
