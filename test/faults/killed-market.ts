import * as z from 'zod';
import type { Market } from '../driver/console.ts';
import type { MarketProgram } from '../driver/market-program.ts';

/** Last answered state of a row, which the market must have after its restart. */
type KnownRow = {
  readonly kind: 'bid' | 'volume' | 'ssh-key' | 'api-key';
  readonly state: 'live' | 'over';
  /** Fields that answered writes changed. */
  readonly looks: string;
  /** Set for an API key. */
  readonly secret: string;
  /** Whether a later write to it was never answered: then only its existence can be checked. */
  readonly unsure: boolean;
};

/** Every row of an answered write, by its fid. */
export type KnownRows = Map<string, KnownRow>;

const WRITERS = 6;
const LEAST_ANSWERS = 120;
const MORE_ANSWERS = 120;

const Row = z.looseObject({
  fid: z.string(),
  name: z.string().nullish(),
  limit_price: z.string().optional(),
  status: z.string().optional(),
  secret: z.string().optional(),
  deactivated_at: z.string().nullish(),
});
type Row = z.output<typeof Row>;
const Page = z.union([z.array(Row), z.object({ data: z.array(Row), next_cursor: z.string().nullish() })]);

const PLACE = { project: 'proj_demo', region: 'eu-north1-a' };
const LISTS = {
  bid: '/v2/spot/bids',
  volume: '/v2/volumes',
  'ssh-key': '/v2/ssh-keys',
  'api-key': '/v2/api-keys',
} as const;

/** Numbers from 0 to 1 that follow from a seed. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Answer = { readonly status: number; readonly body: unknown };

/** A complete response; null when the market was killed before it. */
async function ask(
  { origin, token }: Pick<Market, 'origin' | 'token'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | null> {
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The response to a write that has to succeed. */
async function write(market: Market, method: string, path: string, body?: unknown): Promise<Answer | null> {
  const answer = await ask(market, method, path, body);
  if (answer !== null && answer.status >= 300)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Several writers change a market, each its own rows, until it is killed. Returns the number of answered writes. */
export async function killedUnderWrites(market: MarketProgram, kept: KnownRows, seed: number): Promise<number> {
  const random = chanceOf(seed);
  const until = LEAST_ANSWERS + Math.floor(random() * MORE_ANSWERS);
  let answered = 0;
  let isKilled = false;
  const result = (): void => {
    answered += 1;
    if (answered < until || isKilled) return;
    isKilled = true;
    market.kill('SIGKILL');
  };
  const writers = Array.from({ length: WRITERS }, (_, n) => writing(market, kept, chanceOf(seed * 31 + n), result));
  await Promise.all(writers);
  await market.stop();
  return answered;
}

/** Sends writes one after the other, until the market no longer responds. */
async function writing(market: Market, kept: KnownRows, random: () => number, result: () => void): Promise<void> {
  const own: string[] = [];
  for (;;) {
    const fid = random() < 0.4 ? undefined : own[Math.floor(random() * own.length)];
    const known = fid === undefined ? undefined : kept.get(fid);
    if (fid !== undefined && known?.state === 'live' && known.kind !== 'ssh-key') {
      const now = await changed(market, fid, known, random);
      // The outcome of the unanswered write is unknown.
      kept.set(fid, now ?? { ...known, unsure: true });
      if (now === null) return;
    } else {
      const made = await created(market, random);
      if (made === null) return;
      const { kind, row } = made;
      kept.set(row.fid, { kind, state: 'live', looks: looksOf(row), secret: row.secret ?? '', unsure: false });
      own.push(row.fid);
    }
    result();
  }
}

async function created(
  market: Market,
  random: () => number,
): Promise<{ readonly kind: KnownRow['kind']; readonly row: Row } | null> {
  const name = `w-${Math.floor(random() * 2 ** 32).toString(36)}`;
  const kind = (['bid', 'bid', 'volume', 'ssh-key', 'api-key'] as const)[Math.floor(random() * 5)] ?? 'bid';
  const body = {
    bid: {
      ...PLACE,
      name,
      instance_type: '1xl40s.eu-north1-a',
      instance_quantity: 1,
      limit_price: '1.25',
      launch_specification: { volumes: [], ssh_keys: [] },
    },
    volume: { ...PLACE, name, disk_interface: 'Block', size_gb: 10 },
    'ssh-key': { project: PLACE.project, name, public_key: `ssh-ed25519 ${'A'.repeat(64)} ${name}` },
    'api-key': { name, expires_at: '2099-01-01T00:00:00Z' },
  }[kind];
  const answer = await write(market, 'POST', LISTS[kind], body);
  return answer === null ? null : { kind, row: Row.parse(answer.body) };
}

async function changed(market: Market, fid: string, known: KnownRow, random: () => number): Promise<KnownRow | null> {
  const path = `${LISTS[known.kind]}/${fid}`;
  if (known.kind !== 'bid' || random() < 0.2) {
    const answer = await write(market, 'DELETE', path);
    return answer === null ? null : { ...known, state: 'over' };
  }
  const limit = (1 + Math.floor(random() * 900) / 100).toFixed(2);
  const body = random() < 0.5 ? { limit_price: limit } : { paused: random() < 0.5 };
  const answer = await write(market, 'PATCH', path, body);
  return answer === null ? null : { ...known, looks: looksOf(Row.parse(answer.body)) };
}

const looksOf = ({ name, limit_price, status }: Row): string =>
  [name, limit_price ?? '', status === 'Paused' ? 'paused' : ''].join(' ');

/** The answered writes that a market lacks. */
export async function whatIsMissing(market: Market, kept: KnownRows): Promise<readonly string[]> {
  const rows = new Map<string, Row>();
  for (const path of Object.values(LISTS)) for (const row of await allRows(market, path)) rows.set(row.fid, row);
  const missing: string[] = [];
  for (const [fid, known] of kept) {
    const row = rows.get(fid);
    const why = known.unsure ? null : await wrongIn(market, known, row);
    if (why !== null) missing.push(`${known.kind} ${fid} ${why}`);
    // From now on the outcome of the unanswered write is known.
    if (known.unsure) kept.delete(fid);
  }
  return missing;
}

async function wrongIn(
  market: Market,
  { kind, state, looks, secret }: KnownRow,
  row: Row | undefined,
): Promise<string | null> {
  const isOver =
    row === undefined ||
    (kind === 'bid' && row.status === 'Terminated') ||
    (kind === 'api-key' && row.deactivated_at != null);
  if (isOver !== (state === 'over')) return isOver ? 'is gone' : 'is back';
  if (kind === 'api-key') {
    const status = (await ask({ ...market, token: secret }, 'GET', LISTS['api-key']))?.status;
    if (status !== (state === 'live' ? 200 : 401)) return `opens with ${status}`;
  }
  return row === undefined || state === 'over' || looksOf(row) === looks ? null : `is ${looksOf(row)}, not ${looks}`;
}

async function allRows(market: Market, path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({
      ...(path === LISTS['api-key'] ? {} : { project: PLACE.project }),
      ...(cursor === null ? {} : { next_cursor: cursor }),
    });
    const answer: Answer | null = await ask(market, 'GET', `${path}?${query}`);
    const page = Page.parse(answer?.body);
    rows.push(...(Array.isArray(page) ? page : page.data));
    cursor = Array.isArray(page) ? null : (page.next_cursor ?? null);
  } while (cursor !== null);
  return rows;
}
