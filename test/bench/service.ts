import { createServer } from 'node:http';

/**
 * A service over loopback that answers lists from memory, so that only the console is
 * measured: `node service.ts BIDS INSTANCES CHANGES`. Each poll of a list changes that
 * many rows. It prints its address; `/asked` returns the number of requests.
 */
const [bidCount = 0, instanceCount = 0, changes = 0] = process.argv.slice(2).map(Number);
const PAGE = 100;
const STATUSES = { bids: ['Open', 'Allocated', 'Paused'], instances: ['STATUS_RUNNING', 'STATUS_STARTING'] } as const;

type Row = { readonly fid: string; readonly [field: string]: unknown };

const number = (n: number): string => String(n).padStart(5, '0');
const created = (n: number): string => new Date(Date.now() - 172_800_000 - n * 60_000).toISOString();

const lists: Readonly<Record<'bids' | 'instances', Row[]>> = {
  bids: Array.from({ length: bidCount }, (_, n) => ({
    fid: `bid_${number(n)}`,
    name: `train-${number(n)}`,
    project: 'proj_bench',
    created_by: 'user_bench',
    created_at: created(n),
    deactivated_at: null,
    limit_price: `$${(1 + (n % 400) / 100).toFixed(2)}`,
    instance_quantity: 2,
    instance_type: '8xh100.sxm5',
    region: `eu-north${(n % 3) + 1}`,
    instances: [`inst_${number(2 * n)}`, `inst_${number(2 * n + 1)}`],
    launch_specification: { volumes: [], ssh_keys: ['sshkey_1'], startup_script: null, kubernetes_cluster: null },
    status: 'Allocated',
  })),
  instances: Array.from({ length: instanceCount }, (_, n) => ({
    fid: `inst_${number(n)}`,
    name: `train-${number(Math.floor(n / 2))}-${n % 2}`,
    project: 'proj_bench',
    created_at: created(n),
    instance_type: '8xh100.sxm5',
    region: `eu-north${(n % 3) + 1}`,
    bid: `bid_${number(Math.floor(n / 2))}`,
    reservation: null,
    ssh_destination: `203.0.113.${n % 250}`,
    private_ip: `10.0.${Math.floor(n / 250) % 250}.${n % 250}`,
    status: 'STATUS_RUNNING',
  })),
};

let asked = 0;
let turn = 0;
const pages = new Map<string, string>();

function change(name: 'bids' | 'instances'): void {
  const rows = lists[name];
  for (let n = 0; n < changes; n++) {
    turn += 1;
    const at = (turn * 97) % rows.length;
    const row = rows[at];
    if (row === undefined) continue;
    rows[at] = { ...row, status: STATUSES[name][turn % STATUSES[name].length] };
    pages.delete(`${name} ${Math.floor(at / PAGE)}`);
  }
}

function page(name: 'bids' | 'instances', at: number): string {
  const known = pages.get(`${name} ${at}`);
  if (known !== undefined) return known;
  const rows = lists[name];
  const next = (at + 1) * PAGE < rows.length ? String(at + 1) : null;
  const text = JSON.stringify({ data: rows.slice(at * PAGE, (at + 1) * PAGE), next_cursor: next });
  pages.set(`${name} ${at}`, text);
  return text;
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/asked') {
    response.end(String(asked));
    return;
  }
  asked += 1;
  const name = pathname.endsWith('/bids') ? 'bids' : pathname.endsWith('/instances') ? 'instances' : null;
  const at = Number(searchParams.get('next_cursor') ?? 0);
  if (name !== null && at === 0) change(name);
  response.setHeader('content-type', 'application/json');
  response.end(name === null ? '[]' : page(name, at));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}\n`);
});
